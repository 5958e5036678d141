import type { Rng } from '@sdc/core'
import { log } from '@sdc/stats'
import { growTree, leafOf, leavesOf, type TreeNode } from '@sdc/stats/trees'
import { donorWeights } from './donor-weights.js'
import { supportedTree } from './supported-tree.js'
import { smoothing } from './smoothing.js'
import type { FitInput, FittedModel } from './model.js'

/**
 * Fits a classification or regression tree. A draw takes a value of a record in the leaf by the Bayesian bootstrap: weights
 * of the records of a leaf are Dirichlet(1, …, 1), drawn once for each file. A person with many records in a leaf has no more
 * than the share 1/smallestLeaf of it in expectation.
 *
 * Source: Reiter 2005 for trees as models of synthetic values; Rubin 1981 for the Bayesian bootstrap.
 *
 * @param input - The column and its predictors.
 * @returns The model; without predictors, or where none helps, the whole column is one leaf.
 */
export function treeModel(input: FitInput): FittedModel {
  const { target, predictors, smallestLeaf, complexity, support, persons, isSmoothed, tick } = input
  const grown = growTree(target, predictors, { smallestLeaf, complexity, persons, tick })
  // Records of one person are alike: many of them are no more evidence than one.
  const perPerson = persons === undefined ? 1 : persons.length / new Set(persons).size
  const tree = supportedTree(grown, support * perPerson)
  const leaves = leavesOf(tree)
  const weights = donorWeights(tree.records, leaves, persons, smallestLeaf)
  const smooth =
    target.kind === 'numbers' && isSmoothed ? smoothing(target.values, { smallestLeaf, persons }) : undefined
  return {
    draw(columns, records, rng) {
      const find = leafOf(tree, columns)
      const bounds = dirichletBounds(tree.records.length, leaves, weights, rng.child('weights'))
      const places = rng.child('places')
      const take = (record: number): number => {
        const { from, to } = find(record)
        return tree.records[placeOf(bounds, from, to, places.uniform())]
      }
      if (target.kind === 'categories') return records.map((record) => target.codes[take(record)])
      const donors = Array.from(records, take)
      if (smooth === undefined) return Float64Array.from(donors, (donor) => target.values[donor])
      const found = Array.from(records, (record) => find(record))
      return smooth(tree, found, donors, rng.child('smoothing'))
    },
  }
}

/** Upper bounds of the cumulative weights of the records in their leaf. */
function dirichletBounds(
  size: number,
  leaves: readonly TreeNode[],
  weights: Float64Array | undefined,
  rng: Rng,
): Float64Array {
  const bounds = new Float64Array(size)
  rng.fillUniform(bounds)
  for (const { from, to } of leaves) {
    let total = 0
    for (let i = from; i < to; i++) bounds[i] = total -= (weights?.[i] ?? 1) * log(1 - bounds[i])
    for (let i = from; i < to; i++) bounds[i] = total > 0 ? bounds[i] / total : (i + 1 - from) / (to - from)
  }
  return bounds
}

/** The first place of a leaf whose bound is above u. */
function placeOf(bounds: Float64Array, from: number, to: number, u: number): number {
  let [low, high] = [from, to - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bounds[middle] > u) high = middle
    else low = middle + 1
  }
  return low
}
