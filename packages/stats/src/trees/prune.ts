import type { TreeNode } from './tree.js'

/**
 * Undoes splits by minimal cost-complexity. Among all ways to cut a tree back, it finds the one with the least sum of
 * the impurities of its leaves and `price` for each leaf; the smallest of equal ones.
 *
 * @param root - Root of the tree.
 * @param price - Price of a leaf, in the unit of the impurity.
 * @returns The root of the remaining tree.
 */
export function prune(root: TreeNode, price: number): TreeNode {
  return cheapest(root, price).node
}

function cheapest(node: TreeNode, price: number): { readonly node: TreeNode; readonly cost: number } {
  const { from, to, impurity, split, sides } = node
  const asLeaf = impurity + price
  if (sides === undefined) return { node: { from, to, impurity }, cost: asLeaf }
  const [left, right] = [cheapest(sides[0], price), cheapest(sides[1], price)]
  const cost = left.cost + right.cost
  if (price > 0 && asLeaf <= cost) return { node: { from, to, impurity }, cost: asLeaf }
  return { node: { from, to, impurity, split, sides: [left.node, right.node] }, cost }
}
