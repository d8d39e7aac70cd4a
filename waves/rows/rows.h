#pragma once
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "tlm/roster.h"
#include "waves/recording/recording.h"
#include "waves/rows/row.h"

namespace rocelab::waves {

/// The rows of a run and where each fact is shown. Every sink that needs them collects its own from the same
/// declarations, and so arrives at the same rows.
class Rows {
 public:
  /// What `level` leaves out has no row.
  explicit Rows(const Roster& roster, Level level = Level::full) : roster_(roster), level_(level) {}

  /// std::logic_error once settled.
  void declare(SignalId, const SignalDecl&);
  void declare(const Stage&, LaneId, HostId);
  /// All declarations are made: adds the rows of lanes and NIC ports and gives everything its final name.
  /// std::logic_error when two rows bear one name.
  void settle();

  std::size_t size() const { return rows_.size(); }
  const Row& operator[](RowIndex i) const { return rows_[i]; }
  const std::vector<Row>& all() const { return rows_; }
  const Roster& roster() const { return roster_; }

  /// no_row where nothing of the kind was declared.
  RowIndex of(SignalId) const;
  RowIndex of(const Stage&, LaneId, HostId) const;
  RowIndex lesson(LaneId) const;
  RowIndex words(LaneId) const;
  RowIndex frames(PortId, bool sent) const;

 private:
  RowIndex add(Row);
  void place(Row&) const;
  void add_lane(LaneId);
  void add_port(PortId);
  void refuse_twins() const;

  const Roster& roster_;
  Level level_;
  bool settled_ = false;
  std::vector<Row> rows_;
  std::vector<RowIndex> signals_;  // by SignalId
  std::map<std::tuple<std::string, LaneId, HostId>, RowIndex> stages_;
  std::vector<RowIndex> lessons_;  // by LaneId; the words follow
  std::vector<RowIndex> ports_;    // by PortId; sent, then received

  struct StageHash {
    std::size_t operator()(const std::tuple<const Stage*, std::uint32_t>& k) const {
      return std::hash<const Stage*>{}(std::get<0>(k)) * 31 + std::get<1>(k);
    }
  };
  /// Found rows by the object's address; one id may stand at several (a constexpr of several translation units).
  mutable std::unordered_map<std::tuple<const Stage*, std::uint32_t>, RowIndex, StageHash> found_;
};

}  // namespace rocelab::waves
