#include "waves/rows/scope_tree.h"

#include <algorithm>

namespace rocelab::waves {

ScopeTree::ScopeTree(const Rows& rows) {
  for (RowIndex i = 0; i < rows.size(); ++i) {
    Node* node = &root_;
    const std::string& scope = rows[i].scope;
    for (std::size_t from = 0; from <= scope.size();) {
      const std::size_t dot = std::min(scope.find('.', from), scope.size());
      node = &child(*node, scope.substr(from, dot - from));
      from = dot + 1;
    }
    node->rows.push_back(i);
  }
}

ScopeTree::Node& ScopeTree::child(Node& parent, const std::string& name) {
  for (Node& node : parent.children) {
    if (node.name == name) return node;
  }
  parent.children.push_back({name, {}, {}});
  return parent.children.back();
}

void ScopeTree::visit(const Node& node, const Visitor& visitor) {
  for (const RowIndex row : node.rows) visitor.row(row);
  for (const Node& next : node.children) {
    visitor.enter(next.name);
    visit(next, visitor);
    visitor.leave();
  }
}

}  // namespace rocelab::waves
