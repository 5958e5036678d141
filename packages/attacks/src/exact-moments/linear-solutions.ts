/** Solutions of A·x = b: x = Pb + N·z, N an orthonormal basis of the kernel of A. */
export interface LinearSolutions {
  /** Number of unknowns. */
  readonly unknowns: number
  /** Number of free directions: unknowns less the rank of A. */
  readonly free: number
  /** P, unknowns × equations, by rows: the solution nearest to 0 is Pb. */
  readonly nearest: readonly Float64Array[]
  /** Range of each unknown along the free directions: the length of its row of N. */
  readonly reach: Float64Array
  /** N if one direction is free; empty otherwise. */
  readonly direction: Float64Array
}

/** Share of its length below which the rest of a row is rounding: the row depends on those before. */
const DEPENDENT = 1e-9

/**
 * Solves A·x = b for every b at once, by Gram and Schmidt's orthogonalisation of the rows of A, done twice.
 *
 * With orthonormal rows Q = T·A the nearest solution is QᵀT·b. Dependent rows are omitted: the caller must check
 * whether b fits them.
 * Cost: O(u·m²) for m equations of u unknowns.
 *
 * @param rows - A: m rows of u numbers.
 * @param from - First unknown to solve for; earlier ones are taken as known.
 */
export function linearSolutions(rows: readonly Float64Array[], from = 0): LinearSolutions {
  const unknowns = (rows[0]?.length ?? from) - from
  const basis: Float64Array[] = []
  const transforms: Float64Array[] = []
  for (const [at, whole] of rows.entries()) {
    const row = whole.slice(from)
    const transform = new Float64Array(rows.length)
    transform[at] = 1
    const before = norm(row)
    for (let pass = 0; pass < 2; pass++)
      for (const [k, one] of basis.entries()) {
        const along = dot(row, one)
        subtract(row, one, along)
        subtract(transform, transforms[k], along)
      }
    const left = norm(row)
    if (!(left > DEPENDENT * before)) continue
    basis.push(row.map((value) => value / left))
    transforms.push(transform.map((value) => value / left))
  }
  const nearest = Array.from({ length: unknowns }, (_, i) => {
    const row = new Float64Array(rows.length)
    basis.forEach((one, k) => subtract(row, transforms[k], -one[i]))
    return row
  })
  const reach = Float64Array.from({ length: unknowns }, (_, i) =>
    Math.sqrt(Math.max(0, 1 - basis.reduce((sum, one) => sum + one[i] * one[i], 0))),
  )
  const free = unknowns - basis.length
  return { unknowns, free, nearest, reach, direction: free === 1 ? freeDirection(basis, reach) : new Float64Array(0) }
}

/** Returns the one direction orthogonal to the basis: the remainder of the axis that reaches farthest. */
function freeDirection(basis: readonly Float64Array[], reach: Float64Array): Float64Array {
  const axis = reach.indexOf(Math.max(...reach))
  const direction = new Float64Array(reach.length)
  direction[axis] = 1
  for (let pass = 0; pass < 2; pass++) for (const one of basis) subtract(direction, one, dot(direction, one))
  const length = norm(direction)
  return direction.map((value) => value / length)
}

/**
 * Computes the sum of products of two rows.
 *
 * @param a - u numbers.
 * @param b - u numbers.
 */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function norm(row: Float64Array): number {
  return Math.sqrt(dot(row, row))
}

function subtract(row: Float64Array, other: Float64Array, times: number): void {
  for (let i = 0; i < row.length; i++) row[i] -= times * other[i]
}
