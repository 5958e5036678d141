import { seededRng } from '@sdc/core'
import { referenceFile } from '@sdc/testing/reference'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growTree, type TreeOptions } from './grow-tree.js'
import { leafOf, leavesOf } from './leaf-of.js'
import type { Tree } from './tree.js'
import { recordsOf, type TreeColumn } from './tree-column.js'

interface StoredColumn {
  readonly kind: TreeColumn['kind']
  readonly values: readonly number[]
  readonly codes: readonly number[]
  readonly levels: number
}

interface Case {
  readonly id: string
  readonly options: TreeOptions
  readonly target: StoredColumn
  readonly predictors: readonly StoredColumn[]
  readonly leaf: readonly number[]
}

const { cases } = referenceFile<{ readonly cases: readonly Case[] }>('trees/trees.json')

function columnOf({ kind, values, codes, levels }: StoredColumn): TreeColumn {
  return kind === 'numbers'
    ? { kind, values: Float64Array.from(values) }
    : { kind, codes: Int32Array.from(codes), levels }
}

/** Number of the leaf of each record, leaves numbered in the order of their first records. */
function leafNumbers(tree: Tree): Int32Array {
  const leaf = new Int32Array(tree.records.length)
  leavesOf(tree).forEach(({ from, to }, at) => tree.records.subarray(from, to).forEach((record) => (leaf[record] = at)))
  return inOrder(leaf)
}

function inOrder(groups: ArrayLike<number>): Int32Array {
  const numbers = new Map<number, number>()
  return Int32Array.from(groups, (group) => {
    const own = numbers.get(group) ?? numbers.size
    numbers.set(group, own)
    return own
  })
}

describe('trees', () => {
  it.each(cases)('equal those of rpart: $id', ({ options, target, predictors, leaf }) => {
    const columns = predictors.map(columnOf)
    const tree = growTree(columnOf(target), columns, options)
    expect(leafNumbers(tree)).toEqual(inOrder(leaf))
    // Records find the leaf that they were grown in.
    const find = leafOf(tree, columns)
    leavesOf(tree).forEach((node) =>
      tree.records.subarray(node.from, node.to).forEach((i) => expect(find(i)).toBe(node)),
    )
  })

  it('have pure leaves if the target is a function of a predictor', () => {
    const rng = seededRng('function')
    const codes = Int32Array.from({ length: 400 }, () => rng.int(40))
    const target: TreeColumn = { kind: 'categories', codes: codes.map((code) => code % 7), levels: 7 }
    const tree = growTree(target, [{ kind: 'categories', codes, levels: 40 }], { smallestLeaf: 1 })
    expect(leavesOf(tree).every(({ impurity }) => impurity === 0)).toBe(true)
  })

  it('send an unseen level to the larger side', () => {
    const codes = Int32Array.of(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1)
    const target: TreeColumn = { kind: 'numbers', values: Float64Array.from(codes, (code) => 10 * code) }
    const tree = growTree(target, [{ kind: 'categories', codes, levels: 3 }])
    const find = leafOf(tree, [{ kind: 'categories', codes: Int32Array.of(0, 1, 2), levels: 3 }])
    expect([0, 1, 2].map((i) => find(i).to - find(i).from)).toEqual([5, 7, 7])
  })

  it('count persons in a leaf, not records', () => {
    // Two persons with four records each have high values: they do not make a leaf of five persons.
    const persons = Int32Array.from({ length: 20 }, (_, i) => (i < 8 ? i >> 2 : i))
    const values = Float64Array.from(persons, (person) => (person < 2 ? 100 : person))
    const x: TreeColumn = { kind: 'numbers', values: Float64Array.from({ length: 20 }, (_, i) => i) }
    const personsOf = (tree: Tree): number[] =>
      leavesOf(tree).map(({ from, to }) => new Set(Array.from(tree.records.subarray(from, to), (i) => persons[i])).size)
    const options = { smallestSplit: 2 }
    expect(personsOf(growTree({ kind: 'numbers', values }, [x], options))).toContain(2)
    expect(personsOf(growTree({ kind: 'numbers', values }, [x], { ...options, persons })).every((n) => n >= 5)).toBe(
      true,
    )
  })

  it('refuse missing values, codes without a level and columns of other lengths', () => {
    const y: TreeColumn = { kind: 'numbers', values: Float64Array.of(1, 2) }
    expect(() => growTree({ kind: 'numbers', values: Float64Array.of(1, Number.NaN) }, [])).toThrow(RangeError)
    expect(() => growTree(y, [{ kind: 'categories', codes: Int32Array.of(0, 2), levels: 2 }])).toThrow('0 … 1')
    expect(() => growTree(y, [{ kind: 'numbers', values: Float64Array.of(1) }])).toThrow('has 1 records')
  })

  it('end when the caller stops them', () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => i)
    const column: TreeColumn = { kind: 'numbers', values }
    const tick = (fraction: number): void => {
      if (fraction > 0.5) throw new Error('enough')
    }
    expect(() => growTree(column, [column], { tick })).toThrow('enough')
  })
})

const column = (n: number): fc.Arbitrary<TreeColumn> =>
  fc.oneof(
    fc
      .array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true })), {
        minLength: n,
        maxLength: n,
      })
      .map((values): TreeColumn => ({ kind: 'numbers', values: Float64Array.from(values, (v) => v / 2 ** 600) })),
    fc
      .array(fc.integer({ min: 0, max: 8 }), { minLength: n, maxLength: n })
      .map((codes): TreeColumn => ({ kind: 'categories', codes: Int32Array.from(codes), levels: 9 })),
  )

describe('any tree', () => {
  it('has leaves that are large enough and partition the records', () => {
    const files = fc
      .integer({ min: 1, max: 40 })
      .chain((n) => fc.tuple(column(n), fc.array(column(n), { maxLength: 3 })))
    fc.assert(
      fc.property(files, fc.integer({ min: 1, max: 6 }), ([target, predictors], smallestLeaf) => {
        const tree = growTree(target, predictors, { smallestLeaf })
        const leaves = leavesOf(tree)
        const n = recordsOf(target)
        expect([...tree.records].sort((a, b) => a - b)).toEqual([...Array.from({ length: n }).keys()])
        expect(leaves.map(({ from }) => from)).toEqual([0, ...leaves.slice(0, -1).map(({ to }) => to)])
        if (leaves.length > 1) for (const { from, to } of leaves) expect(to - from).toBeGreaterThanOrEqual(smallestLeaf)
        const find = leafOf(tree, predictors)
        for (const leaf of leaves) for (const i of tree.records.subarray(leaf.from, leaf.to)) expect(find(i)).toBe(leaf)
      }),
    )
  })
})
