import {
  dataset,
  isMissing,
  kParameter,
  numeric,
  numericValues,
  resolveParams,
  hmacSha256,
  seededRng,
  type Dataset,
} from '@sdc/core'
import { parseFileSchema, parseStep, replicateRng, runSteps, type FileSchema, type RunResult } from '@sdc/engine'
import { mean, roundToStep, sum } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { registry } from './attacks/attacked.fixture.js'

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
const numbers = registry.all('methods').filter(({ traits }) => traits.accepts.includes('numeric') && !traits.adds)

interface Step {
  readonly use: string
  readonly params?: object | undefined
  readonly columns?: readonly string[]
  readonly given?: readonly string[]
  readonly precision?: string
}

async function run(steps: readonly Step[], original: Dataset = file, known?: FileSchema): Promise<RunResult> {
  const plan = steps.map((step) => parseStep({ columns, ...step }))
  const projectKey = hmacSha256(new Uint8Array(32))
  const rng = replicateRng(seededRng('within'))
  return runSteps({ registry, original, schema: known, steps: plan, rng, projectKey })
}

/** Steps that run a method: a masking before one that works on a masked file. */
function stepsOf(use: string): Step[] {
  const { traits } = registry.get('methods', use)
  const given = traits.given === 'required' || traits.given === 'keys' ? { given: ['class'] } : {}
  const grouped = use === 'reverse-map/clusters' ? 'microaggregation/mdav' : 'noise/additive'
  const before = { use: traits.permutes ? 'swapping/rank-swap' : grouped }
  return [
    ...(traits.postMasking ? [before] : []),
    { use, ...given, params: registry.get('methods', use).examples?.[0] },
  ]
}

/**
 * Returns false for methods whose numbers are not on the grid of their column: those that keep moments exactly, and
 * multiples of another base.
 */
const isOnGrid = (use: string): boolean =>
  !/^linear|^coding\/rounding|exact/.test(use) && registry.get('methods', use).examples?.[0]?.exact !== true

const valuesOf = (result: RunResult, name: string): Float64Array[] =>
  result.files.flatMap(({ data }) => {
    const column = data.names.includes(name) ? data.column(name) : undefined
    return column?.kind === 'numeric' ? [column.values] : []
  })

const isMultiple = (values: Float64Array, scale: number): boolean =>
  roundToStep(values, { whole: 1, scale }).every((value, i) => Object.is(value, values[i]))

describe('bounds of a schema', () => {
  it.each(numbers.map(({ id }) => id))('hold for %s, on the grid of the column where it has no other', async (use) => {
    const [steps, plain] = [stepsOf(use), stepsOf(use).map((step) => ({ ...step, params: {} }))]
    for (const each of [steps, plain]) {
      const result = await run(each, file, schema).catch((error: unknown) => {
        // Examples of a few methods need other data: for these the defaults are enough.
        if (each === plain) throw error
        return undefined
      })
      if (!result) continue
      for (const name of columns) {
        const { min = -Infinity, max = Infinity } = schema.columns[name]
        for (const values of valuesOf(result, name)) {
          expect(values.length).toBeGreaterThan(0)
          expect(values.every((value) => value !== value || (value >= min && value <= max))).toBe(true)
          if (name === 'age') expect(isMultiple(values, 1)).toBe(true)
          if (isOnGrid(use)) expect(isMultiple(values, 100)).toBe(true)
        }
      }
    }
  })

  it.each(numbers.flatMap(({ id, traits }) => (traits.claims.kAnonymousBy === undefined ? [] : [id])))(
    'and the rounding leave groups of k: %s',
    async (use) => {
      const method = registry.get('methods', use)
      const k = 5
      const given = method.traits.given === 'required' ? { given: ['class'] } : {}
      const result = await run([{ use, params: { k }, ...given }], file, schema)
      expect(kParameter(method.traits, resolveParams(method.params, { k }, { method: use }))).toBe('k')
      const { data } = result.files[0]
      const cell = (name: string, i: number): string => {
        const column = data.column(name)
        if (isMissing(column, i)) return '?'
        return column.kind === 'numeric' ? String(column.values[i]) : column.levels[column.codes[i]]
      }
      const scopes = method.traits.scope === 'file' ? [columns] : columns.map((name) => [name])
      for (const names of scopes) {
        const counts = new Map<string, number>()
        for (let i = 0; i < data.rows; i++) {
          const key = names.map((name) => cell(name, i)).join('|')
          counts.set(key, (counts.get(key) ?? 0) + 1)
        }
        expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(k)
      }
    },
  )

  it('are satisfied by the model itself, which redraws its errors: means beyond a bound give values near it', async () => {
    // 0 if the given column is low, and increasing with it otherwise: the fitted line is below 0 there.
    const kinked = dataset([
      ['s', numeric(draw((_, i) => i - 45))],
      ['y', numeric(draw((z, i) => Math.max(0, Math.round(10 * (i - 45) + 40 * z))))],
    ])
    const least = parseFileSchema({ columns: { y: { min: 0, integer: true } } })
    const step = { use: 'linear/multiple-imputation', columns: ['y'], given: ['s'], params: { sets: 20 } }
    const [free, within] = [await run([step], kinked), await run([step], kinked, least)]
    const low = (result: RunResult): number =>
      mean(Float64Array.from(valuesOf(result, 'y'), (values) => mean(values.slice(0, 20).map(Math.abs))))
    expect(valuesOf(free, 'y')[0].some((value) => value < 0)).toBe(true)
    // For a mean far beyond the bound, fifty draws may all be outside: the engine reflects the last one.
    expect(sum(Float64Array.from(within.kept, ({ values }) => values))).toBeLessThan(4)
    expect(valuesOf(within, 'y').every((values) => values.every((value) => value >= 0))).toBe(true)
    // With reflection, the first twenty would be as far above 0 as the line is below.
    expect(low(within)).toBeLessThan(0.8 * low(free))
    // Without values beyond a bound, nothing was redrawn.
    const [one, other] = [valuesOf(free, 'y')[0], valuesOf(within, 'y')[0]]
    expect([...one].every((value, i) => value < 0 || value === other[i])).toBe(true)
  })

  it('are satisfied by linear/gadp-ci record by record: few values are reflected, and columns stay consistent', async () => {
    const pair = dataset([
      ['a', numeric(draw((z) => Math.max(0, Math.round(100 * (z + 1)))))],
      ['b', numeric(draw((_, i) => (i * 7) % 50))],
    ])
    const both = numeric([...numericValues(pair, 'a')].map((value, i) => 2 * value + numericValues(pair, 'b')[i]))
    const original = dataset([
      ['a', pair.column('a')],
      ['b', pair.column('b')],
      ['total', both],
    ])
    const known = parseFileSchema({ columns: { a: { min: 0 }, b: { min: 0, max: 49 }, total: { min: 0 } } })
    const step = { use: 'linear/gadp-ci', columns: ['a', 'b', 'total'] }
    const [free, within] = [await run([step], original), await run([step], original, known)]
    const beyond = [...valuesOf(free, 'b')[0]].filter((value) => value < 0 || value > 49).length
    expect(beyond).toBeGreaterThan(5)
    expect(within.kept).toEqual([])
    // An identity among the columns holds, except for their rounding: reflecting each column by itself would violate
    // it.
    const [a, b, total] = ['a', 'b', 'total'].map((name) => valuesOf(within, name)[0])
    expect(total.every((value, i) => Math.abs(value - 2 * a[i] - b[i]) <= 2)).toBe(true)
    expect(b.every((value) => value >= 0 && value <= 49)).toBe(true)
  })

  it('are whole numbers for columns of whole numbers, with any precision', async () => {
    for (const precision of ['auto', 'column', 'fine', 'full']) {
      for (const use of ['noise/additive', 'microaggregation/mdav', 'linear/romm']) {
        const [values] = valuesOf(await run([{ use, precision }], file, schema), 'age')
        expect(isMultiple(values, 1)).toBe(true)
      }
    }
  })
})
