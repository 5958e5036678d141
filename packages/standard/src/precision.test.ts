import { dataset, numeric, numericValues, seededRng, type Dataset } from '@sdc/core'
import { parseStep, replicateRng, runSteps, type RunResult } from '@sdc/engine'
import { covarianceMatrix, roundToStep } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { registry } from './attacks/attacked.fixture.js'

const ROWS = 300
const rng = seededRng('precision')
const draw = (f: (z: number) => number): readonly number[] => Array.from({ length: ROWS }, () => f(rng.normal()))

/** Whole numbers, tens of cents, amounts by fives hundreds, and values with 17 digits. */
const file = dataset([
  ['whole', numeric(draw((z) => Math.round(1000 * z)))],
  ['cents', numeric(draw((z) => Math.round(2000 * z) / 100))],
  ['hundreds', numeric(draw((z) => 500 * Math.round(20 * z)))],
  ['long', numeric(draw((z) => 50 + z))],
  ['flag', numeric(draw((z) => (z > 1 ? 1 : 0)))],
])
const columns = ['cents', 'hundreds', 'long', 'whole']

interface Step {
  readonly use: string
  readonly params?: object
  readonly columns?: readonly string[]
  readonly given?: readonly string[]
  readonly by?: readonly string[]
  readonly smallGroups?: string
  readonly precision?: string
}

async function run(steps: readonly Step[], original: Dataset = file): Promise<RunResult> {
  const plan = steps.map((step) => parseStep({ columns, ...step }))
  return runSteps({ registry, original, steps: plan, rng: replicateRng(seededRng('steps')) })
}

const of = (result: RunResult, name: string, f = 0): Float64Array => numericValues(result.files[f].data, name)
const isMultiple = (values: Float64Array, whole: number, scale: number): boolean =>
  roundToStep(values, { whole, scale }).every((value, i) => Object.is(value, values[i]))

const expectSteps = (result: RunResult): void => {
  for (let f = 0; f < result.files.length; f++) {
    expect(isMultiple(of(result, 'whole', f), 1, 1)).toBe(true)
    expect(isMultiple(of(result, 'cents', f), 1, 100)).toBe(true)
    expect(isMultiple(of(result, 'hundreds', f), 500, 1)).toBe(true)
    // 2⁻³³: an sd just below 1.
    expect(isMultiple(of(result, 'long', f), 1, 2 ** 33)).toBe(true)
    expect(isMultiple(of(result, 'long', f), 1, 2 ** 28)).toBe(false)
  }
}

describe('the values drawn by a method', () => {
  it.each([
    ['noise/additive', {}],
    ['noise/correlated', {}],
    ['noise/multiplicative', {}],
    ['noise/tendick-matloff', {}],
    ['linear/gadp-ci', {}],
    ['copula/perturbation', {}],
    ['copula/lhs', {}],
    ['copula/hybrid', {}],
    ['linear/multiple-imputation', { kind: 'partial' }],
  ])('are rounded to steps of their column: %s', async (use, params) => {
    expectSteps(await run([{ use, params }]))
  })

  it.each(['linear/romm', 'linear/sblm', 'linear/ipso-c'])('keep exact covariances, too: %s', async (use) => {
    const given = use === 'linear/ipso-c' ? ['flag'] : undefined
    const result = await run([{ use, ...(given && { given }) }])
    const before = covarianceMatrix(columns.map((name) => numericValues(file, name)))
    const after = covarianceMatrix(columns.map((name) => of(result, name)))
    for (let a = 0; a < columns.length; a++) {
      for (let b = 0; b < columns.length; b++) {
        const scale = Math.sqrt(before.get(a, a) * before.get(b, b))
        expect(Math.abs(after.get(a, b) - before.get(a, b)) / scale).toBeLessThan(1e-9)
      }
    }
    expect(result.rounded.every(({ fine }) => fine)).toBe(true)
  })

  it('are fine on request, with a warning about cells that can be recognised by their digits', async () => {
    const step = { use: 'linear/multiple-imputation', columns: ['whole'], given: ['cents'] }
    const params = { kind: 'partial', only: 'flag', sets: 2 }
    const fine = await run([{ ...step, params, precision: 'fine' }])
    expect(fine.warnings).toContainEqual(expect.stringMatching(/value\(s\) of "whole" are unchanged/))
    const auto = await run([{ ...step, params }])
    expect(auto.warnings).toEqual([expect.stringContaining('Two sets show which these are')])
    expect(isMultiple(of(auto, 'whole', 1), 1, 1)).toBe(true)
  })

  it('leave missing values missing and zeros of multiplicative noise 0', async () => {
    const some = dataset([['x', numeric(Array.from({ length: 50 }, (_, i) => [0, Number.NaN, 12.5 + i][i % 3]))]])
    const found = of(await run([{ use: 'noise/multiplicative', columns: ['x'] }], some), 'x')
    expect([...found].filter((value, i) => i % 3 === 1 && !Number.isNaN(value))).toEqual([])
    expect([...found].every((value, i) => i % 3 !== 0 || Object.is(value, 0))).toBe(true)
  })

  it.each(['swapping/rank-swap', 'copula/data-shuffling', 'coding/rounding'])(
    'are original values in %s, written without rounding',
    async (use) => {
      const params = use === 'coding/rounding' ? { random: true, base: 0.7 } : {}
      const [full, auto] = [await run([{ use, params, precision: 'full' }]), await run([{ use, params }])]
      for (const name of columns) expect(of(auto, name)).toEqual(of(full, name))
      expect(auto.rounded).toEqual([])
    },
  )
})
