// Template of `pnpm gen metric`: a small working metric that passes every check, for its author to replace step by
// step. Its two kinds are complements: at identity a risk metric is 100 % and a loss metric 0.
import { camel, pascal, title } from './names.mjs'

const kinds = {
  risk: {
    summary: 'Share of masked values within some standard deviations of the original ones.',
    sign: '≤',
    test: '<=',
    atIdentity: 100,
    what: 'within',
    expected: '[2, 3]',
    wider: 'toBeGreaterThanOrEqual',
  },
  loss: {
    summary: 'Share of masked values more than some standard deviations from the original ones.',
    sign: '>',
    test: '>',
    atIdentity: 0,
    what: 'more than',
    expected: '[1, 3]',
    wider: 'toBeLessThanOrEqual',
  },
}

/** Description of this sort of entry for `gen`. */
export const metric = {
  usage: 'metric KIND/NAME FOLDER (risk or loss, in a folder of packages/metrics/src: loss/mean-change moments)',
  list: 'metrics',
  folder: true,
  packageOf: () => 'metrics',
  accepts: ({ family }) => Object.hasOwn(kinds, family),
  names: ({ name }) => ({
    definition: `${camel(name)}Metric`,
    kernel: `count${pascal(name)}`,
    type: `${pascal(name)}Params`,
  }),
  file: metricFile,
  test: metricTest,
  sentence: 'Adds the metric',
  hint: 'The template counts values close to the original ones: replace its formula, parameters, card, kernel and test',
}

function metricFile({ family, name }) {
  const kind = kinds[family]
  const { definition, kernel, type } = metric.names({ name })
  return `/**
 * ${title(name)}: share of values that moved ${kind.what} h standard deviations.
 *
 * 100 · #{|x_ij − y_ij| ${kind.sign} h·s_j} / #{ij} over the linked values; s_j is the standard deviation of the original column.
 */
import { defineMetric, numericValues, type Aggregate, type MeasureFacts, type Measurement, type Metric, type Plan } from '@sdc/core'
import { leftOut, tooFewLinked, unmeasured } from '@sdc/toolkit'
import { addedNumbers, readColumns, readSpreads } from '@sdc/toolkit/internal'
import * as z from 'zod'

const params = z.object({
  halfWidth: z.number().positive().max(10).default(0.2).meta({
    description: 'Limit h of the distance, in standard deviations of the original column.',
    unit: 'standard deviations',
    search: { min: 0.01, max: 1, scale: 'log' },
  }),
})

export type ${type} = z.infer<typeof params>

export const ${definition}: Metric<${type}> = defineMetric({
  id: '${family}/${name}',
  title: '${title(name)}',
  summary: '${kind.summary}',
  formula: '100 · #{|x_ij − y_ij| ${kind.sign} h·s_j} / #{ij}',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'missing',
      text: 'Pairs with a missing value are excluded; so are masked records without a known origin.',
    },
  ],
  kind: '${family}',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: ${kind.atIdentity},
  params,
  plan,
})

/** Reads the spreads of the original columns, then the pairs of records. */
function* plan({ columns: names, params, rows }: MeasureFacts<${type}>): Plan<Measurement> {
  const why = tooFewLinked(rows.pairs, rows.masked)
  if (why !== undefined) return unmeasured(why)
  const spreads = yield* readSpreads('original', readColumns('original', names))
  const widths = spreads.map(({ sd }) => (sd > 0 ? params.halfWidth * sd : 0))
  const [totals] = yield [countsOf(names, widths)]
  const counts = names.map((_, j) => ({ counted: totals[2 * j], used: totals[2 * j + 1] }))
  const used = counts.reduce((sum, one) => sum + one.used, 0)
  const counted = counts.reduce((sum, one) => sum + one.counted, 0)
  const columns = new Map(
    names.map((name, j) => [name, counts[j].used > 0 ? (100 * counts[j].counted) / counts[j].used : null]),
  )
  const left = { 'records without origin': rows.masked - rows.pairs, 'missing cells': names.length * rows.pairs - used }
  const tables = new Map([['left-out', leftOut(left)]])
  if (used === 0) return { ...unmeasured('no original value has a masked one', 0, tables), columns }
  return { value: (100 * counted) / used, used, columns, tables }
}

/** Counts of every column: values that moved ${kind.what} its width, and all pairs of values. */
function countsOf(names: readonly string[], widths: readonly number[]): Aggregate {
  return {
    reads: 'pairs',
    of: ({ original, masked }) =>
      Float64Array.from(
        names.flatMap((name, j) => {
          const { counted, used } = ${kernel}(numericValues(original, name), numericValues(masked, name), widths[j])
          return [counted, used]
        }),
      ),
    merge: addedNumbers,
  }
}

/**
 * Counts values that moved ${kind.what} a width: #{i: |x_i − y_i| ${kind.sign} width}. Cost: O(n).
 *
 * @param x - The n original values.
 * @param y - Their masked values; pairs with a missing value (NaN) are excluded.
 * @param width - Limit of the distance, in the unit of the values.
 * @returns Number of counted values, and of pairs without a missing value.
 */
export function ${kernel}(
  x: Float64Array,
  y: Float64Array,
  width: number,
): { readonly counted: number; readonly used: number } {
  let counted = 0
  let used = 0
  for (let i = 0; i < x.length; i++) {
    const distance = Math.abs(x[i] - y[i])
    if (Number.isNaN(distance)) continue
    used++
    if (distance ${kind.test} width) counted++
  }
  return { counted, used }
}
`
}

function metricTest({ family, name }) {
  const kind = kinds[family]
  const { definition, kernel } = metric.names({ name })
  return `import { dataset, measureInput, numeric, resolveParams, type Measurement } from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ${kernel}, ${definition} } from './${name}.js'

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 })

describe('${kernel}', () => {
  it('counts by hand, and leaves out pairs with a missing value', () => {
    const x = Float64Array.of(0, 10, 20, 30, Number.NaN)
    const y = Float64Array.of(0, 11, 25, Number.NaN, 40)
    const { counted, used } = ${kernel}(x, y, 1)
    expect([counted, used]).toEqual(${kind.expected})
  })

  it('goes one way as the width grows', () => {
    const width = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(values, values, width, width, (first, second, a, b) => {
        const n = Math.min(first.length, second.length)
        const [x, y] = [Float64Array.from(first.slice(0, n)), Float64Array.from(second.slice(0, n))]
        const [narrow, wide] = [Math.min(a, b), Math.max(a, b)].map((one) => ${kernel}(x, y, one).counted)
        expect(wide).${kind.wider}(narrow)
      }),
    )
  })
})

describe('${family}/${name}', () => {
  async function measured(original: readonly number[], masked: readonly number[], origin: readonly number[]): Promise<Measurement> {
    const [x, y] = [original, masked].map((values) => dataset([['income', numeric(values)]]))
    const params = resolveParams(${definition}.params, { halfWidth: 0.5 })
    return await measureByPlan(${definition}, measureInput(x, y, { params, origin: Int32Array.from(origin) }))
  }

  it('compares a record with the one it came from, in standard deviations of the original', async () => {
    // The standard deviation is 10 (divisor n − 1): 5 away is as near as it may be, 6 is not.
    const { value, used } = await measured([0, 10, 20], [26, 0, 15], [2, 0, 1])
    expect(value).toBeCloseTo((100 * ${family === 'risk' ? 2 : 1}) / 3, 12)
    expect(used).toBe(3)
  })

  it('is null, with the reason, where there is nothing to compare', async () => {
    const unlinked = await measured([0, 10, 20], [0, 10, 20], [-1, -1, -1])
    expect(unlinked.value).toBeNull()
    expect(unlinked.reason).toMatch(/masked records/)
    expect((await measured([0, 10], [Number.NaN, Number.NaN], [0, 1])).reason).toMatch(/no original value/)
  })
})
`
}
