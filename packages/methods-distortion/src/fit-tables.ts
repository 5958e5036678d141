import { categorical, dataset, numeric, type Dataset } from '@sdc/core'
import { cbrt, countUpTo, quantileOfSorted } from '@sdc/stats'
import type { Distribution } from '@sdc/stats/distributions'
import type { ChosenFamily } from './fit-families.js'

/** Minimum and maximum number of bins of the histogram. */
const fewest = 10
const most = 60

/**
 * Returns the parameters of a distribution as text.
 *
 * @param law - Distribution.
 * @returns Text such as `shape = 3.876, scale = 14506`.
 */
export function parameterText({ parameters }: Distribution): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} = ${String(Number(value.toPrecision(6)))}`)
    .join(', ')
}

/**
 * Makes the table of the families that were fitted to a column, the nearest first.
 *
 * @param chosen - Fits.
 * @returns One row per family: its name, parameters, D, p, and 1 for the family that is used.
 */
export function familyTable({ families, best }: ChosenFamily): Dataset {
  const names = families.map(({ law }) => law.name)
  const parameters = families.map(({ law }) => parameterText(law))
  return dataset([
    ['family', categorical(names, names)],
    ['parameters', categorical(parameters, [...new Set(parameters)])],
    ['D', numeric(families.map(({ distance }) => distance))],
    ['p', numeric(families.map(({ p }) => p))],
    ['drawn from', numeric(families.map((one) => (one === best ? 1 : 0)))],
  ])
}

/**
 * Makes the data for a plot of a fit: the shares of the data and of the distribution up to the edges of 10 to 60 bins
 * of one width.
 *
 * About 2n^(1/3) bins (Rice's rule), from the .5 % to the 99.5 % point of the data, so that one far value does not
 * press all others into a bin. The shares of the first and the last edge show how much lies outside.
 *
 * @param sorted - Ascending, none missing, not all equal.
 * @param law - Fitted distribution.
 * @returns One row per edge: value, data, law.
 *
 * Cost: O(log n) per edge.
 */
export function fitTable(sorted: Float64Array, law: Distribution): Dataset {
  const bins = Math.round(Math.min(most, Math.max(fewest, 2 * cbrt(sorted.length))))
  const inner = [quantileOfSorted(sorted, 0.005), quantileOfSorted(sorted, 0.995)] as const
  const [low, high] = inner[0] < inner[1] ? inner : ([sorted[0], sorted[sorted.length - 1]] as const)
  // Whole numbers are the midpoints of bins of width one.
  const whole = law.name === 'poisson'
  const width = whole ? Math.max(1, Math.ceil((high - low + 1) / bins)) : (high - low) / bins
  const first = whole ? low - 0.5 : low - width / 2
  const edges = Float64Array.from({ length: Math.ceil((high - first) / width - 1e-9) + 2 }, (_, i) => first + i * width)
  return dataset([
    ['value', numeric(edges)],
    ['data', numeric(edges.map((edge) => countUpTo(sorted, edge) / sorted.length))],
    ['law', numeric(edges.map((edge) => law.cdf(edge)))],
  ])
}
