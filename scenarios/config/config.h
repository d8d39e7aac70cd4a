#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rocelab::scenarios {

/// What the user wrote: values as text by dotted key, each checked against the key table (keys.h) when it is set.
/// A key of one lane only is written lanes.<lane>.<key>.
class Config {
 public:
  /// `where` begins the message of a refusal, e.g. "scenarios/library/01.toml:7" or "--set". Throws InputError.
  void set(const std::string& key, const std::string& value, const std::string& where);

  /// Lanes in the order in which they were named.
  const std::vector<std::string>& lanes() const { return lanes_; }
  void add_lane(const std::string& name);
  /// Leaves this one lane: what it does does not depend on the others.
  void keep_lane(const std::string& name) { lanes_ = {name}; }

  /// The lane's value, else the common one, else the default.
  std::string get(const std::string& lane, const std::string& key) const;

  /// A value as somebody wrote it.
  struct Written {
    std::string text;
    std::string where;     // begins the message of a refusal
    bool by_user = false;  // after the file was read
  };
  /// The lane's, else the common one, else null: nobody wrote it.
  const Written* written(const std::string& lane, const std::string& key) const;

  /// Names of what this lane, or all, have keys of in a table of things named by the scenario ("network.faults.").
  std::vector<std::string> named(const std::string& prefix, const std::string& lane) const;
  std::vector<std::string> faults(const std::string& lane) const { return named("network.faults.", lane); }
  /// Takes all of them away, in every lane.
  void drop_faults();
  /// Did somebody write it for this lane alone?
  bool has_own(const std::string& lane, const std::string& key) const {
    return values_.count("lanes." + lane + "." + key) > 0;
  }

  /// Keys set after the file was read (by --set and its like).
  const std::vector<std::string>& overridden() const { return overridden_; }
  void file_is_read() { overriding_ = true; }

  /// Every key with its value: common ones, then those that differ for a lane.
  std::vector<std::pair<std::string, std::string>> resolved() const;

 private:
  std::vector<std::string> lanes_;
  std::map<std::string, Written> values_;  // "message.size" or "lanes.rdma.message.size"
  std::vector<std::string> overridden_;
  bool overriding_ = false;
};

}  // namespace rocelab::scenarios
