import { seededRng } from '@sdc/core'
import { growTree, leavesOf, type Tree, type TreeColumn } from '@sdc/stats/trees'
import { describe, expect, it } from 'vitest'
import { supportedTree } from './supported-tree.js'

const rng = seededRng('support')
const n = 2000
const numbers = (of: (i: number) => number): TreeColumn => ({
  kind: 'numbers',
  values: Float64Array.from({ length: n }, (_, i) => of(i)),
})
const codes = (levels: number, of: (i: number) => number): TreeColumn => ({
  kind: 'categories',
  levels,
  codes: Int32Array.from({ length: n }, (_, i) => of(i)),
})
const leaves = (tree: Tree): number => leavesOf(tree).length

describe('supportedTree', () => {
  it('undoes most splits on predictors without relation to the column', () => {
    const predictors = [numbers(() => rng.normal()), codes(8, () => rng.int(8))]
    for (const target of [numbers(() => rng.normal()), codes(12, () => rng.int(12))]) {
      const tree = growTree(target, predictors)
      expect(leaves(tree)).toBeGreaterThan(150)
      // The best of many splits is better than a given one: 5 is not beyond chance for all, 12 is.
      expect(leaves(supportedTree(tree, 5))).toBeLessThan(leaves(tree) / 4)
      expect(leaves(supportedTree(tree, 12))).toBeLessThan(4)
    }
  })

  it('undoes splits on many levels without relation to the column, and keeps a relation of some of them', () => {
    const level = Int32Array.from({ length: n }, () => rng.int(300))
    const predictor = codes(300, (i) => level[i])
    const none = growTree(
      numbers(() => rng.normal()),
      [predictor],
    )
    expect(leaves(supportedTree(none, 5))).toBe(1)
    const some = growTree(
      numbers((i) => rng.normal() + (level[i] < 100 ? 2 : 0)),
      [predictor],
    )
    expect(leaves(supportedTree(some, 5))).toBe(2)
  })

  it('keeps a relation, also one that only two predictors together have', () => {
    const [a, b] = [0, 1].map(() => Int32Array.from({ length: n }, () => rng.int(2)))
    const target = codes(2, (i) => (rng.uniform() < 0.1 ? rng.int(2) : a[i] ^ b[i]))
    const tree = supportedTree(growTree(target, [codes(2, (i) => a[i]), codes(2, (i) => b[i])]), 5)
    expect(leaves(tree)).toBe(4)
  })

  it('keeps a function of a predictor, leaf by leaf', () => {
    const level = Int32Array.from({ length: n }, () => rng.int(40))
    const tree = growTree(
      codes(40, (i) => level[i]),
      [codes(40, (i) => level[i])],
    )
    expect(leaves(supportedTree(tree, 20))).toBe(leaves(tree))
  })

  it('undoes none with 0, and has the same records', () => {
    const tree = growTree(
      numbers(() => rng.normal()),
      [numbers(() => rng.normal())],
    )
    expect(leavesOf(supportedTree(tree, 0))).toEqual(leavesOf(tree))
    const one = supportedTree(tree, 1e9)
    expect(leavesOf(one).map(({ from, to }) => [from, to])).toEqual([[0, n]])
    expect(one.records).toBe(tree.records)
  })
})
