import {
  categorical,
  dataset,
  numeric,
  resolveParams,
  seededRng,
  type Table,
  type TableMethod,
  type TableResult,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { buildTable } from '../build/build-table.js'
import { dominanceRule } from '../rules/dominance.js'
import { minimumFrequencyRule } from '../rules/minimum-frequency.js'
import { pPercentRule } from '../rules/p-percent.js'
import { priorPosteriorRule } from '../rules/prior-posterior.js'
import { exactSuppressionMethod } from '../suppress/exact-suppression.js'
import { greedySuppressionMethod } from '../suppress/greedy-suppression.js'
import { attacked, secondaryOf, type Attacked } from './attacked.fixture.js'
import { innerOf, levelOf, prepared, ruleOf, type DescribedTable, type Rule } from './described.fixture.js'
import { run } from './protected.fixture.js'
import { randomCounts, randomMagnitudes } from './random-described.fixture.js'
import { secondAudit } from './second-audit.fixture.js'

const seeds = Array.from({ length: 20 }, (_, i) => i + 1)
const random = (most: number): DescribedTable[] =>
  seeds.flatMap((seed) => [randomCounts(seed), randomMagnitudes(seed)]).filter(({ cells }) => cells.length <= most)
const greedy = greedySuppressionMethod as TableMethod
const exact = exactSuppressionMethod as TableMethod

async function resultOf(method: TableMethod, described: DescribedTable): Promise<TableResult> {
  const one = prepared(described)
  return await run(method, one, { cost: described.options.cost, zeros: one.zeros })
}

async function statusOf(method: TableMethod, described: DescribedTable): Promise<number[]> {
  return Array.from((await resultOf(method, described)).status)
}

async function costOf(method: TableMethod, described: DescribedTable): Promise<number> {
  return Number((await resultOf(method, described)).report?.get('cost'))
}

/** Renames every level; the lines stay in order. */
function renamed(described: DescribedTable): DescribedTable {
  const name = (code: string | number): string => `${String(code).length}${String(code).toUpperCase()} – é`
  const key = (text: string): string => text.split('|').map(name).join('|')
  const codes = <T extends Readonly<Record<string, string | number>>>(one: T): T => ({
    ...one,
    ...Object.fromEntries(described.dims.map((dim) => [dim.name, name(one[dim.name])])),
  })
  return {
    ...described,
    dims: described.dims.map((dim) => ({
      ...dim,
      levels: dim.levels.map(({ code, parent }) => ({
        code: name(code),
        parent: parent === null ? null : name(parent),
      })),
    })),
    cells: described.cells.map(codes),
    records: described.records?.map(codes) ?? null,
    options: { ...described.options, safe: described.options.safe.map(key), fixed: described.options.fixed.map(key) },
  }
}

/** Multiplies all contributions by a factor. */
function scaled(described: DescribedTable, factor: number): DescribedTable {
  return {
    ...described,
    cells: described.cells.map((cell) => ({ ...cell, value: factor * Number(cell.value) })),
    records: described.records?.map((record) => ({ ...record, x: factor * record.x })) ?? null,
  }
}

describe('a pattern', () => {
  it.each([
    ['greedy', greedy, 100],
    ['exact', exact, 36],
  ] as const)('is equal on repetition, and after renaming of levels: %s', async (_, method, most) => {
    for (const described of random(most)) {
      const status = await statusOf(method, described)
      expect(await statusOf(method, described)).toEqual(status)
      expect(await statusOf(method, renamed(described))).toEqual(status)
    }
  })

  it.each([
    ['greedy', greedy, 100],
    ['exact', exact, 36],
  ] as const)('is equal after multiplication of all magnitudes by a thousand: %s', async (_, method, most) => {
    for (const described of random(most).filter(({ kind }) => kind === 'mag'))
      expect(await statusOf(method, scaled(described, 1000))).toEqual(await statusOf(method, described))
  })

  it('suppresses another cell if published zeros reveal ones', async () => {
    const counts: DescribedTable = {
      dims: [
        {
          name: 'd0',
          levels: ['Total', 'A', 'B', 'C', 'D', 'E'].map((code, i) => ({ code, parent: i === 0 ? null : 'Total' })),
        },
      ],
      cells: Object.entries({ Total: 13, A: 10, B: 1, C: 1, D: 1, E: 0 }).map(([d0, value]) => ({ d0, value })),
      kind: 'count',
      rules: ['freq=2'],
      options: { zeros: 'published', cost: 'value', safe: [], fixed: [], holding: null },
      records: null,
    }
    expect(await statusOf(exact, counts)).toEqual([0, 2, 1, 1, 1, 0])
    expect(await statusOf(greedy, counts)).toEqual([0, 2, 1, 1, 1, 0])
  })
})

describe('the cost', () => {
  it('is at least as high for the greedy method as for the exact one, and for its bound, and does not fall if more must be published', async () => {
    for (const described of random(36)) {
      const least = await costOf(exact, described)
      const { report } = await resultOf(greedy, described)
      expect(Number(report?.get('cost'))).toBeGreaterThanOrEqual(least * (1 - 1e-9))
      expect(Number(report?.get('bound'))).toBeLessThanOrEqual(least * (1 + 1e-6))
      const free = { ...described, options: { ...described.options, fixed: [] } }
      expect(await costOf(exact, free)).toBeLessThanOrEqual(least * (1 + 1e-9))
    }
  })

  it('comes from secondary cells that cannot be published', async () => {
    let tried = 0
    for (const described of random(100)) {
      const one = prepared(described)
      const { status } = await resultOf(greedy, described)
      if ((await secondAudit(one, status, { own: true })).broken.length > 0) continue
      for (const cell of [...status.keys()].filter((c) => status[c] === 2)) {
        const without = status.slice()
        without[cell] = 0
        const { broken } = await secondAudit(one, without, { own: true })
        expect([secondaryOf(one, status), cell, broken.length > 0]).toEqual([secondaryOf(one, status), cell, true])
        tried++
      }
    }
    expect(tried).toBeGreaterThan(20)
  })
})

describe('the witnesses', () => {
  it.each([
    ['greedy', greedy, 100],
    ['exact', exact, 36],
  ] as const)(
    'are whole for counts, and satisfy all relations and public bounds exactly: %s',
    async (_, method, most) => {
      let witnesses = 0
      for (const seed of seeds) {
        const described = randomCounts(seed)
        if (described.cells.length > most) continue
        const one = prepared(described)
        const result = await resultOf(method, described)
        for (const { cells, differences } of result.witnesses ?? []) {
          witnesses++
          const { values, equations } = one.table
          const changed = values.slice()
          cells.forEach((cell, i) => (changed[cell] += differences[i]))
          expect([...differences].filter((d) => !Number.isInteger(d))).toEqual([])
          expect([...cells].filter((cell) => result.status[cell] === 0)).toEqual([])
          const least = one.zeros === 'published' ? 1 : 0
          expect([...cells].filter((cell) => changed[cell] < Math.min(least, values[cell]))).toEqual([])
          for (const relation of equations)
            expect(relation.cells.reduce((sum, cell, i) => sum + relation.signs[i] * changed[cell], 0)).toBe(0)
        }
      }
      if (method === greedy) expect(witnesses).toBeGreaterThan(20)
    },
  )
})

const rules = { freq: minimumFrequencyRule, p: pPercentRule, nk: dominanceRule, pq: priorPosteriorRule } as const

describe('the project’s rules on a table built from its records', () => {
  it.each(attacked.filter(({ records }) => records))(
    'find the sensitive cells of $id, and their levels',
    async (one) => {
      const { table, place } = built(one)
      const described = prepared(one)
      for (const rule of described.rules) {
        const method = rules[rule.kind] as TableMethod
        const given = Object.fromEntries((method.short?.params ?? []).map((name, i) => [name, rule.numbers[i]]))
        const params = resolveParams(method.params, given)
        const { status, levels } = await method.protect({ table, params, rng: seededRng(1), tick: () => {} })
        // A level without records is not in the table; the rules ignore declared cells.
        const judged = [...place.keys()].filter((c) => place[c] >= 0 && described.table.given?.[c] === 0)
        for (const cell of judged) {
          const primary = described.primary.get(cell)
          const found = Number(primary?.rules.includes(rule) ?? false)
          expect([rule.name, cell, status[place[cell]]]).toEqual([rule.name, cell, found])
          if (described.rules.length === 1 && primary) expect(levels?.upper[place[cell]]).toBeCloseTo(primary.upper, 6)
        }
      }
    },
  )

  it('have the defined levels for unions and remainders', async () => {
    const rng = seededRng('levels')
    let asked = 0
    for (const written of ['p=15%', 'p=60%', 'nk=1,70', 'nk=2,85', 'pq=15,60', 'freq=3, level 20 % of the value']) {
      const rule = ruleOf(written)
      const { levelOf: theirs } = await resultOfRule(rule, built(attacked[9]).table)
      for (let round = 0; round < 50; round++) {
        const x = Array.from({ length: 1 + rng.int(4) }, () => 1 + rng.int(10) ** 2).sort((a, b) => b - a)
        const contributions = { total: x.reduce((a, b) => a + b, 0), count: x.length, largest: Float64Array.from(x) }
        const [union, remainder] = (['cell', 'remainder'] as const).map((as) => levelOf(rule, x, as))
        if (rule.kind !== 'freq')
          expect([written, x, theirs?.(contributions, 'union')]).toEqual([written, x, near(union)])
        expect([written, x, theirs?.(contributions, 'remainder')]).toEqual([written, x, near(remainder)])
        asked += Number(union > 0)
        if ((rule.kind !== 'p' && rule.kind !== 'pq') || x.length < 2) continue
        // The level of a remainder against a contributor is at most that of the cell, and all of it against the second
        // largest.
        const left = x.map((_, i) =>
          levelOf(
            rule,
            x.filter((_x, j) => j !== i),
            'remainder',
          ),
        )
        expect(left[1]).toBeCloseTo(union, 9)
        for (const level of left) expect(level).toBeLessThanOrEqual(union + 1e-9)
      }
    }
    expect(asked).toBeGreaterThan(50)
  })

  it.each(attacked.filter(({ records }) => records))(
    'keep the contributions of respondents to the cells of $id',
    (one) => {
      const { table, place } = built(one)
      const described = prepared(one)
      const { contributions, respondents } = table
      const inner = innerOf(described.table)
      const cells = [...inner.keys()].filter((c) => inner[c] === 1)
      const all = cells.flatMap((c) => [...described.contributions[c]].map(([who, x]) => ({ c, who, x })))
      const several = all.filter(({ c, who }) => all.some((other) => other.who === who && other.c !== c))
      const found = cells.flatMap((c) => {
        if (place[c] < 0 || !contributions) return []
        const { starts, respondents: numbers, values } = contributions
        const [from, to] = [starts[place[c]], starts[place[c] + 1]]
        return [...values.subarray(from, to)].map((x, i) => ({ c, who: respondents?.[numbers[from + i]], x }))
      })
      expect(all).toEqual(expect.arrayContaining(found))
      expect(found).toEqual(expect.arrayContaining(several))
    },
  )
})

const near = (level: number): unknown => expect.closeTo(level, 6)

/** Runs the project's rule of the same kind. */
async function resultOfRule({ kind, numbers }: Rule, table: Table): Promise<TableResult> {
  const method = rules[kind] as TableMethod
  const given = Object.fromEntries((method.short?.params ?? []).map((name, i) => [name, numbers[i]]))
  const params = resolveParams(method.params, given)
  return await method.protect({ table, params, rng: seededRng(1), tick: () => {} })
}

/**
 * The table that `buildTable` makes from the records, with firms of a holding as one, and its place of each reference
 * cell.
 */
function built({ dims, cells, records, options }: Attacked): { readonly table: Table; readonly place: Int32Array } {
  const rows = records ?? []
  const data = dataset([
    ...dims.map(({ name }) => [name, categorical(rows.map((row) => String(row[name])))] as const),
    ['respondent', categorical(rows.map(({ respondent }) => options.holding?.[respondent] ?? respondent))],
    ['x', numeric(Float64Array.from(rows, ({ x }) => x))],
  ])
  const table = buildTable(data, {
    dimensions: dims.map(({ name, levels }) => ({
      name,
      hierarchy: new Map(levels.map(({ code, parent }) => [code, parent])),
    })),
    value: 'x',
    respondent: 'respondent',
    total: dims[0].levels[0].code,
  })
  const key = (c: number): string => table.dimensions.map(({ codes, levels }) => levels[codes[c]]).join('|')
  const at = new Map(Array.from(table.values, (_, c) => [key(c), c]))
  const place = Int32Array.from(cells, (cell) => at.get(dims.map(({ name }) => cell[name]).join('|')) ?? -1)
  return { table, place }
}
