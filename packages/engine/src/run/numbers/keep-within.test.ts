import { dataset, keyedRng, numeric, numericValues, seededRng, type Dataset } from '@sdc/core'
import { mean, roundToStep, standardDeviation, sum } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { registry } from '../../testing/fake-methods.js'
import { boundsOf } from '../../bind/value-bounds.js'
import { publicManifest } from '../../documents/manifest.js'
import { releasedNumbers } from '../../documents/released-numbers.js'
import { type FileSchema, parseFileSchema, parseStep } from '../../plan/plan.js'
import { release } from '../../release/release.js'
import { replicateRng, type RunResult, runSteps } from '../run.js'

const ROWS = 90
const rng = seededRng('bounds')
const draw = (f: (z: number, i: number) => number): number[] =>
  Array.from({ length: ROWS }, (_, i) => f(rng.normal(), i))

/** Ages from 0 to 95; amounts in cents, half of them 0; shares in hundredths; a class. */
const file = dataset([
  ['age', numeric(draw((z) => Math.min(95, Math.max(0, Math.round(48 + 20 * z)))))],
  ['pay', numeric(draw((z) => Math.max(0, Math.round(30_000 * z) / 100)))],
  ['share', numeric(draw((z) => Math.min(100, Math.max(0, Math.round(50 + 25 * z))) / 100))],
  ['class', numeric(draw((_, i) => i % 3))],
])
const columns = ['age', 'pay', 'share']
const schema = parseFileSchema({
  columns: { age: { min: 0, max: 95, integer: true }, pay: { min: 0 }, share: { min: 0, max: 1 } },
})
interface Step {
  readonly use: string
  readonly params?: object | undefined
  readonly columns?: readonly string[]
  readonly given?: readonly string[]
  readonly precision?: string
}

async function run(steps: readonly Step[], original: Dataset = file, known?: FileSchema): Promise<RunResult> {
  const plan = steps.map((step) => parseStep({ columns, ...step }))
  return runSteps({ registry, original, schema: known, steps: plan, rng: replicateRng(seededRng('within')) })
}

const valuesOf = (result: RunResult, name: string): Float64Array[] =>
  result.files.flatMap(({ data }) => {
    const column = data.names.includes(name) ? data.column(name) : undefined
    return column?.kind === 'numeric' ? [column.values] : []
  })

const isMultiple = (values: Float64Array, scale: number): boolean =>
  roundToStep(values, { whole: 1, scale }).every((value, i) => Object.is(value, values[i]))

describe('bounds of a schema', () => {
  it('fold drawn values, so that none lies on the bound', async () => {
    const free = await run([{ use: 'fake/noise', columns: ['pay'], precision: 'full' }])
    const bound = await run([{ use: 'fake/noise', columns: ['pay'], precision: 'full' }], file, schema)
    const [[was], [is]] = [valuesOf(free, 'pay'), valuesOf(bound, 'pay')]
    const below = was.filter((value) => value < 0).length
    expect(below).toBeGreaterThan(10)
    expect([...is]).toEqual([...was].map(Math.abs))
    expect(bound.kept).toEqual([{ step: 'fake/noise', column: 'pay', values: below, how: 'folded', bounds: 'min: 0' }])
    expect(bound.warnings).toEqual([])
  })

  it('report the exact moments that they break', async () => {
    const exact = { use: 'fake/noise', params: { exact: true } }
    const { warnings } = await run([exact], file, schema)
    expect(warnings).toContainEqual(expect.stringMatching(/means differ from .* reflected: age \(\d+ values\), pay/))
    // A column that is no longer exact does not get a fine step either.
    const { warnings: of, rounded } = await run([exact], file, parseFileSchema({ columns: { pay: { min: 0 } } }))
    expect(of).toEqual([expect.stringMatching(/: pay \(\d+ values\)$/)])
    expect(rounded.map(({ column, fine }) => [column, fine])).toEqual([
      ['age', true],
      ['pay', false],
      ['share', true],
    ])
    const whole = parseFileSchema({ columns: { age: { integer: true } } })
    expect((await run([exact], file, whole)).warnings).toEqual([
      expect.stringMatching(/hold only up to rounding.*age.*integer: true/),
    ])
    expect((await run([exact])).warnings).toEqual([])
  })

  it('do not affect reverse mapping, which gets the drawn values: the same bytes with and without them', async () => {
    for (const params of [{}, { exact: true }]) {
      const steps = [{ use: 'fake/noise', params }, { use: 'fake/reverse' }]
      const [free, bound] = [await run(steps), await run(steps, file, schema)]
      for (const name of columns) expect(valuesOf(bound, name)).toEqual(valuesOf(free, name))
      expect(bound.kept.every(({ isReplaced }) => isReplaced)).toBe(true)
      expect(bound.warnings.filter((sentence) => sentence.includes('reflected'))).toEqual([])
    }
    const twice = [{ use: 'fake/noise' }, { use: 'fake/draws' }]
    const after = await run(twice, file, schema)
    expect(after.kept.filter(({ isReplaced }) => !isReplaced).map(({ step }) => step)).toContain('fake/draws')
    expect(valuesOf(after, 'pay')[0].every((value) => value >= 0)).toBe(true)
  })

  it('change no byte if they are wide, and do not depend on other columns', async () => {
    const wide = parseFileSchema({ columns: { age: { min: -1e6, max: 1e6 }, pay: { min: -1e6 } } })
    const step = { use: 'fake/noise' }
    const [free, within, alone] = [
      await run([step]),
      await run([step], file, wide),
      await run([{ ...step, columns: ['pay'] }], file, schema),
    ]
    for (const name of columns) expect(valuesOf(within, name)).toEqual(valuesOf(free, name))
    expect(within.kept).toEqual([])
    expect(valuesOf(await run([step], file, schema), 'pay')).toEqual(valuesOf(alone, 'pay'))
  })

  it('hold if they are narrower than the noise, and with missing cells', async () => {
    const few = dataset([['x', numeric(draw((_, i) => [0, 1, 0.5, Number.NaN, 1][i % 5]))]])
    const narrow = parseFileSchema({ columns: { x: { min: 0, max: 1 } } })
    const step = { use: 'fake/noise', columns: ['x'], params: { share: 10 } }
    const [values] = valuesOf(await run([step], few, narrow), 'x')
    expect([...values].every((value, i) => (i % 5 === 3 ? value !== value : value >= 0 && value <= 1))).toBe(true)
    expect(new Set(values).size).toBeGreaterThan(5)
    expect([...values].filter((value) => value === 0 || value === 1).length).toBeLessThan(ROWS / 3)
  })

  it('are kept by the nearest multiple within if they are not multiples of the step', async () => {
    const fives = dataset([['x', numeric(draw((_, i) => 5 * (1 + (i % 15))))]])
    const odd = parseFileSchema({ columns: { x: { min: 3, max: 77, integer: true } } })
    const [values] = valuesOf(await run([{ use: 'fake/noise', columns: ['x'] }], fives, odd), 'x')
    expect(new Set([...values].map((value) => value % 5))).toEqual(new Set([0]))
    expect(Math.min(...values)).toBe(5)
    expect(Math.max(...values)).toBe(75)
  })

  it('hold for a release, whose manifest says so without their values', async () => {
    const root = keyedRng()
    const steps = [parseStep({ use: 'fake/noise', columns })]
    const result = await runSteps({ registry, original: file, schema, steps, rng: replicateRng(root) })
    const { data, origin } = release(result.files[0], schema, root)
    for (const name of columns) {
      const { min = -Infinity, max = Infinity } = schema.columns[name]
      expect(numericValues(data, name).every((value) => value >= min && value <= max)).toBe(true)
    }
    const numbers = releasedNumbers(result, boundsOf(file, schema), registry)
    const outputs = [{ sha256: '', origin }]
    const record = { registry, steps, schema, root, released: true, input: '', outputs, reports: [], numbers }
    expect(publicManifest(record).numbers).toEqual({
      age: { multiplesOf: 1, withinBounds: true },
      pay: { multiplesOf: 0.01, withinBounds: true },
      share: { multiplesOf: 0.01, withinBounds: true },
    })
    expect(JSON.stringify(publicManifest(record))).not.toMatch(/95|min|max/)
  })

  it('keep integers whole for any precision', async () => {
    for (const precision of ['auto', 'column', 'fine', 'full']) {
      for (const use of ['fake/noise', 'fake/groups']) {
        const [values] = valuesOf(await run([{ use, precision }], file, schema), 'age')
        expect(isMultiple(values, 1)).toBe(true)
      }
    }
  })
})

describe('averages', () => {
  it('are released in the step of their column, and as computed with fine and full', async () => {
    const step = { use: 'fake/groups', params: { k: 4 } }
    const [auto, fine, full] = [
      await run([step]),
      await run([{ ...step, precision: 'fine' }]),
      await run([{ ...step, precision: 'full' }]),
    ]
    expect(auto.rounded).toEqual([
      { step: step.use, column: 'age', fine: false, to: 1, nearly: ['means'] },
      { step: step.use, column: 'pay', fine: false, to: 0.01, nearly: ['means'] },
      { step: step.use, column: 'share', fine: false, to: 0.01, nearly: ['means'] },
    ])
    expect(auto.warnings).toEqual([])
    const mapped = await run([step, { use: 'fake/reverse' }])
    const said = (result: RunResult): unknown => [...releasedNumbers(result, new Map(), registry)]
    expect(said(auto)).toContainEqual(['age', { multiplesOf: 1, notExact: ['means'] }])
    // The manifest must not disclose that a file was reverse-mapped.
    expect(said(mapped)).toEqual(said(auto))
    expect([fine.rounded, full.rounded]).toEqual([[], []])
    for (const [name, scale] of [
      ['age', 1],
      ['pay', 100],
      ['share', 100],
    ] as const) {
      const [[rounded], [exact], [drawn]] = [valuesOf(auto, name), valuesOf(fine, name), valuesOf(full, name)]
      expect(exact).toEqual(drawn)
      expect(rounded).toEqual(roundToStep(exact, { whole: 1, scale }))
      const [x, sd] = [numericValues(file, name), standardDeviation(numericValues(file, name))]
      expect(Math.abs(mean(exact) - mean(x)) / sd).toBeLessThan(1e-9)
    }
  })

  it('are passed to the next step unrounded, since rounding makes ties', async () => {
    const steps = [{ use: 'fake/groups' }, { use: 'fake/reverse' }]
    const auto = await run(steps)
    const full = await run(steps.map((step) => ({ ...step, precision: 'full' })))
    for (const name of columns) expect(valuesOf(auto, name)).toEqual(valuesOf(full, name))
    const once = await run([steps[0]])
    const twice = await runSteps({
      registry,
      original: file,
      steps: [parseStep({ ...steps[1], columns })],
      rng: replicateRng(seededRng('within')),
      from: once,
    })
    for (const name of columns) expect(valuesOf(twice, name)).toEqual(valuesOf(auto, name))
    // A step on another column leaves this one rounded.
    const other = await run([
      { ...steps[0], columns: ['age', 'pay'] },
      { use: 'fake/noise', columns: ['share'] },
    ])
    expect(isMultiple(valuesOf(other, 'age')[0], 1)).toBe(true)
  })

  it('stay unchanged if the values have all their digits', async () => {
    const long = dataset([
      ['x', numeric(draw((z) => z))],
      ['y', numeric(draw((z) => 1 / (2 + z * z)))],
    ])
    const result = await run([{ use: 'fake/groups', columns: ['x', 'y'] }], long)
    expect(result.rounded).toEqual([])
    expect(Math.abs(sum(valuesOf(result, 'x')[0]) - sum(numericValues(long, 'x')))).toBeLessThan(1e-9)
  })
})
