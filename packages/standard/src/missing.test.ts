import { describe, expect, it } from 'vitest'
import { categorical, dataset, isMissing, numeric, sameColumn, seededRng, type Dataset } from '@sdc/core'
import { parseStep, runSteps, type RunResult } from '@sdc/engine'
import { registry } from './attacks/attacked.fixture.js'

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
  it('keep: are missing again, and every other cell is masked', async () => {
    const result = await run([{ use: 'linear/sblm', columns, given: ['age', 'region'], missing: 'keep' }])
    for (const name of columns) {
      expect(lacking(result, name)).toEqual(missingRows(original, name))
      const [x, y] = [numbers(original, name), numbers(result.files[0].data, name)]
      expect(x.filter((value, i) => value === y[i])).toHaveLength(0)
    }
    expect(sameColumn(result.files[0].data.column('region'), original.column('region'))).toBe(true)
    expect(result.warnings.join('\n')).toMatch(
      /are missing again: income \(\d+\), tax \(\d+\); means, correlations, covariances are exactly those of the filled file/,
    )
    expect(result.warnings.join('\n')).toMatch(/given columns were filled .* released missing: region/)
    expect(result.imputed).toEqual([])
  })

  it('keep: a method that masks each column by itself uses the present values', async () => {
    const result = await run([
      {
        use: 'microaggregation/individual-ranking',
        columns: [...columns, 'age'],
        missing: 'keep',
        precision: 'fine',
        params: { k: 3 },
      },
    ])
    for (const name of [...columns, 'age']) {
      const y = numbers(result.files[0].data, name)
      expect(lacking(result, name)).toEqual(missingRows(original, name))
      // Nothing is filled: the mean of the present values is exact, and every one of them occurs three times.
      expect(mean(y)).toBeCloseTo(mean(numbers(original, name)), 9)
      const times = new Map<number, number>()
      for (const value of y) if (!Number.isNaN(value)) times.set(value, (times.get(value) ?? 0) + 1)
      expect(Math.min(...times.values())).toBeGreaterThanOrEqual(3)
    }
    const alone = await run([
      { use: 'microaggregation/individual-ranking', columns: ['age'], precision: 'fine', params: { k: 3 } },
    ])
    expect(sameColumn(alone.files[0].data.column('age'), result.files[0].data.column('age'))).toBe(true)
    expect(result.reports[0].values.get('group')).toMatchObject({ rows: n, names: ['age', 'income', 'tax'] })
  })

  it('a method that only moves values: missing cells are those of the masking before it', async () => {
    const first = { use: 'swapping/rank-swap', columns, missing: 'impute' }
    const filled = await run([first, { use: 'optimize/permute', columns, missing: 'impute' }])
    for (const name of columns) expect(lacking(filled, name)).toEqual([])
    const holes = [
      { ...first, missing: 'keep' },
      { use: 'optimize/permute', columns, missing: 'impute' },
    ]
    await expect(run(holes)).rejects.toMatchObject({
      code: 'MISSING_VALUES',
      fix: expect.stringContaining('missing: impute at the step that masks it'),
    })
  })

  it('new records have no missing cells, and a message says so', async () => {
    const result = await run([{ use: 'copula/lhs', columns, missing: 'keep' }])
    for (const name of columns) expect(lacking(result, name)).toEqual([])
    expect(result.warnings.join('\n')).toMatch(/its new records have all values: income/)
  })
})
