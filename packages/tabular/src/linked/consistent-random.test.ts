import { seededRng, type CategoricalColumn, type Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { exactInterval } from '../audit/exact-interval.fixture.js'
import { randomTable } from '../random-table.js'
import { relationsOf } from '../table/relations.js'
import { consistentTables } from './consistent-tables.js'

const options = { least: 3, percent: 10, tick: () => {} }
const tables = process.env['SDC_SOAK'] === '1' ? 500 : 20

/** Some cells of a table as a separate table, without one of its dimensions. */
function slice(table: Table, cells: readonly number[], without: number): Table {
  const dimensions = table.dimensions
    .filter((_, d) => d !== without)
    .map((one): CategoricalColumn => ({ ...one, codes: Int32Array.from(cells, (c) => one.codes[c]) }))
  return {
    dimensions,
    names: table.names?.filter((_, d) => d !== without),
    values: Float64Array.from(cells, (c) => table.values[c]),
    counts: Int32Array.from(cells, (c) => table.counts[c]),
    equations: relationsOf(dimensions).relations,
  }
}

describe('releases of parts of random tables', () => {
  it('disclose the same as the whole table', async () => {
    let narrower = 0
    for (let number = 0; number < tables; number++) {
      const rng = seededRng(`releases ${number}`)
      const { table } = randomTable({
        dimensions: [2, 2, 2],
        seed: `releases ${number}`,
        zeros: 0.1,
        sensitive: 0.4,
        alone: 0.5,
      })
      const { dimensions, values } = table
      const without = (d: number): number[] =>
        [...values.keys()].filter((c) => dimensions[d].levels[dimensions[d].codes[c]] === 'Total')
      // Three tables of two dimensions each; the cells of all three share their totals.
      const parts = [0, 1, 2].map(without)
      const hidden = parts.map((cells) => Uint8Array.from(cells, () => Number(rng.uniform() < 0.4)))
      const published = new Set(parts.flatMap((cells, t) => cells.filter((_, c) => hidden[t][c] === 0)))
      const there = new Set(parts.flat())
      const releases = parts.map((cells, t) => ({ name: `T${t}`, table: slice(table, cells, t), pattern: hidden[t] }))
      const { low, high, joined, findings } = await consistentTables(releases, options)
      // The relations among the released cells, derived without the join.
      const equations = table.equations.filter(({ cells }) => cells.every((c) => there.has(c)))
      const suppressed = Uint8Array.from(values, (_, c) => Number(there.has(c) && !published.has(c)))
      const exact = new Set<string>()
      joined.suppressedBy.forEach((by, cell) => {
        if (by.length === 0) return
        const own = parts[by[0].release][by[0].cell]
        const [least, most] = exactInterval({ values, equations }, suppressed, own)
        const what = `tables ${number}, cell ${own}`
        expect(Math.abs(low[cell] - least), what).toBeLessThanOrEqual(1e-6 * values[own])
        if (most === Infinity) expect(high[cell], what).toBe(Infinity)
        else expect(Math.abs(high[cell] - most), what).toBeLessThanOrEqual(1e-6 * Math.max(most, 1))
        if (least === most) exact.add(`T${by[0].release} ${own}`)
      })
      for (const { kind, sentence, low: from, high: to, aloneLow, aloneHigh } of findings) {
        if (from < to) expect(kind).toBe('near')
        if (aloneLow < from || aloneHigh > to) narrower++
        // The sentence adds up to the finding.
        const said = /: (.*) = (-?[\d.]+)\.$/.exec(sentence)
        if (kind !== 'exact' || said === null) continue
        const sum = said[1].replace(/^[^(]*$/, '0').match(/(?:− )?(?:[\d.]+ × )?T\d [^()]*\((?:\d+)\)/g) ?? []
        const total = sum.reduce((all, term) => {
          const times = Number(/([\d.]+) × /.exec(term)?.[1] ?? 1)
          return all + (term.startsWith('−') ? -1 : 1) * times * Number(/\((\d+)\)/.exec(term)?.[1])
        }, 0)
        expect([total, Number(said[2])], sentence).toEqual([from, from])
      }
      expect(findings.filter(({ low: from, high: to }) => from === to)).toHaveLength(exact.size)
    }
    expect(narrower).toBeGreaterThan(tables / 4)
  })
})
