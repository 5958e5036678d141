import {
  categorical,
  createRegistry,
  dataset,
  numeric,
  seededRng,
  takeRows,
  type Dataset,
  type NumericColumn,
} from '@sdc/core'
import {
  decide,
  parseFileSchema,
  replicateRng,
  runSteps,
  type Comparison,
  type DecidePlan,
  type FileSchema,
} from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import records from './records.js'

const registry = createRegistry().use(records).freeze()
const plan: DecidePlan = { by: [], smallGroups: 'error', then: [[], []], axes: {}, replicates: 2 }

/** Employees: four keys, one of them (level) related to pay; a bonus that is mostly zero. */
function employees(rows: number, unit = 1): Dataset {
  const rng = seededRng('employees')
  const pick = (of: readonly string[]): string => of[Math.floor(rng.uniform() * of.length)]
  const level = Array.from({ length: rows }, () => pick(['junior', 'junior', 'senior', 'lead']))
  const base = { junior: 30, senior: 45, lead: 70 }
  const pay = level.map((one) => Math.round(unit * base[one as 'lead'] * Math.exp(0.15 * rng.normal())))
  return dataset([
    ['sex', categorical(level.map(() => pick(['f', 'm'])))],
    ['level', categorical(level)],
    ['region', categorical(level.map(() => pick(['north', 'south', 'east', 'west'])))],
    ['age', numeric(level.map(() => 20 + Math.floor(40 * rng.uniform())))],
    ['pay', numeric(pay)],
    ['bonus', numeric(pay.map((one) => (rng.uniform() < 0.6 ? 0 : Math.round(one * rng.uniform()))))],
  ])
}

const schema: FileSchema = parseFileSchema({
  columns: {
    sex: { role: 'quasi-identifier' },
    level: { role: 'quasi-identifier' },
    region: { role: 'quasi-identifier' },
    age: { role: 'quasi-identifier' },
    pay: { role: 'confidential' },
    bonus: { role: 'confidential' },
  },
})

const decided = (original: Dataset, more: Partial<Parameters<typeof decide>[0]> = {}): Promise<Comparison> =>
  decide({ registry, original, schema, compare: plan, rng: seededRng('1'), ...more })

const choiceOf = ({ rows }: Comparison) => rows.find(({ chosen }) => chosen)

describe('a choice by parts', () => {
  const file = employees(400)
  const first = decided(file)

  it('keeps every limit of its purpose in every run, and masks both sides', async () => {
    const comparison = await first
    const chosen = choiceOf(comparison)
    expect(chosen?.beyond).toEqual([])
    expect(chosen?.replicates).toBe(2)
    const limits = Object.fromEntries(comparison.limits.map(({ metric, value }) => [metric.id, value]))
    expect(limits).toMatchObject({ 'risk/key-linkage': 20, 'risk/value-linkage': 20, 'loss/destroyed': 0 })
    // Level explains pay: the limit is half the loss of that relation in independent data.
    expect(limits['loss/cross-relations']).toBeGreaterThan(15)
    for (const id of Object.keys(limits)) expect(chosen?.metrics.get(id)?.max).toBeLessThanOrEqual(limits[id])
    expect(chosen?.parts?.keys.steps.length).toBeGreaterThan(0)
    expect(chosen?.parts?.values.steps.length).toBeGreaterThan(0)
    // The original itself is far beyond the limit: most of its records are linked.
    expect(comparison.decision?.beside.get('risk/key-linkage')?.original).toBeGreaterThan(50)
  })

  it('is the file made by its steps: both parts in one plan', async () => {
    const chosen = choiceOf(await first)
    if (!chosen) throw new Error('one is chosen')
    const run = await runSteps({
      registry,
      original: file,
      schema,
      steps: chosen.steps,
      rng: replicateRng(seededRng('1')),
    })
    expect([...run.columns].sort()).toEqual(['age', 'bonus', 'level', 'pay', 'region', 'sex'])
    expect(run.files[0].data.rows).toBeGreaterThan(0.9 * file.rows)
  })

  it('is repeatable, and equal within the tie in another order and unit', async () => {
    const comparison = await first
    expect(choiceOf(await decided(file))?.label).toBe(choiceOf(comparison)?.label)
    const order = Int32Array.from({ length: file.rows }, (_, i) => (i * 7) % file.rows)
    for (const other of [takeRows(file, order), employees(400, 1000)]) {
      const again = await decided(other)
      const labels = [...(again.decision?.ties ?? []), ...(comparison.decision?.ties ?? [])]
      expect(labels).toContain(choiceOf(again)?.label)
      const lossOf = (of: Comparison): number => choiceOf(of)?.metrics.get('loss/statistics')?.mean ?? Number.NaN
      expect(Math.abs(lossOf(again) - lossOf(comparison))).toBeLessThan(Math.max(3, 0.25 * lossOf(comparison)))
    }
  })

  it.each([
    // The third greatest value occurs four times: the tail has five values only with all of these.
    ['some are equal and others missing', [9000, 7000, 5000, 5000, 5000, 5000]],
    ['the mean of five is near the greatest', [9000, 8900, 8800, 8700, 8600, 5000]],
  ])('codes the greatest values where %s', async (_, greatest) => {
    const pay = Array.from({ length: 300 }, (__, i) => (i % 4 === 0 ? Number.NaN : 10 + (i % 29)))
    greatest.forEach((value, i) => (pay[4 * i + 1] = value))
    const heavy = dataset([
      ['pay', numeric(pay)],
      ['hours', numeric(pay.map((__, i) => (i * 37) % 61))],
    ])
    const { rows } = await decided(heavy, { schema: undefined, compare: { ...plan, columns: ['pay', 'hours'] } })
    const coded = rows.filter(({ label }) => label.endsWith('coding/top-bottom of pay'))
    expect(coded.length).toBeGreaterThan(0)
    for (const { metrics } of coded) expect(metrics.get('risk/largest')?.max).toBe(0)
  })

  it('reports four lines, with the range over runs and independent data next to the risk', async () => {
    const { verdict } = await first
    const lines = verdict.split('\n')
    expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'Choice',
      'Disclosure risk',
      'Information loss',
      'Runner-up',
    ])
    expect(lines[1]).toMatch(/ \d+ % \((\d+ to \d+ % over \d runs; )?independent data .*; limit 20 %/)
  })

  it('is undefined if nothing satisfies the limits: reports the nearest plan, the limit, and remedies', async () => {
    const none = await decided(employees(30), { limits: { 'risk/key-linkage': 0 } })
    expect(choiceOf(none)).toBeUndefined()
    expect(none.decision?.nearest?.beyond.map(({ limit }) => limit.metric.id)).toContain('risk/key-linkage')
    expect(none.verdict).toMatch(/^No choice: .*linkage by quasi-identifiers .* \(limit 0 %\)/)
    expect(none.verdict).toMatch(/Possible remedies: .*publish tables/)
  })

  it('advises leaving out a column dominated by one record, not raising the limit of its greatest value', async () => {
    const file = employees(400)
    const tax = Array.from({ length: 400 }, (_, i) => (i === 0 ? 5_000_000 : i < 9 ? 100 + i : 0))
    const dominated = dataset([...file.names.map((name) => [name, file.column(name)] as const), ['tax', numeric(tax)]])
    const columns = { ...schema.columns, tax: { role: 'confidential' as const } }
    const comparison = await decided(dominated, { schema: { ...schema, columns } })
    expect(choiceOf(comparison)).toBeUndefined()
    const fix = comparison.decision?.fix.join('; ')
    expect(fix).toMatch(/leave .*\btax out or recode to classes/)
    expect(fix).not.toMatch(/risk\/largest: independent/)
  })

  it('names undeclared codes if relations fail, and advises only on limits that fail', async () => {
    const file = employees(400)
    // 9 % of the ages and 7 % of the bonuses are codes.
    const coded = (name: string, code: number, every: number) =>
      numeric((file.column(name) as NumericColumn).values.map((one, i) => (i % every === 0 ? code : one)))
    const nines = dataset([
      ...['sex', 'level', 'region'].map((name) => [name, file.column(name)] as const),
      ['age', coded('age', 999, 11)],
      ['pay', coded('pay', 99999, 13)],
      ['bonus', coded('bonus', 99999, 14)],
    ])
    const limits = { 'loss/statistics': 0.01 }
    const { decision, verdict } = await decided(nines, { limits })
    expect(verdict).toMatch(/^No choice: .*loss of statistics/)
    const fix = decision?.fix ?? []
    for (const [code, name] of [
      [999, 'age'],
      [99999, 'pay'],
    ])
      // oxfmt-ignore
      expect(fix).toContainEqual(expect.stringMatching(`declare ${code} of ${name} \\(\\d.* %`))
    expect(fix.join()).not.toMatch(/leave|safe room|certain-linkage/)
  })

  it('keeps a limit on the upper end of an interval, whose metric no purpose names', async () => {
    const limits = { 'risk/attribute-inference:upper': 60 }
    const { limits: kept, rows } = await decided(file, { limits })
    expect(kept).toContainEqual(expect.objectContaining({ value: 60, atEnd: true }))
    const chosen = rows.find((row) => row.chosen)
    expect(chosen?.metrics.get('risk/attribute-inference')?.interval).toBeDefined()
  })

  it('applies other limits to records than to statistics, and ignores keys if there are none', async () => {
    const forRecords = await decided(file, { compare: { ...plan, purpose: 'records' } })
    const held = forRecords.limits.map(({ metric }) => metric.id)
    expect(held).toContain('risk/found-and-learned')
    expect(held).not.toContain('risk/value-given-keys')
    const values = await decided(file, { schema: undefined, compare: { ...plan, columns: ['pay', 'bonus'] } })
    expect(values.limits.map(({ metric }) => metric.id)).not.toContain('risk/key-linkage')
    expect(values.axes.risk.id).toBe('risk/value-linkage')
    expect(choiceOf(values)?.parts?.keys.steps).toEqual([])
    await expect(decided(file, { compare: { ...plan, purpose: 'fun' } })).rejects.toThrow(/no purpose "fun"/)
  })

  it('uses the steps named by a user as parts of the side whose columns they mask', async () => {
    const named: DecidePlan = {
      ...plan,
      candidates: [
        { use: 'microaggregation/categorical', grid: { k: [5] }, params: {}, columns: ['sex', 'level', 'region', 'age'], with: [] }, // oxfmt-ignore
        { use: 'copula/data-shuffling', grid: {}, params: {}, columns: ['pay', 'bonus'], with: [] },
      ],
    }
    const { rows } = await decided(file, { compare: named })
    // A key that microaggregation leaves unchanged is named in the label, and does not reject the plan.
    expect(rows.map(({ label }) => label)).toContainEqual(expect.stringContaining('(sex unchanged)'))
    const sides = rows.map(({ parts }) => [parts?.keys.steps.length, parts?.values.steps.length])
    // Shuffled columns keep their greatest values: a second step codes them.
    expect(sides).toContainEqual([1, 2])
    expect(sides).toContainEqual([1, 0])
    expect(sides).toContainEqual([0, 2])
  })

  it('draws whole records for the purpose synthetic: all columns in one step, and losses without links', async () => {
    const compare = { ...plan, purpose: 'synthetic' }
    const { rows, columns, metrics } = await decided(file, { compare })
    const chosen = choiceOf({ rows } as Comparison)
    expect(chosen?.steps[0]).toMatchObject({ use: 'synthetic/sequential', columns: file.names })
    expect(chosen?.metrics.get('loss/synthetic')?.mean).toBeLessThan(30)
    expect(columns).toEqual(file.names)
    // Copulas draw numbers only, and not all columns here are numeric.
    expect(rows.map(({ use }) => use)).not.toContain('copula/lhs')
    const needing = metrics.filter(({ needsOrigin, id }) => needsOrigin && chosen?.metrics.get(id)?.mean === null)
    expect(needing.map(({ id }) => id)).toEqual([])
    const numbers = { ...compare, columns: ['age', 'pay'] }
    const ofNumbers = await decided(file, { schema: undefined, compare: numbers })
    expect(ofNumbers.rows.map(({ use }) => use)).toContain('copula/lhs')
    const masking = decided(file, { compare: { ...compare, methods: ['noise/additive'] } })
    await expect(masking).rejects.toThrow(/noise\/additive masks the records of the file/)
  })

  it('has new columns that are not confidential, and measures a sample of a large file of new records', async () => {
    const large = employees(5400)
    const open = { ...schema, columns: { ...schema.columns, region: { role: 'non-confidential' as const } } }
    const compare = { ...plan, purpose: 'synthetic', replicates: 1 }
    const { rows, columns } = await decided(large, { schema: open, compare, quick: true })
    expect(columns).toContain('region')
    const { chosen, metrics } = rows.find((row) => row.chosen) ?? rows[0]
    expect(chosen).toBe(true)
    // Loss of a correct draw: at most half of that of independent columns.
    expect(metrics.get('loss/synthetic')?.mean).toBeLessThan(15)
  })
})
