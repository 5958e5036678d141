import { categorical, resolveParams, seededRng, type Table, type TableResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { relationsOf } from '../table/relations.js'
import { cellKeyMethod } from './cell-key.js'
import { addKeys, recordKeys } from './record-keys.js'
import { cpuSeconds } from '@sdc/testing/cpu-seconds'

const release = Uint8Array.from({ length: 32 }, (_, i) => 255 - i)

/** Frequencies of records by some columns, with a total in each, and the keys of the cells. */
function frequencies(records: readonly (readonly number[])[], keys: Float64Array, by: readonly number[]): Table {
  const cells = new Map<string, { levels: string[]; count: number; key: number }>()
  records.forEach((record, i) => {
    for (let totals = 0; totals < 1 << by.length; totals++) {
      const levels = by.map((d, j) => ((totals >> j) & 1 ? 'Total' : String(record[d])))
      const name = levels.join('|')
      const cell = cells.get(name) ?? { levels, count: 0, key: 0 }
      cells.set(name, { levels, count: cell.count + 1, key: addKeys(cell.key, keys[i]) })
    }
  })
  const all = [...cells.values()]
  const dimensions = by.map((_, j) => {
    const column = categorical(all.map(({ levels }) => levels[j]))
    return { ...column, taxonomy: new Map(column.levels.map((level) => [level, level === 'Total' ? null : 'Total'])) }
  })
  return {
    dimensions,
    counts: Int32Array.from(all, ({ count }) => count),
    values: Float64Array.from(all, ({ count }) => count),
    keys: Float64Array.from(all, ({ key }) => key),
    equations: relationsOf(dimensions).relations,
  }
}

const protect = async (table: Table, params: Readonly<Record<string, unknown>> = {}): Promise<TableResult> =>
  cellKeyMethod.protect({
    table,
    params: resolveParams(cellKeyMethod.params, params),
    rng: seededRng(1),
    tick: () => {},
  })

const random = seededRng('people')
const people = Array.from({ length: 2000 }, () => [random.int(12), random.int(15), random.int(2), random.int(3)])
const keys = recordKeys(
  people.map((_, i) => `person ${i}`),
  release,
)

describe('tabular/cell-key', () => {
  it('gives a cell the same count in every table, independently of the order of the records', async () => {
    const shownIn = async (table: Table, place: readonly number[]): Promise<Map<string, number>> => {
      const { values = new Float64Array() } = await protect(table)
      return new Map(
        Array.from(values, (value, c) => {
          const levels = ['Total', 'Total', 'Total', 'Total']
          table.dimensions.forEach(({ codes, levels: names }, j) => (levels[place[j]] = names[codes[c]]))
          return [levels.join('|'), value]
        }),
      )
    }
    const wide = await shownIn(frequencies(people, keys, [0, 1, 2, 3]), [0, 1, 2, 3])
    const reversed = [people.slice().reverse(), keys.slice().reverse()] as const
    for (const by of [[0, 1], [3, 0], [2], [1, 2, 3]]) {
      const narrow = await shownIn(frequencies(...reversed, by), by)
      expect(narrow.size).toBeGreaterThan(2)
      for (const [cell, value] of narrow) expect(wide.get(cell)).toBe(value)
    }
  })

  it.each([
    [5, 3, 2, [1, 2, 3, 7, 40]],
    [2, 1, 0, [1, 2, 900]],
    [10, 9, 0, [4, 30]],
  ])('has bias 0, variance V and no small count over 10⁵ keys: D %i, V %d, js %i', async (D, V, js, counts) => {
    const n = 1e5
    const u = seededRng('keys')
    const cellKeys = Float64Array.from({ length: n }, () => u.uniform())
    for (const count of counts) {
      const values = Float64Array.from({ length: n }, () => count)
      const table = { ...frequencies([], keys, [0]), values, counts: Int32Array.from(values), keys: cellKeys }
      const shown = (await protect(table, { D, V, js })).values ?? new Float64Array()
      const changes = shown.map((value) => value - count)
      const bias = changes.reduce((a, b) => a + b, 0) / n
      const variance = changes.reduce((a, b) => a + b * b, 0) / n - bias * bias
      expect(Math.abs(bias)).toBeLessThan(4 * Math.sqrt(V / n))
      expect(Math.abs(variance / V - 1)).toBeLessThan(0.02)
      expect(shown.every((value) => value === 0 || value > js)).toBe(true)
      expect(changes.every((change) => Math.abs(change) <= D)).toBe(true)
      expect(new Set(changes).size).toBeGreaterThan(1)
    }
  })

  it('keeps zeros for any key, and shows every other cell', async () => {
    const table = frequencies(people, keys, [0])
    const withZero = {
      ...table,
      counts: table.counts.slice(),
      values: table.values.slice(),
      keys: keys.slice(0, table.values.length),
    }
    withZero.counts[3] = withZero.values[3] = 0
    withZero.keys[3] = Number.NaN
    const { values, status } = await protect(withZero)
    expect(values?.[3]).toBe(0)
    expect([...status]).toEqual(Array.from(status, () => 0))
  })

  it('reports that totals are perturbed independently', async () => {
    const table = frequencies(people, keys, [0, 1])
    const { values = new Float64Array(), warnings } = await protect(table)
    const open = table.equations.filter(
      ({ cells, signs }) => cells.reduce((sum, cell, i) => sum + signs[i] * values[cell], 0) !== 0,
    )
    expect(open.length).toBeGreaterThan(table.equations.length / 2)
    expect(cellKeyMethod.additive).toBe(false)
    expect(warnings).toEqual([expect.stringContaining('no longer adds up')])
  })

  const table = frequencies(people.slice(0, 50), keys, [2])
  it.each<[string, Table, Readonly<Record<string, unknown>>, string, string]>([
    ['a table without keys', { ...table, keys: undefined }, {}, 'BAD_TABLE', 'the table has no cell keys'],
    [
      'a key of 1',
      { ...table, keys: table.counts.length ? new Float64Array(table.counts.length).fill(1) : undefined },
      {},
      'BAD_TABLE',
      'not a number from 0 to below 1',
    ],
    [
      'sums',
      { ...table, values: table.values.map((x) => 2.5 * x) },
      {},
      'BAD_TABLE',
      'cell keys change only counts, but the value of d1=',
    ],
    ['a variance too small', table, { V: 1 }, 'INFEASIBLE', 'the variance V cannot be 1: it can be from 2 to 5'],
    ['a variance too large', table, { V: 6 }, 'INFEASIBLE', 'it can be from 2 to 5'],
    ['D no greater than js', table, { D: 2 }, 'INFEASIBLE', 'no variance is possible'],
  ])('refuses %s', async (_, refused, params, code, message) => {
    await expect(protect(refused, params)).rejects.toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    )
  })

  it('processes a table of a million cells in about a second', async () => {
    const n = 1e6
    const cellKeys = Float64Array.from({ length: n }, (_, i) => i / n)
    const counts = Int32Array.from({ length: n }, (_, i) => i % 200)
    const began = cpuSeconds()
    const { values } = await protect({
      ...frequencies([], keys, [0]),
      counts,
      values: Float64Array.from(counts),
      keys: cellKeys,
    })
    expect(values?.length).toBe(n)
    // Takes about 0.2 s alone.
    expect(cpuSeconds() - began).toBeLessThan(5)
  })
})
