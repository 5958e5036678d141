/** Classification and regression trees: an entry of its own, so that who needs none of them does not bundle it. */
export { growTree, type TreeOptions } from './trees/grow-tree.js'
export type { Tree, TreeNode, TreeSplit } from './trees/tree.js'
export { leafOf, leavesOf } from './trees/leaf-of.js'
export type { TreeCategories, TreeColumn, TreeNumbers } from './trees/tree-column.js'
