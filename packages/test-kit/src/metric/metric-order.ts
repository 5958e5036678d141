import { columnLength, numeric, takeRows, withColumns, type Column, type Dataset, type Measurement } from '@sdc/core'
import { runCheck, type Check } from '../shared/check.js'
import { close, shown } from './metric-files.js'
import { measureOnce, overMetricCases, pairOf, type MetricSubject, type Pair } from './run-metric.js'

/** Number of distinct values in files in which most records tie with others. */
const DISTINCT = 5
/** Number of seeds for a metric that draws, in each order. */
const SEEDS = 20
/** Standard errors of the difference of two means of 20 values: a correct metric exceeds them with probability 1e-6. */
const MOST_ERRORS = 6

/**
 * Checks that a metric does not depend on the order of the records, which discloses nothing: such a metric uses
 * knowledge that no intruder has.
 *
 * The unchanged files are tested with all parameters, files with many ties with the defaults: a rule that takes the
 * first of tied records may be a parameter's choice, not the default. A metric that draws may give each record a draw
 * by its place. Its values may then differ between orders as they differ between seeds, and no more.
 */
export async function orderChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario, cases } = subject
  const plain = pairOf(scenario)
  const tied = {
    ...plain,
    original: coarse(plain.original, plain.columns),
    masked: coarse(plain.masked, plain.columns),
  }
  // For a metric of the masked file alone, another check tests if the original changes anything.
  const looked = (all: Rearranged[]): Rearranged[] => (metric.files === 'masked' ? all.slice(1, 2) : all)
  const find = async (params: unknown, pair: Pair): Promise<readonly string[]> =>
    (await Promise.all(looked(rearrangements(pair)).map((other) => orderProblems(subject, pair, other, params)))).flat()
  return [
    await runCheck(metric.id, 'the order of the records of either file changes nothing', () =>
      overMetricCases(subject, [plain], find),
    ),
    await runCheck(metric.id, 'the order of records changes nothing, even if most of them tie', () =>
      overMetricCases({ ...subject, cases: cases.slice(0, 1) }, [tied], find),
    ),
  ]
}

interface Rearranged {
  readonly what: string
  readonly pair: Pair
}

function rearrangements(pair: Pair): Rearranged[] {
  const orders = (step: number): { readonly original: Int32Array; readonly masked: Int32Array } => ({
    original: places(pair.original.rows, step),
    masked: places(pair.masked.rows, step + 6),
  })
  const same = { original: places(pair.original.rows, 1), masked: places(pair.masked.rows, 1) }
  const { original, masked } = orders(37)
  return [
    { what: 'the original records', pair: rearranged(pair, original, same.masked) },
    { what: 'the masked records', pair: rearranged(pair, same.original, masked) },
    { what: 'the records of both files', pair: rearranged(pair, original, masked) },
  ]
}

/** 0, …, n − 1 in another order; in their own order for a step of 1. */
function places(n: number, step: number): Int32Array {
  return Int32Array.from({ length: n }, (_, i) => (step === 1 ? i : (i * step + 11) % n))
}

function rearranged(pair: Pair, original: Int32Array, masked: Int32Array): Pair {
  const placeOf = new Int32Array(original.length)
  original.forEach((row, at) => (placeOf[row] = at))
  return {
    ...pair,
    original: takeRows(pair.original, original),
    masked: takeRows(pair.masked, masked),
    origin: Int32Array.from(masked, (row) => (pair.origin[row] < 0 ? -1 : placeOf[pair.origin[row]])),
  }
}

async function orderProblems(
  subject: MetricSubject,
  pair: Pair,
  { what, pair: other }: Rearranged,
  params: unknown,
): Promise<readonly string[]> {
  const [a, b] = [await measureOnce(subject, pair, params), await measureOnce(subject, other, params)]
  if (close(a.value, b.value)) return []
  const [one, two] = [await overSeeds(subject, pair, params), await overSeeds(subject, other, params)]
  const problem = (x: Measurement | number, y: Measurement | number): readonly string[] => {
    const words = (value: Measurement | number): string => (typeof value === 'number' ? String(value) : shown(value))
    return [`expected the same value with ${what} in another order, got ${words(x)} and ${words(y)}`]
  }
  if (one.values.length !== two.values.length || !(one.error > 0)) return problem(a, b)
  const apart = Math.abs(one.mean - two.mean)
  return apart <= MOST_ERRORS * Math.sqrt(one.error + two.error) ? [] : problem(one.mean, two.mean)
}

interface Draws {
  readonly values: readonly number[]
  readonly mean: number
  /** Square of its standard error. */
  readonly error: number
}

/** Values by several seeds: the variation by chance of a metric that draws. */
async function overSeeds(subject: MetricSubject, pair: Pair, params: unknown): Promise<Draws> {
  const values: number[] = []
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { value } = await measureOnce(subject, pair, params, seed)
    if (value !== null) values.push(value)
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return { values, mean, error: squares / (values.length - 1) / values.length }
}

/** Numbers rounded to a few values from the least to the greatest; categories stay, because they are few. */
function coarse(file: Dataset, names: readonly string[]): Dataset {
  const cut = (column: Column): Column => {
    if (column.kind !== 'numeric') return column
    const sorted = column.values.slice().sort()
    const step = Math.ceil(columnLength(column) / DISTINCT)
    return numeric(column.values.map((value) => sorted[Math.floor(sorted.indexOf(value) / step) * step]))
  }
  return withColumns(file, new Map(names.map((name) => [name, cut(file.column(name))])))
}
