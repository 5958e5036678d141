import { dataset, numeric, numericValues, seededRng, type Dataset } from '@sdc/core'
import { mean, roundToStep, standardDeviation } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { registry } from '../../testing/fake-methods.js'
import { parseStep } from '../../plan/plan.js'
import { replicateRng, type RunResult, runSteps } from '../run.js'

const ROWS = 300
const rng = seededRng('precision')
const draw = (f: (z: number) => number): readonly number[] => Array.from({ length: ROWS }, () => f(rng.normal()))

/** Integers, tens of cents, amounts in steps of 500, and values with 17 digits. */
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
    // 2⁻³³: the standard deviation is just below 1.
    expect(isMultiple(of(result, 'long', f), 1, 2 ** 33)).toBe(true)
    expect(isMultiple(of(result, 'long', f), 1, 2 ** 28)).toBe(false)
  }
}

describe('rounding of drawn values', () => {
  it('releases them in steps of their column', async () => {
    expectSteps(await run([{ use: 'fake/noise' }]))
  })

  it('rounds the values that full releases as drawn', async () => {
    const full = await run([{ use: 'fake/noise', precision: 'full' }])
    const auto = await run([{ use: 'fake/noise' }])
    expect(full.rounded).toEqual([])
    expect(of(auto, 'cents')).toEqual(roundToStep(of(full, 'cents'), { whole: 1, scale: 100 }))
    expect(isMultiple(of(full, 'whole'), 1, 2 ** 20)).toBe(false)
    expect(auto.rounded).toEqual([
      { step: 'fake/noise', column: 'cents', fine: false, to: 0.01 },
      { step: 'fake/noise', column: 'hundreds', fine: false, to: 500 },
      { step: 'fake/noise', column: 'long', fine: true, to: expect.any(Number) },
      { step: 'fake/noise', column: 'whole', fine: false, to: 1 },
    ])
  })

  it('uses the step of the whole original column, also in groups and after an earlier step', async () => {
    const groups = dataset([
      ['x', numeric(Array.from({ length: 200 }, (_, i) => (i < 100 ? 10 * ((i * 37) % 101) : ((i * 37) % 101) + 0.5)))],
      ['g', numeric(Array.from({ length: 200 }, (_, i) => (i < 100 ? 0 : 1)))],
    ])
    const by = await run([{ use: 'fake/noise', columns: ['x'], by: ['g'] }], groups)
    expect(isMultiple(of(by, 'x'), 1, 2)).toBe(true)
    expect(by.rounded).toHaveLength(1)
    // In the first group alone the step would be 10.
    expect(isMultiple(of(by, 'x').slice(0, 100), 1, 1)).toBe(false)
    // Group means have any digits: the step is still that of the original.
    const after = await run([{ use: 'fake/groups' }, { use: 'fake/noise' }])
    expectSteps(after)
  })

  it('keeps exact moments by a finer step; warns if the user chooses the column’s', async () => {
    const step = { use: 'fake/noise', params: { exact: true } }
    const shift = (result: RunResult, name: string): number =>
      Math.abs(mean(of(result, name)) - mean(numericValues(file, name))) / standardDeviation(numericValues(file, name))
    const auto = await run([step])
    for (const name of columns) expect(shift(auto, name)).toBeLessThan(1e-9)
    expect(auto.rounded.every(({ fine }) => fine)).toBe(true)
    expect(auto.warnings).toEqual([])
    const own = await run([{ ...step, precision: 'column' }])
    expect(isMultiple(of(own, 'whole'), 1, 1)).toBe(true)
    expect(shift(own, 'hundreds')).toBeGreaterThan(1e-6)
    expect(own.warnings).toEqual([expect.stringMatching(/means hold only up to rounding.*hundreds.*fine keeps them/)])
  })

  it('is an error for noise below half a step, not an unchanged file', async () => {
    const steps = [{ use: 'fake/noise', columns: ['hundreds'], params: { share: 1e-6 } }]
    await expect(run(steps)).rejects.toMatchObject({
      code: 'UNCHANGED',
      place: { column: 'hundreds' },
      message: expect.stringContaining('less than half of the step 500'),
      fix: expect.stringContaining('precision: fine'),
    })
    await expect(run([{ ...steps[0], precision: 'fine' }])).resolves.toMatchObject({ columns: ['hundreds'] })
  })

  it('keeps missing values missing', async () => {
    const some = dataset([['x', numeric(Array.from({ length: 50 }, (_, i) => (i % 3 === 1 ? Number.NaN : 12.5 + i)))]])
    const found = of(await run([{ use: 'fake/noise', columns: ['x'] }], some), 'x')
    expect([...found].map(Number.isNaN)).toEqual(Array.from(found, (_, i) => i % 3 === 1))
    expect(
      isMultiple(
        found.filter((value) => !Number.isNaN(value)),
        1,
        2,
      ),
    ).toBe(true)
  })

  it('does not apply if values are exchanged: they are released unchanged', async () => {
    const [full, auto] = [await run([{ use: 'fake/swap', precision: 'full' }]), await run([{ use: 'fake/swap' }])]
    for (const name of columns) expect(of(auto, name)).toEqual(of(full, name))
    expect(auto.rounded).toEqual([])
  })
})
