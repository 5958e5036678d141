import { seededRng } from '@sdc/core'
import { expect, it } from 'vitest'
import { buildNodes } from './kd-build.js'
import { rowNumbers } from './records.js'
import { searchOrder } from './search-order.js'

const rng = seededRng('order')
const records = new Float64Array(2000).map(() => rng.normal())

it('has every point once, with points at the same record adjacent', () => {
  const tree = buildNodes(records, 2, rowNumbers(1000))
  // Every record three times, far from each other.
  const points = Float64Array.of(...records, ...records, ...records)
  const order = searchOrder(tree, points)
  expect([...order].sort((a, b) => a - b)).toEqual([...rowNumbers(3000)])
  const place = new Uint32Array(3000)
  order.forEach((point, at) => (place[point] = at))
  // The points of a leaf of 16 records are 48.
  for (let i = 0; i < 1000; i++) expect(Math.abs(place[i] - place[i + 2000])).toBeLessThan(48)
})

it('keeps the order of points if one leaf has all records', () => {
  const tree = buildNodes(records.subarray(0, 20), 2, rowNumbers(10))
  expect([...searchOrder(tree, records)]).toEqual([...rowNumbers(1000)])
})
