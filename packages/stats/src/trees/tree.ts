/** Split: numbers below a bound, or some levels, go to the left. */
export interface TreeSplit {
  /** Number of the predictor. */
  readonly predictor: number
  /** Bound, for a predictor of numbers. */
  readonly below?: number | undefined
  /** Levels that go to the left, for a predictor of categories. */
  readonly left?: ReadonlySet<number> | undefined
  /** Levels that go to the right. */
  readonly right?: ReadonlySet<number> | undefined
  /** Decrease of the impurity. */
  readonly decrease: number
}

/** Node of a tree; one without a split is a leaf. */
export interface TreeNode {
  /** The node has the records `from` to `to` of the tree. */
  readonly from: number
  readonly to: number
  /** Sum of squares about the mean of numbers; n times the Gini index of categories. */
  readonly impurity: number
  readonly split?: TreeSplit | undefined
  readonly sides?: readonly [TreeNode, TreeNode] | undefined
}

/** Tree with the records it was grown on. */
export interface Tree {
  /** Numbers of the records; those of a node are adjacent. */
  readonly records: Uint32Array
  readonly root: TreeNode
}
