import type { Tree, TreeNode } from './tree.js'
import type { TreeColumn } from './tree-column.js'

/**
 * Returns the function that finds the leaf of a record by its predictors.
 *
 * A level that no record of a node had goes to the side with more records.
 *
 * @param tree - The tree.
 * @param predictors - Predictors as in the growth, of other records.
 * @returns The leaf of a record, given by its number.
 */
export function leafOf({ root }: Tree, predictors: readonly TreeColumn[]): (record: number) => TreeNode {
  return (record) => {
    let node = root
    while (node.split !== undefined && node.sides !== undefined) {
      const { predictor, below = Number.NaN, left, right } = node.split
      const column = predictors[predictor]
      const [onLeft, onRight] = node.sides
      let isLeft: boolean
      if (column.kind === 'numbers') isLeft = column.values[record] < below
      else {
        const code = column.codes[record]
        isLeft =
          left?.has(code) === true ||
          (right?.has(code) !== true && onLeft.to - onLeft.from >= onRight.to - onRight.from)
      }
      node = isLeft ? onLeft : onRight
    }
    return node
  }
}

/**
 * Returns all leaves of a tree, from left to right.
 *
 * @param tree - Tree.
 * @returns The leaves.
 */
export function leavesOf({ root }: Tree): TreeNode[] {
  const leaves: TreeNode[] = []
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.sides === undefined) leaves.push(node)
    else open.push(node.sides[1], node.sides[0])
  }
  return leaves
}
