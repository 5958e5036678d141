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
import { answerOf } from './paper-001-properties.js'
import { maskByPlan } from '@sdc/toolkit'

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

/** A method whose first column comes out changed. */
function changedBy(change: (value: number, i: number) => number): (method: MaskingMethod) => MaskingMethod {
  return (method) => ({
    ...method,
    plan: () => ({
      form: 'file',
      async mask(input) {
        const made = await maskByPlan(method, input)
        const [name] = made.files[0].columns.keys()
        const values = numericValues(
          { ...input.data, column: () => made.files[0].columns.get(name) ?? numeric([]) },
          name,
        )
        return {
          ...made,
          files: [{ columns: new Map([...made.files[0].columns, [name, numeric(values.map(change))]]) }],
        }
      },
    }),
  })
}

const widest = (tables: readonly PaperTable[]): number =>
  Math.max(
    ...renderPaper(paper001, tables, summarise(tables))
      .split('\n')
      .map(({ length }) => length),
  )

describe('paper 001, Table 1', () => {
  it('is what the techniques do to three files, every difference explained', async () => {
    const tables = await paperTables(paper001, paperOptions(), '1')
    const found = verdicts(tables, 'Table 1')
    // Ten techniques, six questions.
    expect(found).toHaveLength(60)
    const count = (one: Verdict): number => found.filter((verdict) => verdict === one).length
    expect([count('exact'), count('misprint'), count('disputed')]).toEqual([54, 4, 2])
    const checks = tables.flatMap(({ rows }) => rows.flatMap((row) => row.checks))
    const ids = checks.flatMap((check) => check?.misprint?.id ?? check?.disagreement?.id ?? [])
    expect(new Set(ids)).toEqual(new Set(['M4', 'D1', 'D2']))
    expect(tables.flatMap(({ notes }) => notes ?? []).filter((note) => note.startsWith('D3'))).toHaveLength(2)
    expect(summarise(tables).passed).toBe(true)
    expect(widest(tables)).toBeLessThanOrEqual(100)
  })

  it('does not hang on what is drawn', async () => {
    for (const seed of ['6', '7']) {
      expect(summarise(await paperTables(paper001, paperOptions({ seed }), '1')).passed).toBe(true)
    }
  })

  it('differs where a method does something else than the paper says, whatever it claims, or is not there', async () => {
    const shuffling = 'copula/data-shuffling'
    const sloppy = altered(
      shuffling,
      changedBy((value, i) => (i % 100 === 0 ? value * 2 : value)),
    )
    const near = altered(
      'linear/sblm',
      changedBy((value, i) => value * (1 + (i % 2 === 0 ? 1e-5 : -1e-5))),
    )
    const without = createRegistry()
      .use(standard.filter(({ methods }) => !methods?.some(({ id }) => id === shuffling)))
      .freeze()
    for (const registry of [sloppy, near, without]) {
      const tables = await paperTables(paper001, paperOptions({ registry }), '1')
      expect(summarise(tables).passed).toBe(false)
    }
  })
})

describe('answerOf', () => {
  it('says yes where a property is kept exactly, no where a file is a counter-example, and nothing in between', () => {
    expect([0, 1e-8, 1e-3, 3.9, 4, 6, 6.1, Infinity].map((statistic) => answerOf('linear', statistic))).toEqual([
      'yes',
      'yes',
      'in the limit',
      'in the limit',
      'undecided',
      'undecided',
      'no',
      'no',
    ])
    expect([0, 1e-9, 2.5, 2.6].map((statistic) => answerOf('marginals', statistic))).toEqual([
      'yes',
      'undecided',
      'undecided',
      'no',
    ])
    expect([4.9, 5.1, 21].map((statistic) => answerOf('risk', statistic))).toEqual(['yes', 'undecided', 'no'])
    expect([1e-10, 1e-8, 1e-5].map((statistic) => answerOf('sufficient', statistic))).toEqual([
      'yes',
      'undecided',
      'no',
    ])
  })
})

/** One run, so that what its tables and figures share is made once. */
const options = paperOptions()

describe('paper 001, the simulated file', () => {
  it('keeps product-moment correlations in every sub-group (A20), and the means of print', async () => {
    const tables = await paperTables(paper001, options, '3')
    expect(summarise(tables).passed).toBe(true)
    expect(verdicts(tables, 'Table 3, text')).toEqual(['not printed', 'not printed', 'not printed', 'in range'])
    // Three pairs, 24 sub-groups and the whole file, three perturbed columns.
    expect(verdicts(tables, 'Table 3, ').filter((one) => one === 'exact').length).toBeGreaterThanOrEqual(225)
    expect(verdicts(tables, 'Table 3').filter((one) => one === 'not compared')).toHaveLength(75)
    expect(widest(tables)).toBeLessThanOrEqual(120)
  })

  it('keeps rank correlations by shuffling', async () => {
    const tables = await paperTables(paper001, options, '4')
    expect(summarise(tables)).toMatchObject({ passed: true, counts: { differs: 0, misprint: 0 } })
  })

  it('is not reproduced by a linear model that is off in the fifth digit', async () => {
    const registry = altered(
      'linear/sblm',
      changedBy((value, i) => value * (1 + (i % 2 === 0 ? 1e-5 : -1e-5))),
    )
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
    expect(summarise(table6)).toMatchObject({ passed: true, counts: { differs: 0, misprint: 1 } })
    // Original and three perturbed files in eight sub-groups and overall; Shuffled is drawn.
    expect(verdicts(table6, 'Table 6').filter((one) => one === 'exact')).toHaveLength(4 * 9)
    const table7 = await paperTables(paper001, options, '7')
    expect(summarise(table7)).toMatchObject({ passed: true, counts: { differs: 0 } })
    // Sub-groups 2 and 6 are far off in every draw, others in some.
    const disagreeing = table7
      .flatMap(({ rows }) => rows)
      .filter(({ checks }) => checks.some((check) => check && verdictOf(check) === 'disputed'))
    expect(disagreeing.map(({ given }) => String(given[0]))).toEqual(expect.arrayContaining(['2', '6']))
    expect(disagreeing.flatMap(({ checks }) => checks.flatMap((check) => check?.disagreement?.id ?? []))).toEqual(
      disagreeing.map(() => 'D5'),
    )
    expect(JSON.stringify(table6)).toContain('M2')
  })
})
