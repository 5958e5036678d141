import { describe, expect, it } from 'vitest'
import { categorical, dataset, isMissing, numeric, sameColumn, seededRng, type Dataset } from '@sdc/core'
import { registry } from '../../testing/fake-methods.js'
import { decide } from '../../decide/decide.js'
import { publicManifest } from '../../documents/manifest.js'
import { parseComparePlan, parseStep } from '../../plan/plan.js'
import { type RunResult, runSteps } from '../run.js'

const n = 200
const rng = seededRng('file with holes')
const base = Array.from({ length: n }, () => rng.normal())
const hole = (share: number): boolean => rng.uniform() < share
const values = (scale: number, share: number): Float64Array =>
  Float64Array.from(base, (value) => (hole(share) ? Number.NaN : Math.round(1000 + scale * (value + rng.normal()))))
const original = dataset([
  ['income', numeric(values(200, 0.1))],
  ['tax', numeric(values(50, 0.2))],
  ['age', numeric(values(20, 0))],
  ['region', categorical(Array.from(base, (value) => (hole(0.1) ? null : value < 0 ? 'north' : 'south')))],
])
const columns = ['income', 'tax']

const run = (steps: readonly object[], of: Dataset = original): Promise<RunResult> =>
  runSteps({ registry, original: of, steps: steps.map((step) => parseStep(step)), rng: seededRng('run') })
const lacking = ({ files: [{ data }] }: RunResult, name: string): number[] => missingRows(data, name)
const missingRows = (data: Dataset, name: string): number[] =>
  Array.from({ length: data.rows }, (_, i) => i).filter((i) => isMissing(data.column(name), i))
const numbers = (data: Dataset, name: string): Float64Array => {
  const column = data.column(name)
  if (column.kind !== 'numeric') throw new Error(`${name} is not numeric`)
  return column.values
}
const mean = (all: Float64Array): number => {
  const there = all.filter((value) => !Number.isNaN(value))
  return there.reduce((sum, value) => sum + value, 0) / there.length
}

describe('missing cells in a plan', () => {
  it('are refused with the columns, their counts and the remedy', async () => {
    const counts = columns.map((name) => missingRows(original, name).length)
    const said = {
      code: 'MISSING_VALUES',
      message: expect.stringContaining(
        `missing values in 2 columns, ${counts[0] + counts[1]} cells: income (${counts[0]}), tax (${counts[1]}); fake/groups needs`,
      ),
      fix: expect.stringMatching(/missing: keep .*missing: impute /),
    }
    await expect(run([{ use: 'fake/groups', columns }])).rejects.toMatchObject(said)
    await expect(run([{ use: 'fake/noise', columns, missing: 'refuse' }])).rejects.toMatchObject({
      code: 'MISSING_VALUES',
      message: expect.stringContaining('fake/noise must refuse them'),
    })
    // Parameters that need complete columns state it.
    await expect(run([{ use: 'fake/noise', columns, params: { exact: true } }])).rejects.toMatchObject({
      fix: expect.stringContaining('missing: keep'),
    })
    await expect(run([{ use: 'fake/noise', columns: ['age'], missing: 'refuse' }])).resolves.toBeDefined()
  })

  it('keep: are missing again, and every other cell is masked', async () => {
    const result = await run([{ use: 'fake/claimant', columns, given: ['age', 'region'], missing: 'keep' }])
    for (const name of columns) {
      expect(lacking(result, name)).toEqual(missingRows(original, name))
      const [x, y] = [numbers(original, name), numbers(result.files[0].data, name)]
      // The method moves values between records: two neighbours may have the same value.
      expect(x.filter((value, i) => value === y[i]).length).toBeLessThan(4)
    }
    expect(sameColumn(result.files[0].data.column('region'), original.column('region'))).toBe(true)
    expect(result.warnings.join('\n')).toMatch(
      /are missing again: income \(\d+\), tax \(\d+\); means, correlations, covariances are exactly those of the filled file/,
    )
    expect(result.warnings.join('\n')).toMatch(/given columns were filled .* released missing: region/)
    expect(result.imputed).toEqual([])
  })

  it('keep: a method that masks columns separately works on the existing values', async () => {
    const result = await run([
      {
        use: 'fake/column-groups',
        columns: [...columns, 'age'],
        missing: 'keep',
        precision: 'fine',
        params: { k: 3 },
      },
    ])
    for (const name of [...columns, 'age']) {
      const y = numbers(result.files[0].data, name)
      expect(lacking(result, name)).toEqual(missingRows(original, name))
      // No cell is filled: the mean of the existing values is exact, and every one of them occurs three times.
      expect(mean(y)).toBeCloseTo(mean(numbers(original, name)), 9)
      const times = new Map<number, number>()
      for (const value of y) if (!Number.isNaN(value)) times.set(value, (times.get(value) ?? 0) + 1)
      expect(Math.min(...times.values())).toBeGreaterThanOrEqual(3)
    }
    const alone = await run([{ use: 'fake/column-groups', columns: ['age'], precision: 'fine', params: { k: 3 } }])
    expect(sameColumn(alone.files[0].data.column('age'), result.files[0].data.column('age'))).toBe(true)
    expect(result.reports[0].values.get('group')).toMatchObject({ rows: n, names: ['age', 'income', 'tax'] })
  })

  it('impute: are released filled and masked, as the manifest says without a number', async () => {
    const steps = [parseStep({ use: 'fake/groups', columns, missing: 'impute', params: { k: 4 } })]
    const result = await run(steps)
    for (const name of columns) expect(lacking(result, name)).toEqual([])
    expect(result.imputed).toEqual(columns)
    expect(result.warnings.join('\n')).toMatch(
      /were imputed .* released filled and masked: income \(\d+\), tax \(\d+\)$/m,
    )
    // Every combination of masked values, including filled ones, occurs four times.
    const [a, b] = columns.map((name) => numbers(result.files[0].data, name))
    const times = new Map<string, number>()
    for (let i = 0; i < n; i++) times.set(`${a[i]} ${b[i]}`, (times.get(`${a[i]} ${b[i]}`) ?? 0) + 1)
    expect(Math.min(...times.values())).toBeGreaterThanOrEqual(4)
    const manifest = publicManifest({
      registry,
      steps,
      root: seededRng(1),
      released: false,
      input: 'none',
      outputs: [],
      reports: [],
      imputed: result.imputed,
    })
    expect(manifest.imputed).toEqual({ model: expect.stringContaining('predictive mean matching'), columns })
  })

  it('reports the groups of k that the pattern of missing cells breaks', async () => {
    const result = await run([{ use: 'fake/groups', columns, missing: 'keep', params: { k: 5 } }])
    const sentence = result.warnings.find((one) => one.includes('breaks k-anonymity'))
    const [, records, groups] = /: (\d+) record\(s\) of (\d+) group\(s\)/.exec(sentence ?? '') ?? []
    // By definition: combinations of the visible cells, with missing as a value, that fewer than five records have.
    const { data } = result.files[0]
    const seen = Array.from({ length: n }, (_, i) => columns.map((name) => String(numbers(data, name)[i])).join(' '))
    const rare = seen.filter((one) => seen.filter((other) => other === one).length < 5).length
    expect(Number(records)).toBe(rare)
    expect(Number(groups)).toBeGreaterThan(0)
    expect(Number(groups)).toBeLessThanOrEqual(n / 5)
    const all = await run([{ use: 'fake/groups', columns, missing: 'impute', params: { k: 5 } }])
    expect(all.warnings.join()).not.toContain('breaks')
  })

  it('are filled within the groups of a step, each from its own records', async () => {
    // Within each group all values are close: its thousands plus a small part.
    const group = Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 'a' : 'b'))
    const x = Float64Array.from(group, (of, i) => (i % 7 === 0 ? Number.NaN : (of === 'a' ? 1000 : 9000) + (i % 50)))
    const file = dataset([
      ['g', categorical(group)],
      ['x', numeric(x)],
    ])
    const step = { use: 'fake/groups', columns: ['x'], by: ['g'], missing: 'impute', params: { k: 2 } }
    const y = numbers((await run([step], file)).files[0].data, 'x')
    group.forEach((of, i) => expect(y[i] < 5000).toBe(of === 'a'))
  })

  it('in several steps: reverse mapping restores the original as the masking received it, or its missing cells', async () => {
    const steps = (missing: string, then?: string): object[] => [
      { use: 'fake/groups', columns, missing },
      { use: 'fake/reverse', ...(then !== undefined && { missing: then }) },
    ]
    const sorted = (result: RunResult, name: string): number[] =>
      [...numbers(result.files[0].data, name)].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
    const own = (name: string): number[] =>
      [...numbers(original, name)].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
    for (const result of [await run(steps('keep')), await run(steps('impute', 'keep')), await run(steps('impute'))]) {
      for (const name of columns) {
        expect(lacking(result, name)).toEqual(missingRows(original, name))
        expect(sorted(result, name)).toEqual(own(name))
      }
      expect(result.imputed).toEqual([])
    }
    const filled = await run(steps('impute', 'impute'))
    expect(filled.imputed).toEqual(columns)
    for (const name of columns) {
      expect(lacking(filled, name)).toEqual([])
      // A permutation of the original as filled before the masking.
      const column = filled.outcomes.at(-1)?.files[0].filled?.get(name)
      expect(column?.kind === 'numeric' && [...column.values].sort((a, b) => a - b)).toEqual(sorted(filled, name))
    }
  })

  it('a method that only moves values gets those that the masking before it received', async () => {
    const first = { use: 'fake/swap', columns, missing: 'impute' }
    const filled = await run([first, { use: 'fake/turn', columns, missing: 'impute' }])
    for (const name of columns) expect(lacking(filled, name)).toEqual([])
    const holes = [
      { ...first, missing: 'keep' },
      { use: 'fake/turn', columns, missing: 'impute' },
    ]
    await expect(run(holes)).rejects.toMatchObject({
      code: 'MISSING_VALUES',
      fix: expect.stringContaining('missing: impute at the step that masks it'),
    })
  })

  it('new records lack nothing, and the notes say so', async () => {
    const result = await run([{ use: 'fake/synthetic', columns, missing: 'keep' }])
    for (const name of columns) expect(lacking(result, name)).toEqual([])
    expect(result.warnings.join('\n')).toMatch(/its new records have all values: income/)
  })

  it('a masked or given column without any value is an error with its name', async () => {
    const file = dataset([
      ['x', numeric(values(3, 0.1))],
      ['none', numeric(new Float64Array(n).fill(Number.NaN))],
    ])
    for (const given of [['none'], []]) {
      const named = given.length > 0 ? ['x'] : ['x', 'none']
      const step = { use: 'fake/claimant', columns: named, given, missing: 'impute' }
      await expect(run([step], file)).rejects.toMatchObject({ code: 'ALL_MISSING', place: { column: 'none' } })
    }
  })

  it('are filled equally by the same stream, and not in complete files', async () => {
    const step = { use: 'fake/claimant', columns, given: ['age'], missing: 'impute' }
    const [a, b] = [await run([step]), await run([step])]
    for (const name of columns)
      expect(sameColumn(a.files[0].data.column(name), b.files[0].data.column(name))).toBe(true)
    const complete = dataset([
      ['income', numeric(values(200, 0))],
      ['tax', numeric(values(50, 0))],
      ['age', original.column('age')],
    ])
    const without = { use: 'fake/claimant', columns, given: ['age'] }
    const [with_, none] = [await run([step], complete), await run([without], complete)]
    for (const name of columns)
      expect(sameColumn(with_.files[0].data.column(name), none.files[0].data.column(name))).toBe(true)
  })

  it('a comparison notes the candidates that refuse them, and tries them if requested', async () => {
    const compare = {
      candidates: [{ use: 'fake/noise' }, { use: 'fake/groups', grid: { k: [3, 5] } }, { use: 'fake/claimant' }],
      columns,
      replicates: 1,
      axes: { risk: 'fake/near', loss: 'fake/distance' },
    }
    const compared = (more: object): ReturnType<typeof decide> =>
      decide({ registry, original, compare: parseComparePlan({ ...compare, ...more }), rng: seededRng('compare') })
    const refused = await compared({})
    expect(refused.notes).toHaveLength(3)
    for (const note of refused.notes) expect(note).toMatch(/was not possible: .*missing values in 2 columns/)
    const kept = await compared({ missing: 'keep' })
    expect(kept.rows.filter(({ error }) => error)).toEqual([])
    expect(kept.notes).toEqual([])
    expect(kept.rows.every(({ steps }) => steps.every(({ missing }) => missing === 'keep'))).toBe(true)
  })
})
