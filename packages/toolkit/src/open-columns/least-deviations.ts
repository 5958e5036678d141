/** A hyperplane through records: the constant, and a coefficient a column. */
export interface Plane {
  readonly constant: number
  readonly slopes: Float64Array
}

/** Fit that can be repeated with fewer columns: the weighted products, and the scales of its columns. */
export interface PlaneFit extends Plane {
  /** (p + 1)² weighted products of the constant and the scaled columns, and their products with the masked values. */
  readonly products: Float64Array
  readonly withMasked: Float64Array
  readonly centres: Float64Array
  readonly scales: Float64Array
  /** Centre of the masked values. */
  readonly centre: number
  readonly scale: number
}

const PASSES = 15
const FAR = 10
/** A column with at most this share of its variation left is a combination of the columns before it. */
const SINGULAR = 1e-11

/**
 * Fits the plane with the least sum of absolute deviations, min Σ |y − a − Σ b_j x_j|, by weights 1/|residual|.
 *
 * If a relation is exact in most records, this plane is that relation, for any values of the others; least squares
 * would be distorted by a single outlier. A record farther from the median of some column than ten times the median
 * distance has less weight, (10/distance)², because a wrong value there would dominate the plane. Columns that are
 * combinations of those before them have the slope 0.
 *
 * @param columns - p columns of n numbers, without missing values in `rows`.
 * @param y - n numbers.
 * @param rows - The records to fit to.
 * @returns The plane. Cost: O(15 · rows · p²), less if it converges sooner.
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

/** Weight of each record by its position in the columns. */
function leverages(x: readonly Float64Array[], target: Float64Array): Float64Array {
  const far = target.map(Math.abs)
  for (const column of x) for (let r = 0; r < far.length; r++) far[r] = Math.max(far[r], Math.abs(column[r]))
  return far.map((distance) => (distance > FAR ? (FAR / distance) * (FAR / distance) : 1))
}

/**
 * Returns the plane of a fit with only some of its columns, by the same weights.
 *
 * @param fit - A fit with all of them.
 * @param kept - Numbers of the columns to keep.
 * @returns The plane, with the slope 0 for the others. Cost: O(kept³).
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

/** Converts coefficients of scaled columns to the units of the file. */
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
 * Centre and width of a column's values: the median, and the median distance from it of values that differ from it (1
 * if there are none). Neither huge values nor many ties dominate.
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

/** Solves a symmetric system by its lower triangle, and leaves out combinations of earlier columns. */
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
