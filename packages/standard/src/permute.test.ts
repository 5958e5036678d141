import { categorical, createRegistry, dataset, numericValues, seededRng, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { parseStep, replicateRng, runSteps, type RunResult } from '@sdc/engine'
import { correlate } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import standard from './index.js'

/** Effects of optimize/permute on files, through the engine and with all metrics. */
const registry = createRegistry().use(standard).freeze()

interface Step {
  readonly use: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly by?: readonly string[]
}

const swap14: Step = { use: 'swapping/rank-swap', params: { percent: 14 } }

async function run(original: Dataset, columns: readonly string[], steps: readonly Step[]): Promise<RunResult> {
  return await runSteps({
    registry,
    original,
    steps: steps.map((step) => parseStep({ ...step, columns: [...columns] })),
    rng: replicateRng(seededRng('permute')),
  })
}

function greatest(x: readonly Float64Array[], z: readonly Float64Array[], kind: 'pearson' | 'spearman'): number {
  const [before, after] = [correlate(x, kind), correlate(z, kind)]
  return Math.max(...x.flatMap((_, j) => x.map((__, k) => Math.abs(after.get(j, k) - before.get(j, k)))))
}

const values = (data: Dataset, names: readonly string[]): Float64Array[] =>
  names.map((name) => numericValues(data, name))

describe('optimize/permute on files', () => {
  it('works within groups after a masking within them, and refuses after a masking of the whole file', async () => {
    const file = census()
    const original = dataset([
      ...['AGI', 'FEDTAX', 'TAXINC'].map((name) => [name, file.column(name)] as const),
      ['group', categorical(Array.from({ length: file.rows }, (_, i) => 'abc'[i % 3]))],
    ])
    const columns = ['AGI', 'FEDTAX', 'TAXINC']
    const step = { use: 'optimize/permute', params: { limits: [] }, by: ['group'] }
    const { files } = await run(original, columns, [{ ...swap14, by: ['group'] }, step])
    for (let g = 0; g < 3; g++) {
      const of = (column: Float64Array): Float64Array => column.filter((_, i) => i % 3 === g)
      const [x, z] = [values(original, columns).map(of), values(files[0].data, columns).map(of)]
      expect(greatest(x, z, 'spearman')).toBeLessThanOrEqual(1e-3)
      z.forEach((column, j) => expect(column.sort()).toEqual(x[j].sort()))
    }
    await expect(run(original, columns, [swap14, step])).rejects.toMatchObject({ code: 'NOT_A_PERMUTATION' })
  })
})

describe('the limits of optimize/permute', () => {
  const names = ['AFNLWGT', 'AGI', 'EMCONTRB']
  const permute = (asked: unknown): Promise<RunResult> =>
    run(census(), names, [swap14, { use: 'optimize/permute', params: { limits: asked } }])

  it.each([
    [
      'of another kind',
      [{ metric: 'loss/il-score' }],
      'BAD_PARAMETER',
      /needs a metric of risk, loss\/il-score is one of loss/,
    ],
    ['that is unknown', [{ metric: 'risk/dldd' }], 'UNKNOWN_METRIC', /there is no metric "risk\/dldd"/],
    [
      'that is better where it is higher',
      [{ metric: 'risk/difference-variance' }],
      'BAD_PARAMETER',
      /better where it is higher/,
    ],
    ['twice', [{ metric: 'risk/dld' }, { metric: { use: 'risk/dld' }, at: 5 }], 'BAD_PARAMETER', /limited twice/],
    [
      'with a parameter it has not',
      [{ metric: { use: 'risk/dld', params: { key: 1 } } }],
      'BAD_PARAMETER',
      /risk\/dld has no parameter "key"/,
    ],
    [
      'that has no value here',
      [{ metric: 'risk/k-anonymity', at: 3 }],
      'BAD_PARAMETER',
      /has no value at the start, so it limits nothing: it needs quasi-identifiers/,
    ],
    ['without a metric', [{ at: 3 }], 'BAD_PARAMETER', /limits must be a list of \{ metric, at \}/],
  ])('refuse a metric %s', async (_, asked, code, message) => {
    await expect(permute(asked)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('name the metric that was measured at checkpoints only', async () => {
    const { warnings, reports } = await permute([
      { metric: 'risk/interval-disclosure' },
      { metric: 'risk/rs-rl', at: 100 },
    ])
    expect(warnings.join('\n')).toMatch(/: risk\/rs-rl cannot be followed from exchange to exchange/)
    const table = reports.find(({ step }) => step === 'optimize/permute')?.values.get('limits') as Dataset
    const how = table.column('looked at')
    expect(how.kind === 'categorical' && Array.from(how.codes, (code) => how.levels[code])).toEqual([
      'every exchange',
      'checkpoints',
      // Maximum knowledge, which is limited if any risk is.
      'checkpoints',
    ])
  })
})
