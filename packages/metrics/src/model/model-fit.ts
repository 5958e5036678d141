import type { CategoricalColumn, Dataset } from '@sdc/core'
import { linearRegression, normalQuantile } from '@sdc/stats'
import { logisticRegression, spread, squarablePower, timesPower, type LogisticFit } from '@sdc/stats/internal'
import { studentQuantile } from '@sdc/stats/distributions'
import { completeRecords, type ModelPlan } from './model-plan.js'

/** Quantile of the ends of a 95 % interval. */
const UPPER = 0.975

/** Model fitted to a file: one number per coefficient. */
export interface ModelFit {
  readonly estimates: Float64Array
  readonly low: Float64Array
  readonly high: Float64Array
  /** Records of the fit. */
  readonly records: number
}

/** Columns of the regression. */
type Columns = readonly Float64Array[]

/**
 * Fits the coefficients of a model to a file, with their 95 % intervals: by the t distribution for least squares,
 * Wald's by the normal one for logistic regression.
 *
 * @param plan - Result of `modelPlan`.
 * @param file - The original or the masked file.
 * @param which - Name of the file in messages.
 * @returns The fit, or the reason for its absence. Cost: O(n·k²) for k coefficients.
 */
export function fitModel(plan: ModelPlan, file: Dataset, which: 'original' | 'masked file'): ModelFit | string {
  const names = [plan.response, ...plan.terms.map(({ name }) => name)]
  for (const { name, kind } of [{ name: plan.response, kind: responseKind(plan) }, ...plan.terms]) {
    const is = file.column(name).kind === 'numeric' ? 'number' : 'category'
    if (is !== kind)
      return (
        `"${name}" has ${kind === 'number' ? 'numbers' : 'categories'} in the original and ` +
        `${is === 'number' ? 'numbers' : 'categories'} in the masked file`
      )
  }
  const rows = completeRecords(file, names).filter((i) => !Number.isNaN(outcomeOf(plan, file, i)))
  const k = plan.coefficients.length
  if (rows.length <= k)
    return `the ${which} has ${rows.length} complete records, too few to estimate ${k} coefficients with an interval`
  const absent = plan.terms.flatMap((term) => {
    if (term.kind === 'number') return []
    const { codes, levels } = file.column(term.name) as CategoricalColumn
    const there = new Set(Array.from(rows, (i) => levels[codes[i]]))
    return [term.reference, ...term.levels]
      .filter((level) => !there.has(level))
      .map((level) => `${term.name} = ${level}`)
  })
  if (absent.length > 0)
    return `the ${which} has no complete record with ${absent.slice(0, 3).join(', ')}${absent.length > 3 ? `, and ${absent.length - 3} more` : ''}: their coefficients cannot be estimated`
  const columns = plan.terms.flatMap((term): Columns => {
    const column = file.column(term.name)
    if (term.kind === 'number') return [pick((column as { values: Float64Array }).values, rows)]
    const { codes, levels } = column as CategoricalColumn
    const code = new Map(levels.map((level, at) => [level, at]))
    return term.levels.map((level) => {
      const own = code.get(level)
      return Float64Array.from(rows, (i) => (codes[i] === own ? 1 : 0))
    })
  })
  // Categories that the original lacks are not part of the model; their indicators exclude their records from it.
  const others = plan.terms.flatMap((term): Columns => {
    if (term.kind === 'number') return []
    const { codes, levels } = file.column(term.name) as CategoricalColumn
    const known = new Set([term.reference, ...term.levels])
    const isOther = levels.map((level) => (known.has(level) ? 0 : 1))
    const other = Float64Array.from(rows, (i) => isOther[codes[i]])
    return other.includes(1) ? [other] : []
  })
  const y = Float64Array.from(rows, (i) => outcomeOf(plan, file, i))
  return plan.outcomes === undefined
    ? leastSquares(plan, y, columns, others, which)
    : logistic(plan, y, columns, others, which)
}

const responseKind = (plan: ModelPlan): 'number' | 'category' => (plan.outcomes === undefined ? 'number' : 'category')

const pick = (values: Float64Array, rows: Int32Array): Float64Array => Float64Array.from(rows, (i) => values[i])

/** Returns the response of a record: its number, or 1 or 0; NaN for a category that is neither. */
function outcomeOf({ response, outcomes }: ModelPlan, file: Dataset, i: number): number {
  const column = file.column(response)
  if (column.kind === 'numeric') return outcomes === undefined ? column.values[i] : Number.NaN
  const at = outcomes?.indexOf(column.levels[column.codes[i]]) ?? -1
  return at < 0 ? Number.NaN : 1 - at
}

function leastSquares(
  plan: ModelPlan,
  y: Float64Array,
  columns: Columns,
  others: Columns,
  which: string,
): ModelFit | string {
  const ofY = squarablePower(y)
  const powers = columns.map((column) => squarablePower(column))
  const fit = linearRegression(timesPower(y, ofY), [...columns.map((one, j) => timesPower(one, powers[j])), ...others])
  const singular = singularReason(plan, fit.dependent, which)
  if (singular !== undefined) return singular
  if (fit.perfect) return `the model fits the ${which} perfectly: its intervals have no width and cannot overlap`
  if (fit.degrees < 1) return `the ${which} has as many coefficients as complete records`
  const t = studentQuantile(UPPER, fit.degrees)
  const back = (values: Float64Array): Float64Array =>
    Float64Array.from(
      plan.coefficients,
      (_, j) => timesPower(Float64Array.of(values[j]), (j === 0 ? 0 : powers[j - 1]) - ofY)[0],
    )
  return withIntervals(back(fit.coefficients), back(fit.standardErrors), t, y.length)
}

function logistic(
  plan: ModelPlan,
  y: Float64Array,
  columns: Columns,
  others: Columns,
  which: string,
): ModelFit | string {
  const outcomes = Uint8Array.from(y)
  if (outcomes.every((one) => one === outcomes[0]))
    return `"${plan.response}" has only one category in the complete records of the ${which}`
  // In standard deviations from the mean, so that the information matrix loses no digits; converted back below.
  const spreads = columns.map(spread)
  const blocks = [
    ...columns.map((column, j) => ({
      count: 1,
      values: column.map((value) => (value - spreads[j].base - spreads[j].mean) / (spreads[j].sd || 1)),
    })),
    ...others.map((values) => ({ count: 1, values })),
  ]
  const fit = logisticRegression({ rows: y.length, blocks }, outcomes)
  const dependent = fit.dependent.map((column) => column - 1)
  const singular = singularReason(plan, dependent, which)
  if (singular !== undefined) return singular
  if (fit.separated)
    return (
      `the columns separate the categories of "${plan.response}" in all or some records of the ${which} (separation): ` +
      'coefficients are infinite'
    )
  const { estimates, errors } = turnedBack(fit, spreads)
  return withIntervals(estimates, errors, normalQuantile(UPPER), y.length)
}

/** Converts coefficients of standardised columns to coefficients of the unscaled columns. */
function turnedBack(
  { coefficients, information }: LogisticFit,
  spreads: readonly { readonly base: number; readonly mean: number; readonly sd: number }[],
): { readonly estimates: Float64Array; readonly errors: Float64Array } {
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((total, one, i) => total + one * b[i], 0)
  const ofConstant = new Float64Array(coefficients.length)
  ofConstant[0] = 1
  spreads.forEach(({ base, mean, sd }, j) => (ofConstant[j + 1] = -(base + mean) / sd))
  const variances = information.inverseDiagonal()
  // Divided last: the square of a standard deviation of 1e200 exceeds the range of doubles.
  const own = spreads.map(({ sd }, j) => [coefficients[j + 1] / sd, Math.sqrt(variances[j + 1]) / sd] as const)
  return {
    estimates: Float64Array.of(dot(ofConstant, coefficients), ...own.map(([estimate]) => estimate)),
    errors: Float64Array.of(
      Math.sqrt(dot(ofConstant, information.solve(ofConstant))),
      ...own.map(([, error]) => error),
    ),
  }
}

/**
 * Returns the reason if some coefficients cannot be estimated together with the others; `dependent` counts from 0
 * without the constant.
 */
function singularReason(plan: ModelPlan, dependent: readonly number[], which: string): string | undefined {
  const [first] = dependent.filter((j) => j + 1 < plan.coefficients.length)
  if (first === undefined) return undefined
  return (
    `the model cannot be fitted to the ${which}: "${plan.coefficients[first + 1]}" is constant there, or a linear ` +
    'combination of earlier columns'
  )
}

function withIntervals(estimates: Float64Array, errors: Float64Array, quantile: number, records: number): ModelFit {
  return {
    estimates,
    low: estimates.map((value, j) => value - quantile * errors[j]),
    high: estimates.map((value, j) => value + quantile * errors[j]),
    records,
  }
}
