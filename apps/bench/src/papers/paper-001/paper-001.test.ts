import { createRegistry, numeric, numericValues, type MaskingMethod, type Registry } from '@sdc/core'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { paperOptions } from '../options.fixture.js'
import { paper001 } from './paper-001.js'
import { paperTables } from '../paper-tables.js'
import type { PaperTable } from '../paper.js'
import { renderPaper } from '../render.js'
import { summarise } from '../summary.js'
import { verdictOf, type Verdict } from '../verdict.js'

function verdicts(tables: readonly PaperTable[], id: string): Verdict[] {
  const checks = tables
    .filter((table) => table.id.startsWith(id))
    .flatMap(({ rows }) => rows.flatMap((row) => row.checks))
  return checks.flatMap((check) => (check ? [verdictOf(check)] : []))
}

/** The standard registry with one method changed. */
function altered(id: string, change: (method: MaskingMethod) => MaskingMethod): Registry {
  const plugins = standard.map((plugin) => ({
    ...plugin,
    methods: (plugin.methods ?? []).map((method) => (method.id === id ? change(method) : method)),
  }))
  return createRegistry().use(plugins).freeze()
}

const widest = (tables: readonly PaperTable[]): number =>
  Math.max(
    ...renderPaper(paper001, tables, summarise(tables))
      .split('\n')
      .map(({ length }) => length),
  )

describe('paper 001, Table 1', () => {
  it('follows from the claims of the methods, every disagreement explained', async () => {
    const tables = await paperTables(paper001, paperOptions(), '1')
    const found = verdicts(tables, 'Table 1')
    // Ten techniques, six questions.
    expect(found).toHaveLength(60)
    expect(found.filter((one) => one !== 'exact')).toEqual(new Array(8).fill('misprint'))
    const ids = tables.flatMap(({ rows }) => rows.flatMap(({ checks }) => checks.map((check) => check?.misprint?.id)))
    expect(new Set(ids)).toEqual(new Set([undefined, 'M4', 'D1', 'D2', 'D3']))
    expect(widest(tables)).toBeLessThanOrEqual(100)
  })

  it('differs where a method claims something else, or is not there', async () => {
    const shuffling = 'copula/data-shuffling'
    const modest = altered(shuffling, (method) => ({
      ...method,
      traits: { ...method.traits, claims: { marginals: false } },
    }))
    const without = createRegistry()
      .use(standard.filter(({ methods }) => !methods?.some(({ id }) => id === shuffling)))
      .freeze()
    for (const registry of [modest, without]) {
      const tables = await paperTables(paper001, paperOptions({ registry }), '1')
      expect(summarise(tables).passed).toBe(false)
    }
  })
})

/** One run, so that what its tables and figures share is made once. */
const options = paperOptions()

describe('paper 001, the simulated file', () => {
  it('keeps product-moment correlations in every sub-group (A20), and the means of print', async () => {
    const tables = await paperTables(paper001, options, '3')
    expect(summarise(tables).passed).toBe(true)
    expect(verdicts(tables, 'Table 3, text')).toEqual(['exact', 'exact', 'exact', 'within tolerance'])
    // Three pairs, 24 sub-groups and the whole file, five columns.
    expect(verdicts(tables, 'Table 3').filter((one) => one === 'not compared')).toHaveLength(375)
    expect(widest(tables)).toBeLessThanOrEqual(120)
  })

  it('keeps rank correlations by shuffling', async () => {
    const tables = await paperTables(paper001, options, '4')
    expect(summarise(tables)).toMatchObject({ passed: true, counts: { differs: 0, misprint: 0 } })
  })

  it('is not reproduced by a linear model that is off in the fifth digit', async () => {
    const registry = altered('linear/sblm', (method) => ({
      ...method,
      async apply(input) {
        const made = await method.apply(input)
        const [name] = made.files[0].columns.keys()
        const values = numericValues(
          { ...input.data, column: () => made.files[0].columns.get(name) ?? numeric([]) },
          name,
        )
        const off = values.map((value, i) => value * (1 + (i % 2 === 0 ? 1e-5 : -1e-5)))
        return { ...made, files: [{ columns: new Map([...made.files[0].columns, [name, numeric(off)]]) }] }
      },
    }))
    expect(summarise(await paperTables(paper001, paperOptions({ registry }), '3')).passed).toBe(false)
  })

  it('has ten figures with those of the Census file', async () => {
    const drawn = (await paper001.figures?.(options)) ?? []
    expect(drawn.map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((one) => `paper-001-figure-${one}.svg`),
    )
    for (const { svg } of drawn) {
      expect(svg).toMatch(/^<svg /)
      expect(svg.length).toBeLessThan(200_000)
    }
  })
})

describe('paper 001, the Census file', () => {
  it('has the printed product-moment correlations (A16, A17, A20), and rank ones but for D5', async () => {
    const table6 = await paperTables(paper001, options, '6')
    expect(summarise(table6)).toMatchObject({ passed: true, counts: { differs: 0, misprint: 0 } })
    // Original and three perturbed files in eight sub-groups and overall, and the greatest difference; Shuffled is drawn.
    expect(verdicts(table6, 'Table 6').filter((one) => one === 'exact')).toHaveLength(4 * 9 + 1)
    const table7 = await paperTables(paper001, options, '7')
    expect(summarise(table7)).toMatchObject({ passed: true, counts: { differs: 0 } })
    // Of the column that cannot be of this file the sub-groups 2 and 6 are far off whatever is drawn; others by the draw.
    const misprinted = table7
      .flatMap(({ rows }) => rows)
      .filter(({ checks }) => checks.some((check) => check && verdictOf(check) === 'misprint'))
    expect(misprinted.map(({ given }) => String(given[0]))).toEqual(expect.arrayContaining(['2', '6']))
    expect(misprinted.flatMap(({ checks }) => checks.flatMap((check) => check?.misprint?.id ?? []))).toEqual(
      misprinted.map(() => 'D5'),
    )
    expect(JSON.stringify(table6)).toContain('M2')
  })
})
