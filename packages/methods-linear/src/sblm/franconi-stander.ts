/**
 * Model-based protection (Franconi & Stander 2002): the values that a regression on all other columns fits, those in the
 * tails moved towards the centre.
 */
import { defineMethod, SdcError } from '@sdc/core'
import { finiteColumns, givenDesign, maskedFile, originalRow } from '@sdc/toolkit'
import type { MaskingMethod, MaskInput } from '@sdc/core'
import { exp, log, quantiles, residualise, variance, whitenedSpan } from '@sdc/stats'
import * as z from 'zod'
import { requireRecords, requireResidual } from '../shared/conditional-model.js'
import { linearTraits } from '../shared/linear-traits.js'
import { newNegatives } from '../shared/released.js'

const id = 'linear/franconi-stander'

const params = z.object({
  shrink: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .meta({
      description: 'How far fitted values in the tails move towards the median: λ of λ·s.',
      unit: 'residual standard deviations s',
      search: { min: 0, max: 1 },
    }),
  tailPercent: z
    .number()
    .gt(0)
    .max(50)
    .default(25)
    .meta({ description: 'How many of the records lie in each of the two tails.', unit: 'percent of the records' }),
  logScale: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Whether the masked columns, which must be positive, are modelled as logarithms: for skewed amounts. The given ' +
        'columns stay as they are.',
    }),
})

export type FranconiStanderParams = z.infer<typeof params>

export const franconiStanderMethod: MaskingMethod<FranconiStanderParams> = defineMethod({
  id,
  title: 'Fitted values with shrunk tails (Franconi & Stander)',
  summary:
    'Replaces every column by the values that a regression on all other columns fits, and moves those in the tails ' +
    'towards the centre.',
  formula:
    'f = regression of X_j on [1, S, other X], s² = SSE/(n − k); Y_j = f − sign(f − med f)·min(λ·s, |f − med f|) where f ' +
    'is below its a- or above its (1 − a)-quantile, else f',
  source: [{ key: 'franconi-stander-2002', where: 'the regression and the shrunk tails' }],
  notes: [
    {
      topic: 'choices',
      text:
        'The paper says that some of the fitted values are shrunk, and its text leaves the rule open to us: moving the ' +
        'outer quarters by λ residual standard deviations, never beyond the median, is our reading. Its aggregation of ' +
        'regions is left out.',
    },
    {
      topic: 'loses',
      text:
        'A column that is not well explained becomes nearly constant: variances are R² times the original ones, less what the ' +
        'tails lose, and correlations are too strong. With logScale the fit is of medians rather than means, which are lower.',
    },
    {
      topic: 'attacks',
      text:
        'Nothing is random. A column that the others explain well (R² near 1) is released nearly as it is, and one that they ' +
        'determine (a total among its parts) is refused: leave one of them out.',
    },
    {
      topic: 'keeps',
      text: 'The order of the fitted values is kept within each tail and within the middle, not between them.',
    },
  ],
  arms: [
    'Whoever has a good model of their own computes the same fitted values: only the original residuals, which are not in ' +
      'the file, protect a record.',
  ],
  traits: { ...linearTraits, stochastic: false },
  params,
  examples: [{ shrink: 0 }, { shrink: 1, tailPercent: 10 }, { logScale: true }],
  apply(input) {
    const { columns: names, params: given } = input
    const columns = finiteColumns(input, names, id)
    const design = givenDesign(input, id)
    if (columns.length + design.columns.length < 2) {
      const message = `${id} predicts a column from others: "${names[0]}" has none beside it`
      throw new SdcError(
        'NO_COLUMNS',
        message,
        { method: id },
        'Name columns to condition on (--given), or mask several.',
      )
    }
    const values = given.logScale ? logarithms(input, columns) : columns
    const masked = values.map((column, j) => {
      input.tick(j / values.length)
      const others = [...design.columns, ...values.filter((_, k) => k !== j)]
      const fit = fitByOthers(column, others, names[j])
      const shrunk = shrinkTails(fit.values, given.shrink * fit.residualSd, given.tailPercent / 100)
      return given.logScale ? shrunk.map(exp) : shrunk
    })
    const { report, warnings } = newNegatives(names, columns, masked)
    return { ...maskedFile(names, masked, [...design.warnings, ...warnings]), report }
  },
})

/** Fitted values of the regression on [1, others], and s = √(SSE/(n − k)), k the number of coefficients. O(nm²). */
function fitByOthers(
  column: Float64Array,
  others: readonly Float64Array[],
  name: string,
): { readonly values: Float64Array; readonly residualSd: number } {
  const n = column.length
  requireRecords(n, 2, 'a regression', id)
  const span = whitenedSpan(others)
  const k = 1 + span.length
  requireRecords(n, 1 + k, `a regression on ${span.length} other columns`, id)
  const [residual] = residualise([column], span)
  requireResidual(column, residual, name, 'other', id)
  const residualSd = Math.sqrt((variance(residual) * (n - 1)) / (n - k))
  return { values: column.map((value, i) => value - residual[i]), residualSd }
}

/**
 * Values below the a-quantile and above the (1 − a)-quantile (type 7) moved by `by` towards the median, not beyond it; the
 * others as they are. Keeps the order within the two tails and the middle. Cost: O(n log n).
 */
export function shrinkTails(values: Float64Array, by: number, tailShare: number): Float64Array {
  const [low, centre, high] = quantiles(values, [tailShare, 0.5, 1 - tailShare])
  return values.map((value) => {
    if (value < low) return Math.min(value + by, centre)
    return value > high ? Math.max(value - by, centre) : value
  })
}

function logarithms(input: MaskInput<FranconiStanderParams>, columns: readonly Float64Array[]): Float64Array[] {
  return columns.map((values, j) => {
    const at = values.findIndex((value) => !(value > 0))
    if (at < 0) return values.map(log)
    const message = `column "${input.columns[j]}" holds ${values[at]}, which has no logarithm`
    const place = { method: id, parameter: 'logScale', column: input.columns[j], row: originalRow(input, at) }
    throw new SdcError('BAD_PARAMETER', message, place, 'Set logScale to false, or leave the column out.')
  })
}
