#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "waves/rows/rows.h"

namespace rocelab::waves {

/// Rows by nested scope. Within a scope rows come before scopes, both in the order in which they appeared.
class ScopeTree {
 public:
  explicit ScopeTree(const Rows&);

  struct Visitor {
    std::function<void(const std::string& name)> enter;
    std::function<void(RowIndex)> row;
    std::function<void()> leave;
  };
  void visit(const Visitor& visitor) const { visit(root_, visitor); }

 private:
  struct Node {
    std::string name;
    std::vector<RowIndex> rows;
    std::vector<Node> children;
  };

  static Node& child(Node&, const std::string& name);
  static void visit(const Node&, const Visitor&);

  Node root_;
};

}  // namespace rocelab::waves
