/** A hyperplane through records: the constant, and a coefficient a column. */
export interface Plane {
  readonly constant: number
  readonly slopes: Float64Array
}

/** What a fit leaves for who tries it with fewer columns: the weighted products, and how its columns were scaled. */
export interface PlaneFit extends Plane {
  /** (p + 1)² weighted products of the constant and the scaled columns, and their products with the masked values. */
  readonly products: Float64Array
  readonly withMasked: Float64Array
  readonly centres: Float64Array
  readonly scales: Float64Array
  /** Of the masked values. */
  readonly centre: number
  readonly scale: number
}

const PASSES = 15
const FAR = 10
/** A column of which no more than this is left beside those before it is a combination of them. */
const SINGULAR = 1e-11

/**
 * The plane with the least sum of absolute deviations, min Σ |y − a − Σ b_j x_j|, by weights 1/|residual|.
 *
 * Where a relation holds exactly in most records, this plane is that relation, whatever the others do; least squares would
 * be drawn away by one of them. A record farther out in some column than ten times the median distance from the median
 * counts the less, (10/distance)², since one that is wrong there would hold the plane. Columns that are combinations of those before them have the slope 0.
 * @param columns - p columns of n numbers, without missing values in `rows`
 * @param y - n numbers
 * @param rows - the records to fit to
 * @returns The plane; cost O(15 · rows · p²), less where it settles sooner.
 */
export function leastDeviations(columns: readonly Float64Array[], y: Float64Array, rows: Int32Array): PlaneFit {
  const p = columns.length
  const [centre, scale] = centred(y, rows)
  const placed = columns.map((column) => centred(column, rows))
  const x = columns.map((column, j) => Float64Array.from(rows, (i) => (column[i] - placed[j][0]) / placed[j][1]))
  const target = Float64Array.from(rows, (i) => (y[i] - centre) / scale)
  const leverage = leverages(x, target)
  const weights = Float64Array.from(leverage)
  const products = new Float64Array((p + 1) * (p + 1))
  const withMasked = new Float64Array(p + 1)
  let solution: Float64Array = new Float64Array(p + 1)
  const record = new Float64Array(p + 1)
  record[0] = 1
  for (let pass = 0; pass < PASSES; pass++) {
    products.fill(0)
    withMasked.fill(0)
    for (let r = 0; r < rows.length; r++) {
      for (let j = 0; j < p; j++) record[j + 1] = x[j][r]
      for (let j = 0; j <= p; j++) {
        const weighted = weights[r] * record[j]
        withMasked[j] += weighted * target[r]
        for (let k = 0; k <= j; k++) products[j * (p + 1) + k] += weighted * record[k]
      }
    }
    const before = solution
    solution = solveSymmetric(products, withMasked, p + 1)
    if (pass > 0 && solution.every((one, j) => Math.abs(one - before[j]) <= 1e-12 * Math.max(1, Math.abs(one)))) break
    for (let r = 0; r < rows.length; r++) {
      let residual = target[r] - solution[0]
      for (let j = 0; j < p; j++) residual -= solution[j + 1] * x[j][r]
      weights[r] = leverage[r] / Math.max(Math.abs(residual), 1e-7)
    }
  }
  const centres = Float64Array.from(placed, ([of]) => of)
  const scales = Float64Array.from(placed, ([, of]) => of)
  const fit = { products, withMasked, centres, scales, centre, scale }
  return { ...fit, ...planeOf(fit, solution) }
}

/** How much a record counts by where it stands. */
function leverages(x: readonly Float64Array[], target: Float64Array): Float64Array {
  const far = target.map(Math.abs)
  for (const column of x) for (let r = 0; r < far.length; r++) far[r] = Math.max(far[r], Math.abs(column[r]))
  return far.map((distance) => (distance > FAR ? (FAR / distance) * (FAR / distance) : 1))
}

/**
 * The plane of a fit with some of its columns only, by the same weights.
 * @param fit - a fit with all of them
 * @param kept - which of its columns to keep
 * @returns The plane, with the slope 0 for the others; cost O(kept³)
 */
export function planeWithout(fit: PlaneFit, kept: readonly number[]): Plane {
  const all = fit.slopes.length + 1
  const at = [0, ...kept.map((j) => j + 1)]
  const size = at.length
  const products = new Float64Array(size * size)
  for (let j = 0; j < size; j++)
    for (let k = 0; k <= j; k++)
      products[j * size + k] = fit.products[Math.max(at[j], at[k]) * all + Math.min(at[j], at[k])]
  const part = solveSymmetric(
    products,
    Float64Array.from(at, (j) => fit.withMasked[j]),
    size,
  )
  const solution = new Float64Array(all)
  at.forEach((j, k) => (solution[j] = part[k]))
  return planeOf(fit, solution)
}

/** From scaled columns back to the file's. */
function planeOf(
  { centres, scales, centre, scale }: Pick<PlaneFit, 'centres' | 'scales' | 'centre' | 'scale'>,
  solution: Float64Array,
): Plane {
  const slopes = Float64Array.from(scales, (of, j) => (scale * solution[j + 1]) / of)
  let constant = centre + scale * solution[0]
  for (let j = 0; j < slopes.length; j++) constant -= slopes[j] * centres[j]
  return { constant, slopes }
}

/**
 * The middle and the width of a column's values: its median, and the median distance from it of those that differ from it
 * (1 where none does): neither huge values nor many ties decide.
 */
function centred(values: Float64Array, rows: Int32Array): readonly [centre: number, scale: number] {
  const sorted = Float64Array.from(rows, (i) => values[i]).sort()
  const centre = sorted[sorted.length >> 1]
  const distances = sorted
    .map((value) => Math.abs(value - centre))
    .filter((distance) => distance > 0)
    .sort()
  return [centre, distances[distances.length >> 1] ?? 1]
}

/** Solves a symmetric system by its lower triangle, leaving out what is a combination of earlier columns. */
function solveSymmetric(products: Float64Array, right: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size)
  const pivots = new Float64Array(size)
  for (let j = 0; j < size; j++) {
    let pivot = products[j * size + j]
    for (let k = 0; k < j; k++) pivot -= lower[j * size + k] * lower[j * size + k] * pivots[k]
    pivots[j] = pivot > SINGULAR * products[j * size + j] ? pivot : 0
    for (let i = j + 1; i < size; i++) {
      let sum = products[i * size + j]
      for (let k = 0; k < j; k++) sum -= lower[i * size + k] * lower[j * size + k] * pivots[k]
      lower[i * size + j] = pivots[j] > 0 ? sum / pivots[j] : 0
    }
  }
  const solution = Float64Array.from(right)
  for (let j = 0; j < size; j++)
    for (let k = 0; k < j; k++) solution[j] -= pivots[k] > 0 ? lower[j * size + k] * solution[k] : 0
  for (let j = 0; j < size; j++) solution[j] = pivots[j] > 0 ? solution[j] / pivots[j] : 0
  for (let j = size - 1; j >= 0; j--)
    for (let k = j + 1; k < size; k++) solution[j] -= pivots[j] > 0 ? lower[k * size + j] * solution[k] : 0
  return solution
}
