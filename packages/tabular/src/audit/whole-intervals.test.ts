import { seededRng, type Table } from '@sdc/core'
import { expect, it } from 'vitest'
import { roomOf } from '../attackers/room.js'
import { randomTable } from '../random-table.js'
import { solver } from '../solver/solver.js'
import { auditPattern } from './audit-pattern.js'
import { wholeIntervals } from './whole-intervals.js'

/**
 * Enumerates all whole tables that agree with the published cells and the grand total: least and greatest value of each
 * cell.
 */
function byEnumeration({ values, equations }: Table, hidden: Uint8Array, below: Float64Array): [number, number][] {
  const totals = new Set(equations.map(({ cells }) => cells[0]))
  const inner = [...values.keys()].filter((c) => !totals.has(c))
  const inside = (cell: number): readonly number[] => {
    const relation = equations.find(({ cells }) => cells[0] === cell)
    return relation ? [...relation.cells].slice(1).flatMap(inside) : [cell]
  }
  const parts = Array.from(values.keys(), inside)
  const ends = Array.from(values, (): [number, number] => [Infinity, -Infinity])
  const now = new Float64Array(values.length)
  const vary = (k: number, left: number): void => {
    if (k < inner.length) {
      const c = inner[k]
      for (now[c] = hidden[c] ? values[c] - below[c] : values[c]; now[c] <= left; now[c]++) {
        vary(k + 1, left - now[c])
        if (!hidden[c]) break
      }
      return
    }
    const sums = parts.map((own) => own.reduce((sum, c) => sum + now[c], 0))
    if (sums.some((sum, c) => hidden[c] === 0 && sum !== values[c])) return
    sums.forEach((sum, c) => (ends[c] = [Math.min(ends[c][0], sum), Math.max(ends[c][1], sum)]))
  }
  vary(0, values[0])
  return ends
}

it('finds the intervals of counts over all whole tables, in three dimensions', async () => {
  for (let seed = 1; seed <= 25; seed++) {
    const rng = seededRng(`whole ${seed}`)
    const { table: shape } = randomTable({ dimensions: [2, 2, 2], seed })
    const totals = new Set(shape.equations.map(({ cells }) => cells[0]))
    const values = Float64Array.from(shape.values, (_, c) => (totals.has(c) ? 0 : rng.int(3)))
    const sum = (cell: number): number => {
      const relation = shape.equations.find(({ cells }) => cells[0] === cell)
      return relation ? relation.cells.slice(1).reduce((total, c) => total + sum(c), 0) : values[cell]
    }
    totals.forEach((c) => (values[c] = sum(c)))
    const table = { ...shape, values, counts: Int32Array.from(values) }
    const hidden = Uint8Array.from(values, (_, c) => Number(c > 0 && rng.uniform() < 0.7))
    const { low, high } = await auditPattern(table, hidden, undefined, { singletons: 'auto', tick: () => {} })
    const ends = byEnumeration(table, hidden, roomOf(table, hidden).below)
    expect(
      [...low].map((one, c) => [one, high[c]]),
      `seed ${seed}`,
    ).toEqual(ends)
  }
})

it('rounds the ends of linear programs inwards', async () => {
  const { table } = randomTable({ dimensions: [3], seed: 1 })
  const counts = { ...table, counts: Int32Array.from(table.values) }
  const cells = Int32Array.of(1, 2, 3)
  const room = roomOf(counts, Uint8Array.of(0, 1, 1, 1))
  const reaches = { below: Float64Array.of(2.5, 1.9999999, 0), above: Float64Array.of(0.5, 1.2, Infinity) }
  const { below, above } = wholeIntervals(await solver(), counts, room, cells, reaches)
  expect([[...below], [...above]]).toEqual([
    [2, 2, 0],
    [0, 1, Infinity],
  ])
})
