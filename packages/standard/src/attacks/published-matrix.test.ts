import { categorical, dataset, seededRng, type CategoricalColumn, type Dataset } from '@sdc/core'
import { parseStep, replicateRng, runSteps } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { registry } from './attacked.fixture.js'

const n = 20_000
const rng = seededRng('widowed')
// 100 of 20,000 are widowed.
const labels = Array.from({ length: n }, (_, i) =>
  i % 200 === 0 ? 'widowed' : rng.uniform() < 0.5 ? 'single' : 'married',
)
const original = dataset([['status', categorical(labels, ['single', 'married', 'widowed'])]])
const rare = 2

/** The masked file and the published matrix for some parameters. */
async function released(params: object): Promise<{ readonly codes: Int32Array; readonly matrix: number[][] }> {
  const steps = [parseStep({ use: 'categorical/pram', columns: ['status'], params })]
  const run = await runSteps({ registry, original, steps, rng: replicateRng(seededRng(1)) })
  const table = run.reports[0].publish.get('transition matrix of status') as Dataset
  const columns = table.names.slice(1).map((name) => table.column(name))
  const matrix = [0, 1, 2].map((k) =>
    columns.map((column) => (column.kind === 'numeric' ? column.values[k] : Number.NaN)),
  )
  return { codes: (run.files[0].data.column('status') as CategoricalColumn).codes, matrix }
}

/** Stationary distribution of an invariant matrix: the shares that it keeps, computed from the matrix alone. */
function stationary(matrix: readonly (readonly number[])[]): number[] {
  let t = matrix.map(() => 1 / matrix.length)
  for (let step = 0; step < 10_000; step++)
    t = t.map((_, l) => t.reduce((sum, share, k) => sum + share * matrix[k][l], 0))
  return t
}

/** Number of truly widowed people among those widowed in the masked file, and the number that Bayes' rule expects. */
function widowed({ codes, matrix }: Awaited<ReturnType<typeof released>>, t: readonly number[]): [number, number] {
  const found = [...codes.keys()].filter((i) => codes[i] === rare)
  const right = found.filter((i) => labels[i] === 'widowed').length
  const all = t.reduce((sum, share, k) => sum + share * matrix[k][rare], 0)
  return [right / found.length, (t[rare] * matrix[rare][rare]) / all]
}

describe('a published transition matrix', () => {
  const t = [0, 1, 2].map((k) => labels.filter((label) => label === ['single', 'married', 'widowed'][k]).length / n)

  it('discloses the original shares if it is invariant', async () => {
    const { matrix } = await released({})
    stationary(matrix).forEach((share, k) => expect(share).toBeCloseTo(t[k], 10))
  })

  const nobody = [['', 'single', 'married', 'widowed'], ['single', 0.8, 0.2, 0], ['married', 0.2, 0.8, 0], ['widowed', 0.1, 0.1, 0.8]] // oxfmt-ignore

  // Numbers stated in docs/attacks.md.
  it.each([
    ['not invariant', { stay: 0.8, invariant: false }, '3.6', '3.9'],
    ['invariant', { stay: 0.8 }, '2.2', '3.1'],
    ['nobody becomes it', { matrix: nobody }, '100.0', '100.0'],
  ])('determines the certainty of a rare category: %s', async (_, params, right, posterior) => {
    const found = widowed(await released(params), t)
    expect(found.map((share) => (100 * share).toFixed(1))).toEqual([right, posterior])
  })
})
