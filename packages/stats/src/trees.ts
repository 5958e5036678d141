/** Classification and regression trees: an entry of its own, so that bundles without trees do not have them. */
export { growTree, /** @public */ type TreeOptions } from './trees/grow-tree.js'
export type { Tree, TreeNode, /** @public */ TreeSplit } from './trees/tree.js'
export { leafOf, leavesOf } from './trees/leaf-of.js'
export type { /** @public */ TreeCategories, TreeColumn, /** @public */ TreeNumbers } from './trees/tree-column.js'
