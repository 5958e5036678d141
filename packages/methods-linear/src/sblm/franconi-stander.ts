/**
 * Model-based protection (Franconi & Stander 2002): values fitted by a regression on all other columns. Those in the tails
 * are moved towards the centre, or by a share of the residual standard deviation towards the original value.
 */
import { defineMethod, isSdcError, option, SdcError, type Dataset, type MaskingMethod, type MaskInput } from '@sdc/core'
import { finiteColumns, givenDesign, maskedFile, originalRow } from '@sdc/toolkit'
import { exp, log, residualise, rowsByGroup, standardDeviation, variance } from '@sdc/stats'
import { columnArrays, MANY_RECORDS, spannedRegression, whitenedSpan } from '@sdc/stats/internal'
import * as z from 'zod'
import { lengthOf } from '../shared/conditional-model.js'
import { requireRecords, requireResidual, sizeOf } from '../shared/requirements.js'
import { linearTraits } from '../shared/linear-traits.js'
import { aggregateRegions, type AggregatedRegions } from './aggregated-regions.js'
import { shiftTails, shrinkTails } from './tails.js'

const id = 'linear/franconi-stander'

const params = z.object({
  rule: z
    .enum(['shrink', 'shift'])
    .default('shrink')
    .meta({
      description:
        'Treatment of fitted values in the tails. shrink: they move towards the median, and depend on the ' +
        'original value by the fit only. shift: they move by F·s to the side of the original value, which ' +
        'releases that side.',
    }),
  shrink: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .meta({
      description: 'Distance λ·s by which shrink moves fitted values in the tails towards the median, as λ.',
      unit: 'residual standard deviations s',
      search: { min: 0, max: 1 },
    }),
  shift: z.number().min(0).max(1).default(0.5).meta({
    description: 'Distance F·s by which shift moves fitted values in the tails towards the original ones, as F.',
    unit: 'residual standard deviations s',
  }),
  tailPercent: z
    .number()
    .gt(0)
    .max(50)
    .default(25)
    .meta({ description: 'Share of the records in each of the two tails.', unit: 'percent of the records' }),
  logScale: z.boolean().default(false).meta({
    description:
      'Model the masked columns, which must be positive, as logarithms: for skewed amounts. The given columns stay unchanged.',
  }),
  regions: z
    .string()
    .default('')
    .meta({
      description:
        'Column of regions: regions with too few records are merged with similar ones, and the regression is ' +
        'fitted within each. Empty: one regression. The column itself is not part of the regression.',
    }),
  minimumUnits: z
    .int()
    .min(2)
    .max(1_000_000)
    .default(50)
    .meta({ description: 'Minimum records of each aggregated region.', unit: 'records' }),
})

export type FranconiStanderParams = z.infer<typeof params>

export const franconiStanderMethod: MaskingMethod<FranconiStanderParams> = defineMethod({
  id,
  title: 'Fitted values with shrunk or shifted tails (Franconi & Stander)',
  summary:
    'Replaces every column by its fit from all other columns, then moves the tails towards the centre or the ' +
    'original values.',
  brief: [
    'It keeps what the other columns predict.',
    'Variation around the prediction is lost, so that relations look stronger than they are.',
  ],
  formula:
    'f = regression of X_j on [1, S, other X], s² = SSE/(n − k); Y_j = f − sign(f − med f)·min(λ·s, |f − med f|) where f ' +
    'is below its a- or above its (1 − a)-quantile, else f;  shift: f + F·s·sign(x − f) there',
  source: [{ key: 'franconi-stander-2002', where: 'the regression, the shrunk tails, the aggregated regions' }],
  notes: [
    {
      topic: 'choices',
      text:
        'The paper says that some of the fitted values are shrunk, and leaves the rule open. This implementation ' +
        'moves the outer quarters by λ residual standard deviations, never beyond the median. The shift is the ' +
        'variant of a handbook, with tails and F chosen here. Regions are ordered by the first principal ' +
        'component of their means (of all columns of the regression, categories as indicators, each standardised ' +
        'over the regions). Neighbours are merged from the lower end until each has enough records; the ' +
        'remainder joins the last. Quantiles, s and the median are those of the aggregated region.',
    },
    {
      topic: 'loses',
      text:
        'A column that is not well explained becomes nearly constant: variances are R² times the original ones, ' +
        'less the loss in the tails, and correlations are too strong. With logScale the fit is of medians, which ' +
        'are lower than means.',
    },
    {
      topic: 'attacks',
      text:
        'Nothing is random. A column that the others explain well (R² near 1) is released almost unchanged, and ' +
        'one that they determine (a total among its parts) is refused: leave one of them out.',
    },
    {
      topic: 'attacks',
      text:
        'With shift the sign of x − f is released for every record in a tail, one bit of x a record. An intruder ' +
        'who computes f, as the nearly unchanged columns allow, knows on which side of it the original lies. ' +
        'With shrink nothing but the fit depends on x.',
    },
    {
      topic: 'limits',
      text:
        'Masked columns are predicted from one another, so a small region must have more records than columns. ' +
        'Its names stay unchanged in the file: recode the column of the regions if they identify.',
    },
    {
      topic: 'keeps',
      text:
        'With shrink, in each region, the order of the fitted values is kept within each tail and within the ' +
        'middle, not between them.',
    },
  ],
  enables: [
    'An intruder who has a good model computes the same fitted values. Only the original residuals, which ' +
      'are not in the file, protect a record.',
  ],
  traits: { ...linearTraits, stochastic: false },
  params,
  examples: [{ shrink: 0 }, { shrink: 1, tailPercent: 10 }, { logScale: true }, { rule: 'shift', shift: 1 }],
  needsFile: () => ({
    why: 'its regions and regressions are of all records together',
    instead: 'noise/tendick-matloff keeps means and covariances in expectation',
  }),
  plan: () => ({
    form: 'file',
    mask(full) {
      const { columns: names, params: given } = full
      const input = { ...full, given: full.given.filter((name) => name !== given.regions) }
      const columns = finiteColumns(input, names, id)
      const design = givenDesign(input, id)
      if (columns.length + design.columns.length < 2) {
        const message = `${id} predicts a column from others, but "${names[0]}" is the only one`
        throw new SdcError(
          'NO_COLUMNS',
          message,
          { method: id },
          `Name columns to condition on (${option('given')}), or mask several.`,
        )
      }
      const values = given.logScale ? logarithms(input, columns) : columns
      const regions = given.regions === '' ? null : aggregateRegions(input, given, [...design.columns, ...values], id)
      const masked = values.map(() => new Float64Array(input.data.rows))
      for (const [r, rows] of (regions === null ? [null] : rowsByGroup(regions.groups)).entries()) {
        const part = (column: Float64Array): Float64Array => (rows === null ? column : gather(column, rows))
        const [own, beside] = [values.map(part), design.columns.map(part)]
        own.forEach((column, j) => {
          input.tick((r + j / own.length) / (regions?.names.length ?? 1))
          const others = [...beside, ...own.filter((_, k) => k !== j)]
          const moved = inRegion(regions?.names[r], () => maskedFit(column, others, names[j], given))
          for (let i = 0; i < moved.length; i++)
            masked[j][rows === null ? i : rows[i]] = given.logScale ? exp(moved[i]) : moved[i]
        })
      }
      const result = maskedFile(names, masked, [...design.warnings, ...(regions?.warnings ?? [])])
      return { ...result, report: new Map(regionReport(regions)) }
    },
  }),
})

function regionReport(regions: AggregatedRegions | null): (readonly [string, number | Dataset])[] {
  if (regions === null) return []
  return [
    ['aggregated regions', regions.names.length],
    ['regions', regions.table],
  ]
}

/** Runs a fit; an error gets the name of its region. */
function inRegion<T>(region: string | undefined, fit: () => T): T {
  try {
    return fit()
  } catch (error) {
    if (region === undefined || !isSdcError(error)) throw error
    const fix = 'Set minimumUnits to more, so that regions are merged, or use fewer columns.'
    throw new SdcError(error.code, `in the region ${region}: ${error.message}`, error.place, fix)
  }
}

function gather(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row])
}

/** Masks one column of one region: its fit, moved in the tails. */
function maskedFit(
  column: Float64Array,
  others: readonly Float64Array[],
  name: string,
  { rule, shrink, shift, tailPercent }: FranconiStanderParams,
): Float64Array {
  const fit = fitByOthers(column, others, name)
  if (rule === 'shift') return shiftTails(fit.values, column, shift * fit.residualSd, tailPercent / 100)
  return shrinkTails(fit.values, shrink * fit.residualSd, tailPercent / 100)
}

/** Does the same for many records without storing them; `undefined` if the cross products lose too many digits. */
function fitByCrossProducts(
  column: Float64Array,
  others: readonly Float64Array[],
  name: string,
): { readonly values: Float64Array; readonly residualSd: number } | undefined {
  const n = column.length
  const regression = spannedRegression([column], others)
  if (regression === undefined) return undefined
  const { given, fit, coordinates } = regression
  const left = lengthOf(coordinates[0].subarray(given.count))
  requireResidual(lengthOf(coordinates[0]), left, sizeOf(column), name, 'other', id)
  const [values] = columnArrays(fit)
  return { values, residualSd: left * Math.sqrt((n - 1) / (n - 1 - given.count)) }
}

/**
 * Computes the fitted values of the regression on [1, others], and s = √(SSE/(n − k)), k the number of coefficients.
 * O(nm²).
 */
function fitByOthers(
  column: Float64Array,
  others: readonly Float64Array[],
  name: string,
): { readonly values: Float64Array; readonly residualSd: number } {
  const n = column.length
  requireRecords(n, 2, 'a regression', id)
  const read = n < MANY_RECORDS ? undefined : fitByCrossProducts(column, others, name)
  if (read !== undefined) return read
  const span = whitenedSpan(others)
  const k = 1 + span.length
  requireRecords(n, 1 + k, `a regression on ${span.length} other columns`, id)
  const [residual] = residualise([column], span)
  requireResidual(standardDeviation(column), standardDeviation(residual), sizeOf(column), name, 'other', id)
  const residualSd = Math.sqrt((variance(residual) * (n - 1)) / (n - k))
  return { values: column.map((value, i) => value - residual[i]), residualSd }
}

function logarithms(
  input: Pick<MaskInput<unknown>, 'columns' | 'origin'>,
  columns: readonly Float64Array[],
): Float64Array[] {
  return columns.map((values, j) => {
    const at = values.findIndex((value) => !(value > 0))
    if (at < 0) return values.map(log)
    const message = `column "${input.columns[j]}" has ${values[at]}, which has no logarithm`
    const place = { method: id, parameter: 'logScale', column: input.columns[j], row: originalRow(input, at) }
    throw new SdcError('BAD_PARAMETER', message, place, 'Set logScale to false, or leave the column out.')
  })
}
