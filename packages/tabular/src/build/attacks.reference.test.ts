import { categorical, dataset, numeric, resolveParams, seededRng, type Taxonomy, type TableMethod } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { cellNamed } from '../golden.fixture.js'
import { dominanceRule } from '../rules/dominance.js'
import { minimumFrequencyRule } from '../rules/minimum-frequency.js'
import { pPercentRule } from '../rules/p-percent.js'
import { priorPosteriorRule } from '../rules/prior-posterior.js'
import { buildTable } from './build-table.js'

interface Written {
  readonly id: string
  readonly kind: 'count' | 'mag'
  readonly dims: readonly {
    readonly name: string
    readonly total: string
    readonly levels: readonly { readonly code: string; readonly parent: string | null }[]
  }[]
  readonly rules: readonly string[]
  readonly options: { readonly holding: Readonly<Record<string, string>> | null; readonly safe: readonly string[] }
  readonly records: readonly Readonly<Record<string, string | number>>[]
  readonly cells: readonly (Readonly<Record<string, string | number>> & { readonly largest: readonly number[] })[]
  readonly primary: readonly { readonly cell: string; readonly upper: number; readonly lower: number }[]
}

const { tables } = referenceFile<{ tables: readonly Written[] }>('tables/attacks.json')

/** `p=15%`, `pq=15,60`, `nk=1,75`, `freq=3, level 20 % of the value`. */
function ruleNamed(text: string): { readonly rule: TableMethod; readonly params: Record<string, number> } {
  const [a, b] = (text.match(/\d+/g) ?? []).map(Number)
  if (text.startsWith('freq')) return { rule: minimumFrequencyRule as TableMethod, params: { m: a, range: b } }
  if (text.startsWith('nk')) return { rule: dominanceRule as TableMethod, params: { n: a, k: b } }
  if (text.startsWith('pq')) return { rule: priorPosteriorRule as TableMethod, params: { p: a, q: b } }
  return { rule: pPercentRule as TableMethod, params: { p: a } }
}

describe.each(tables.filter(({ kind }) => kind === 'mag').map((one) => [one.id, one] as const))(
  'the records of %s',
  (_, { dims, records, options, cells, rules, primary }) => {
    const text = (name: string): string[] => records.map((record) => String(record[name]))
    const data = dataset([
      ...[...dims.map(({ name }) => name), 'respondent'].map((name) => [name, categorical(text(name))] as const),
      ['x', numeric(records.map(({ x }) => Number(x)))],
    ])
    const table = buildTable(data, {
      dimensions: dims.map(({ name, levels, total }) => ({
        name,
        hierarchy: new Map(
          levels.filter(({ code }) => code !== total).map(({ code, parent }) => [code, parent]),
        ) as Taxonomy,
      })),
      value: 'x',
      respondent: 'respondent',
      top: 2,
      ...(options.holding && { holding: new Map(Object.entries(options.holding)) }),
      ...(dims[0].total !== 'Total' && { total: dims[0].total }),
    })
    const cellOf = cellNamed(table)
    const keyOf = (cell: Readonly<Record<string, unknown>>): string =>
      dims.map(({ name }) => String(cell[name])).join('|')

    it('have the cells, largest contributions and lone contributors of the reference', () => {
      // Levels without records have no cells in a built table: their values are 0.
      const there = cells.filter((cell) => {
        const known = dims.every(({ name }, d) => table.dimensions[d].levels.includes(String(cell[name])))
        if (!known) expect(cell.value).toBe(0)
        return known
      })
      expect(there).toHaveLength(table.values.length)
      for (const cell of there) {
        const c = cellOf(keyOf(cell))
        expect({ value: table.values[c], count: table.counts[c] }).toEqual({ value: cell.value, count: cell.count })
        expect(Array.from(table.largest?.subarray(2 * c, 2 * c + 2) ?? [])).toEqual([
          cell.largest[0] ?? 0,
          cell.largest[1] ?? 0,
        ])
        expect(table.respondents?.[table.alone?.[c] ?? -1]).toBe(cell.alone)
      }
    })

    it('have the sensitive cells of the reference with their levels', () => {
      const upper = new Map<number, number>()
      const lower = new Map<number, number>()
      for (const { rule, params } of rules.map(ruleNamed)) {
        const input = { table, params: resolveParams(rule.params, params), rng: seededRng(1), tick: () => {} }
        const result = rule.protect(input)
        if (result instanceof Promise) throw new Error('a rule is no promise')
        result.status.forEach((one, c) => {
          if (one === 0) return
          upper.set(c, Math.max(upper.get(c) ?? 0, result.levels?.upper[c] ?? 0))
          lower.set(c, Math.max(lower.get(c) ?? 0, result.levels?.lower[c] ?? 0))
        })
      }
      for (const cell of options.safe) upper.delete(cellOf(cell))
      expect([...upper.keys()].sort((a, b) => a - b)).toEqual(
        primary.map(({ cell }) => cellOf(cell)).sort((a, b) => a - b),
      )
      for (const { cell, upper: above, lower: below } of primary) {
        // The reference is rounded to six decimals, and its lower levels are limited by public knowledge.
        expect(Math.abs((upper.get(cellOf(cell)) ?? 0) - above)).toBeLessThanOrEqual(1e-6)
        expect(lower.get(cellOf(cell))).toBeGreaterThanOrEqual(below - 1e-6)
      }
    })
  },
)
