import { dataset, numeric, numericValues, noRoles, seededRng, withColumns, type Dataset } from '@sdc/core'
import { parseStep, replicateRng, runAttack, runSteps, type Precision } from '@sdc/engine'
import { exp } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { registry } from './attacked.fixture.js'

const ROWS = 2000
/** Least interest above 0: banks pay no smaller amounts. */
const LEAST = 100

/** Interest in whole dollars, none for about half of the people; their income; and income from abroad. */
function taxpayers(): Dataset {
  const rng = seededRng('taxpayers')
  const rows = Array.from({ length: ROWS }, () => {
    const level = rng.normal()
    const income = Math.round(exp(10 + level / 2))
    const interest = rng.uniform() < 0.51 ? 0 : Math.round(LEAST + exp(5.5 + level + rng.normal() / 2))
    return [interest, income, rng.uniform() < 0.3 ? 1 : 0]
  })
  return dataset(['interest', 'income', 'abroad'].map((name, j) => [name, numeric(rows.map((row) => row[j]))]))
}

const original = taxpayers()
const zeros = numericValues(original, 'interest').filter((value) => value === 0).length

interface Found {
  readonly named: number
  readonly namedRight: number
  readonly told: number
  readonly toldRight: number
  readonly value: number | null
}

/** Results of the registered attack on a masked file, and the share that is correct. */
async function attacked(
  step: { use: string; params?: object; columns?: readonly string[]; given?: readonly string[] },
  precision: Precision,
  file: Dataset = original,
): Promise<Found> {
  const steps = [parseStep({ columns: ['interest', 'income'], ...step, precision })]
  const { files } = await runSteps({ registry, original: file, steps, rng: replicateRng(seededRng('low bits')) })
  const { measurement } = await runAttack({
    registry,
    attack: 'attacks/low-bits',
    released: files[0].data,
    known: new Map([['original', file]]),
    columns: ['interest'],
    roles: noRoles,
    params: { least: LEAST },
    rng: seededRng(1),
  })
  const table = measurement.tables?.get('columns') ?? dataset([])
  const of = (name: string): number => numericValues(table, name)[0]
  return {
    named: of('named 0'),
    namedRight: of('correctly named 0'),
    told: of('told apart'),
    toldRight: of('correctly told apart'),
    value: measurement.value,
  }
}

const nothing: Found = { named: 0, namedRight: 0, told: 0, toldRight: 0, value: 0 }

describe('the last bits of noise', () => {
  it.each([
    ['noise/additive', {}],
    ['noise/additive', { distribution: 'laplace' }],
    ['noise/additive', { exact: true }],
    ['noise/correlated', {}],
  ])('identify zeros with certainty in unrounded results of %s %j, and none in rounded ones', async (use, params) => {
    const before = await attacked({ use, params }, 'full')
    expect(zeros).toBe(1037)
    expect(before.named).toBeGreaterThan(150)
    expect(before.namedRight).toBe(before.named)
    for (const precision of ['auto', 'column', 'fine'] as const)
      expect(await attacked({ use, params }, precision)).toEqual(nothing)
  })

  it.each([{}, { exact: true }])(
    'are as good as random in fine numbers, for zeros and for others: %j',
    async (params) => {
      const step = parseStep({ use: 'noise/additive', columns: ['interest'], params, precision: 'fine' })
      const rng = replicateRng(seededRng('fine'))
      const { files, rounded } = await runSteps({ registry, original, steps: [step], rng })
      const x = numericValues(original, 'interest')
      for (const isZero of [true, false]) {
        const last = numericValues(files[0].data, 'interest').map((y) => (((y / rounded[0].to) % 8) + 8) % 8)
        const counts = Array.from({ length: 8 }, (_, digit) =>
          last.filter((one, i) => (x[i] === 0) === isZero && one === digit),
        )
        const expected = (isZero ? zeros : ROWS - zeros) / 8
        const chiSquare = counts.reduce(
          (sum, { length }) => sum + ((length - expected) * (length - expected)) / expected,
          0,
        )
        // The quantile of χ² with 7 degrees of freedom at 1 − 1e-7.
        expect(chiSquare).toBeLessThan(46.1)
      }
    },
  )

  it('identify the imputed cells in unrounded results, and none in rounded ones', async () => {
    const step = {
      use: 'linear/multiple-imputation',
      columns: ['interest'],
      given: ['income'],
      params: { kind: 'partial', only: 'abroad', sets: 2 },
    }
    const before = await attacked(step, 'full')
    expect(before.told).toBeGreaterThan(ROWS / 2)
    expect(before.toldRight).toBe(before.told)
    expect(await attacked(step, 'auto')).toEqual(nothing)
    // In doubles of 17 digits, which share no step, all cells are rounded, the unchanged ones too.
    const logs = numeric(numericValues(original, 'interest').map((value) => value * Math.PI))
    const long = withColumns(original, new Map([['interest', logs]]))
    expect(await attacked(step, 'auto', long)).toEqual(nothing)
  })
})
