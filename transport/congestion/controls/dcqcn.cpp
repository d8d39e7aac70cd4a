#include "transport/congestion/dcqcn.h"

namespace rocelab::congestion {
namespace {

Dcqcn::Settings settings_of(const std::vector<double>& v) {
  const auto us = [](double n) { return static_cast<Ps>(n * 1e6); };
  Dcqcn::Settings s;
  std::size_t i = 0;
  s.g = v[i++];
  s.alpha_period = us(v[i++]);
  s.rate_timer = us(v[i++]);
  s.byte_counter = static_cast<std::uint64_t>(v[i++]);
  s.fast_recovery = static_cast<unsigned>(v[i++]);
  s.additive = v[i++] * 1e6;
  s.hyper = v[i++] * 1e6;
  s.minimum = v[i++] * 1e6;
  s.initial_alpha = v[i++];
  s.cut_period = us(v[i++]);
  s.alpha_first = v[i++] != 0;
  s.keep_target = v[i++] != 0;
  s.single_hyper = v[i++] != 0;
  return s;
}

}  // namespace

Control dcqcn() {
  return {"dcqcn",
          "CNPs cut the rate, a timer and a byte counter raise it again",
          "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM'15",
          {
              {"g", "", "gain of alpha's average", 0.0001, 1},
              {"alpha_period", "us", "alpha decays once in so long without a CNP", 1, 1e6},
              {"rate_timer", "us", "one increase each", 1, 1e6},
              {"byte_counter", "B", "one increase each, 0 for none", 0, 1e12},
              {"fast_recovery", "steps", "increases that leave the target alone", 0, 1000},
              {"additive", "Mb/s", "step of the target afterwards", 0, 1e6},
              {"hyper", "Mb/s", "step once both counters are beyond fast recovery", 0, 1e6},
              {"minimum", "Mb/s", "no CNP cuts deeper", 0.1, 1e6},
              {"initial_alpha", "", "before the first CNP", 0, 1},
              {"cut_period", "us", "cuts at least so far apart", 0, 1e6},
              {"alpha_first", "bool", "alpha takes the CNP in before the cut", 0, 1},
              {"keep_target", "bool", "a cut before any increase leaves the target alone", 0, 1},
              {"single_hyper", "bool", "the hyper step is not multiplied", 0, 1},
          },
          {
              // Timer 55 us and byte counter 10 MB are the paper's; g, steps and F also stand in its author's released
              // configuration (calibration rows dcqcn_*). The least rate is the released code's, the paper names none.
              {"paper",
               "SIGCOMM'15; github bobzhuyb/ns3-rdma, mix/config.txt",
               {1.0 / 256, 55, 55, 10e6, 5, 40, 200, 100, 1, 0, 0, 0, 0}},
              // What Mellanox's firmware does as Alibaba models it: cuts every 4 us at most, no byte counter.
              {"vendor",
               "github alibaba-edu/High-Precision-Congestion-Control, rdma-hw.cc and run.py",
               {1.0 / 256, 1, 900, 0, 1, 50, 100, 100, 1, 4, 0, 1, 1}},
              // The same with what NVIDIA's page on the algorithm says: alpha over 1019/1024 each microsecond.
              {"nvidia",
               "NVIDIA DOCA, DCQCN algorithm page; timers and steps as vendor",
               {5.0 / 1024, 1, 900, 0, 1, 50, 100, 1, 1023.0 / 1024, 4, 0, 1, 1}},
          },
          [](const Path& path, const std::vector<double>& v) -> std::unique_ptr<RateControl> {
            return std::make_unique<Dcqcn>(path.line, settings_of(v));
          }};
}

}  // namespace rocelab::congestion
