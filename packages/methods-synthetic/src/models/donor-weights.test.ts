import type { TreeNode } from '@sdc/stats/trees'
import { expect, it } from 'vitest'
import { donorWeights } from './donor-weights.js'

const leaf = (from: number, to: number): TreeNode => ({ from, to }) as TreeNode

it('gives no person more than 1/k of a leaf, and leaves others at one per record', () => {
  const persons = Int32Array.of(0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 5, 6, 7)
  const records = Uint32Array.from(persons.keys())
  const weights = donorWeights(records, [leaf(0, 9), leaf(9, 14)], persons, 3)
  // Six records of one of four persons: 6w = (6w + 3)/3; two of one of four: 2w = (2w + 3)/3.
  expect(weights).toEqual(Float64Array.of(...new Array<number>(6).fill(0.25), 1, 1, 1, 0.75, 0.75, 1, 1, 1))
  expect(donorWeights(records, [leaf(6, 9)], persons, 3)).toBeUndefined()
  expect(donorWeights(records, [leaf(0, 14)], undefined, 5)).toBeUndefined()
})

it('weighs all persons of a leaf with too few of them the same', () => {
  const persons = Int32Array.of(0, 0, 0, 1)
  const weights = donorWeights(Uint32Array.of(3, 0, 1, 2), [leaf(0, 4)], persons, 5)
  expect(weights?.map((weight) => 3 * weight)).toEqual(Float64Array.of(3, 1, 1, 1))
})
