import { isMissing, numeric, option, SdcError, streamsInOrder, type Column, type Dataset, type Rng } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import { categoryScores, nearestDonors, predicted, predictionModel } from '@sdc/stats/internal'
import { modelColumn, type ModelColumn } from './model-column.js'

/** Number of donors with the nearest predictions; one of them is drawn. Five is usual. */
const NEAREST = 5
/** Maximum number of records that a regression is fitted to and that donate: a random sample of those with a value. */
const MOST_DONORS = 65_536
/** Maximum number of predictors of a regression: those that correlate most with the column. */
const MOST_PREDICTORS = 30
/** Number of donors that predictors are chosen by. */
const LOOKED_AT = 2_000
/** Number of rounds through the incomplete columns, if there are several. */
const ROUNDS = 5

/** Name of the imputation in files that report imputed cells. */
export const IMPUTATION_MODEL =
  'predictive mean matching in five rounds: each missing value gets the value of one of the five records ' +
  'with the nearest prediction by linear regression on the other columns'

/** Options of filling missing cells. */
export interface FillOptions {
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
  /** Name of the caller, for errors. */
  readonly method: string
}

/**
 * Fills the missing cells of columns by predictive mean matching (Rubin 1986; Little 1988), one column after the other.
 *
 * A column is regressed on the other ones (categories as indicators, at most 30 predictors), over a random sample of at
 * most 65,536 of its present records. Each record without a value gets the value of one of the five sampled records
 * with the nearest predictions, drawn at random. So every value occurs in the column, with its decimals, its bounds and
 * its zeros. A nominal column is matched by the canonical variate that the others predict best (`categoryScores`). The
 * regressions begin with means and most frequent categories in place of missing cells. Five rounds follow, each with
 * the values filled so far.
 *
 * The draws of a column come from the stream of its name, in blocks of records; the order of `names` changes nothing.
 *
 * @param data - The records.
 * @param names - The columns to fill, which also predict each other.
 * @param options - The stream, and a function that receives the progress.
 * @returns The columns that had missing cells, filled. Cost: O(n log n) a column.
 * @throws ALL_MISSING if a column has no value.
 */
export function fillMissing(
  data: Dataset,
  names: readonly string[],
  { rng, tick, method }: FillOptions,
): ReadonlyMap<string, Column> {
  const sources = new Map<string, Int32Array>()
  const columns = [...names].sort().map((name): ModelColumn => {
    refuseEmpty(data, name, method)
    const source = new Int32Array(data.rows)
    sources.set(name, source)
    return modelColumn(name, data.column(name), source)
  })
  const incomplete = columns.filter(({ missing }) => missing.length > 0)
  if (incomplete.length === 0) return new Map()
  // The column with the fewest missing values is filled first: it predicts the others.
  incomplete.sort((a, b) => a.missing.length - b.missing.length)
  const order = randomPermutation(data.rows, rng.child('donors'))
  const parts = incomplete.map((column): Part => {
    const donors = donorsOf(column, data.column(column.name), order)
    const others = columns.filter((one) => one !== column).flatMap(({ predictors }) => predictors)
    return { column, donors, others: chosenPredictors(column, donors, others) }
  })
  const rounds = incomplete.length === 1 ? 1 : ROUNDS
  for (let round = 1; round <= rounds; round++) {
    for (const [p, part] of parts.entries()) {
      tick?.((round - 1 + p / parts.length) / rounds)
      fillColumn(part, rng.child('columns').child(part.column.name).child(`round ${round}`))
    }
  }
  return new Map(
    incomplete.map(({ name }) => [name, takenFrom(data.column(name), sources.get(name) ?? new Int32Array(0))]),
  )
}

interface Part {
  readonly column: ModelColumn
  /** Records with a value that donate. */
  readonly donors: Int32Array
  readonly others: readonly Float64Array[]
}

/** One round of one column. */
function fillColumn({ column, donors, others }: Part, rng: Rng): void {
  const model = predictionModel(others, donors)
  const own = Float64Array.from(donors, (row) => column.cells[row])
  const y = column.nominal
    ? categoryScores(Int32Array.from(own), column.levels, model, { predictors: others, rows: donors })
    : own
  const prediction = model.fit(y)
  const { missing } = column
  const streams = streamsInOrder(rng)
  const chosen = nearestDonors(
    predicted(prediction, others, donors),
    predicted(prediction, others, missing),
    NEAREST,
    (i) => streams(missing[i]).uniform(),
  )
  for (let i = 0; i < missing.length; i++) column.fill(missing[i], donors[chosen[i]])
}

/** The first records of a random order that have a value. */
function donorsOf({ missing }: ModelColumn, column: Column, order: Int32Array): Int32Array {
  const donors = new Int32Array(Math.min(MOST_DONORS, order.length - missing.length))
  let count = 0
  for (let at = 0; count < donors.length; at++) if (!isMissing(column, order[at])) donors[count++] = order[at]
  // Reading in the order of the file is faster.
  return donors.sort()
}

/**
 * Returns all predictors, or those that correlate most with the column; for a nominal one by the correlation ratio of
 * its codes.
 */
function chosenPredictors(
  { cells, nominal, levels }: ModelColumn,
  donors: Int32Array,
  others: readonly Float64Array[],
): readonly Float64Array[] {
  if (others.length <= MOST_PREDICTORS) return others
  const rows = donors.subarray(0, LOOKED_AT)
  const strength = others.map((other) => (nominal ? ratio(cells, levels, other, rows) : squared(cells, other, rows)))
  return [...others.keys()]
    .sort((a, b) => strength[b] - strength[a] || a - b)
    .slice(0, MOST_PREDICTORS)
    .sort((a, b) => a - b)
    .map((j) => others[j])
}

/** Squared correlation of two columns over some records; 0 if one of them is constant. */
function squared(x: Float64Array, y: Float64Array, rows: Int32Array): number {
  let [meanX, meanY] = [0, 0]
  for (const row of rows) {
    meanX += x[row] / rows.length
    meanY += y[row] / rows.length
  }
  let [xx, yy, xy] = [0, 0, 0]
  for (const row of rows) {
    xx += (x[row] - meanX) * (x[row] - meanX)
    yy += (y[row] - meanY) * (y[row] - meanY)
    xy += (x[row] - meanX) * (y[row] - meanY)
  }
  return xx > 0 && yy > 0 ? (xy / xx) * (xy / yy) : 0
}

/** Share of the variance of y between the categories; 0 if y is constant. */
function ratio(codes: Float64Array, levels: number, y: Float64Array, rows: Int32Array): number {
  const sizes = new Float64Array(levels)
  const sums = new Float64Array(levels)
  let mean = 0
  for (const row of rows) {
    sizes[codes[row]]++
    sums[codes[row]] += y[row]
    mean += y[row] / rows.length
  }
  let all = 0
  for (const row of rows) all += (y[row] - mean) * (y[row] - mean)
  let between = 0
  for (let l = 0; l < levels; l++)
    if (sizes[l] > 0) between += sizes[l] * (sums[l] / sizes[l] - mean) * (sums[l] / sizes[l] - mean)
  return all > 0 ? between / all : 0
}

function takenFrom(column: Column, source: Int32Array): Column {
  if (column.kind === 'numeric') {
    const values = new Float64Array(source.length)
    for (let i = 0; i < source.length; i++) values[i] = column.values[source[i]]
    return numeric(values)
  }
  const codes = new Int32Array(source.length)
  for (let i = 0; i < source.length; i++) codes[i] = column.codes[source[i]]
  return { ...column, codes }
}

function refuseEmpty(data: Dataset, name: string, method: string): void {
  const column = data.column(name)
  for (let i = 0; i < data.rows; i++) if (!isMissing(column, i)) return
  const message = `column "${name}" has no values to fill its missing cells with`
  const fix = `Leave it out of ${option('columns')} and ${option('given')}.`
  throw new SdcError('ALL_MISSING', message, { method, column: name }, fix)
}
