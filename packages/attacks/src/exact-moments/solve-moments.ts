import { dot, linearSolutions, type LinearSolutions } from './linear-solutions.js'

/** Known facts about u values x: m sums A·x = totals, and Σx². */
export interface MomentEquations {
  /** A: m rows of u numbers, the first of ones; further ones are the given columns of the records. */
  readonly rows: readonly Float64Array[]
  readonly totals: Float64Array
  /** Tolerance of each total. */
  readonly slack: Float64Array
  /** Σx²; null if unknown. */
  readonly squares: number | null
  readonly squaresSlack: number
  /** True if every x is a whole number. */
  readonly whole: boolean
  /** Lower limit of every x. */
  readonly least?: number | undefined
  /** One number per unknown, ascending; equal for equal columns of A, whose order is unknowable. */
  readonly classes: Int32Array
  /** Maximum number of values tried in the search. */
  readonly mostSteps: number
}

export interface MomentSolutions {
  /** Values that fit, ascending within a class; each set once. */
  readonly solutions: readonly Float64Array[]
  /** True if these are all; false if the search stopped early. */
  readonly complete: boolean
}

/** Number of solutions above which they are useless to the intruder. */
const MOST_SOLUTIONS = 1000

/** Maximum number of free directions: with more, no search ends, for any values. */
const MOST_FREE = 30

/** Largest distance of a solution from the whole number that replaces it: rounding, not a guess. */
const NEAR_WHOLE = 0.05

/**
 * Finds all x with A·x = totals and Σx² = squares.
 *
 * The linear equations leave f = u − rank A directions, the square a sphere in them. f = 0: one solution; f = 1: two
 * ends of a line. For f ≥ 2 there is a continuum with few whole numbers. One unknown after the other takes every whole
 * value that the sphere permits, until one direction is left. A solution is valid if it fits all equations to their
 * slack. Cost: O(u·m) for f ≤ 1, else that for each of about (2·√squares)^(f − 1) values, at most mostSteps.
 *
 * @param equations - A, the totals and squares with their slack, and facts about the values.
 */
export function solveMoments(equations: MomentEquations): MomentSolutions {
  const search = new MomentSearch(equations)
  search.run()
  return { solutions: [...search.found.values()], complete: !search.givenUp }
}

class MomentSearch {
  readonly found = new Map<string, Float64Array>()
  givenUp = false
  private readonly levels: LinearSolutions[] = []
  private readonly x: Float64Array
  private steps = 0

  constructor(private readonly given: MomentEquations) {
    const { rows } = given
    this.x = new Float64Array(rows[0].length)
    // Each fixed unknown removes one direction, until one is left.
    let from = 0
    for (;;) {
      const level = linearSolutions(rows, from)
      this.levels.push(level)
      if (level.free <= 1 || level.free > MOST_FREE || !given.whole || given.squares === null) return
      from++
    }
  }

  run(): void {
    const { free } = this.levels[0]
    const { squares, whole } = this.given
    if ((free >= 1 && squares === null) || (free >= 2 && !whole) || free > MOST_FREE) this.givenUp = true
    else this.solve(0, this.given.totals, squares)
  }

  /** Solves for the unknowns from `from` up, given their remaining totals and squares. */
  private solve(from: number, totals: Float64Array, squares: number | null): void {
    if (this.givenUp) return
    const level = this.levels[from]
    const { unknowns, free, nearest } = level
    const x0 = this.x.subarray(from)
    for (let i = 0; i < unknowns; i++) x0[i] = dot(nearest[i], totals)
    if (free === 0 || squares === null) {
      this.keep()
      return
    }
    const radius = squares - dot(x0, x0)
    const slack = this.given.squaresSlack
    if (radius < -slack) return
    if (from === 0 && free > 1 && this.isHopeless(free - 1, radius)) {
      this.givenUp = true
      return
    }
    if (free === 1) this.solveLine(from, level, radius)
    else this.tryValues(from, totals, squares, level, radius)
  }

  /**
   * True if a ball of that many dimensions has too many whole-number points to try: its volume divided by the number of
   * orders within the classes.
   */
  private isHopeless(dimensions: number, radius: number): boolean {
    const { classes, mostSteps } = this.given
    const sizes = new Map<number, number>()
    for (const one of classes) sizes.set(one, (sizes.get(one) ?? 0) + 1)
    let volume = ballVolume(dimensions, radius)
    for (const size of sizes.values()) for (let k = 2; k <= size; k++) volume /= k
    return volume > mostSteps
  }

  /** Solves with one direction left: the two ends of the line, and the whole numbers near them within the slack. */
  private solveLine(from: number, { direction, unknowns }: LinearSolutions, radius: number): void {
    const { whole, squaresSlack } = this.given
    const x0 = this.x.slice(from)
    const put = (z: number): void => {
      for (let i = 0; i < unknowns; i++) this.x[from + i] = x0[i] + z * direction[i]
      this.keep()
    }
    const [near, far] = [radius - squaresSlack, radius + squaresSlack].map((one) => Math.sqrt(Math.max(0, one)))
    if (!whole) {
      const middle = Math.sqrt(Math.max(0, radius))
      put(middle)
      put(-middle)
      return
    }
    const at = direction.reduce((best, value, i) => (Math.abs(value) > Math.abs(direction[best]) ? i : best), 0)
    const step = Math.abs(direction[at])
    for (const [low, high] of near === 0
      ? [[-far, far]]
      : [
          [near, far],
          [-far, -near],
        ]) {
      // oxfmt-ignore
      const last = Math.floor(x0[at] + step * high + NEAR_WHOLE)
      for (let value = Math.ceil(x0[at] + step * low - NEAR_WHOLE); value <= last; value++) {
        if (!this.count()) return
        put((value - x0[at]) / direction[at])
      }
    }
  }

  /** Gives the first unknown every whole value that the sphere allows. */
  private tryValues(
    from: number,
    totals: Float64Array,
    squares: number,
    { reach }: LinearSolutions,
    radius: number,
  ): void {
    const { rows, classes, squaresSlack } = this.given
    const spread = reach[0] * Math.sqrt(Math.max(0, radius + squaresSlack)) + NEAR_WHOLE
    const centre = this.x[from]
    // The order within a class is unknown: ascending, so that each set of values is tried once.
    const least = from > 0 && classes[from] === classes[from - 1] ? this.x[from - 1] : -Infinity
    const last = Math.floor(centre + spread)
    const left = new Float64Array(totals.length)
    for (let value = Math.max(least, Math.ceil(centre - spread)); value <= last; value++) {
      if (!this.count()) return
      for (let k = 0; k < left.length; k++) left[k] = totals[k] - rows[k][from] * value
      this.x[from] = value
      this.solve(from + 1, left, squares - value * value)
    }
  }

  private count(): boolean {
    this.steps++
    if (this.steps > this.given.mostSteps || this.found.size > MOST_SOLUTIONS) this.givenUp = true
    return !this.givenUp
  }

  /** Keeps the present values if they fit every equation. */
  private keep(): void {
    const { rows, totals, slack, squares, squaresSlack, whole, least = -Infinity, classes } = this.given
    const values = whole ? this.x.map(Math.round) : this.x.slice()
    for (let i = 0; i < values.length; i++) if (Math.abs(values[i] - this.x[i]) > NEAR_WHOLE) return
    if (values.some((value) => value < least)) return
    if (rows.some((row, k) => Math.abs(dot(row, values) - totals[k]) > slack[k])) return
    if (squares !== null && Math.abs(dot(values, values) - squares) > squaresSlack) return
    const ordered = withinClasses(values, classes)
    // Without whole numbers, the two ends of a line of length 0 differ by rounding.
    const size = Math.sqrt(dot(values, values)) || 1
    const key = (whole ? ordered : ordered.map((value) => Math.round((1e9 * value) / size))).join()
    if (!this.found.has(key)) this.found.set(key, ordered)
  }
}

/** Returns the values in ascending order within each class. */
function withinClasses(values: Float64Array, classes: Int32Array): Float64Array {
  const ordered = values.slice()
  for (let start = 0; start < ordered.length;) {
    let end = start + 1
    while (end < ordered.length && classes[end] === classes[start]) end++
    ordered.subarray(start, end).sort()
    start = end
  }
  return ordered
}

/** Computes the volume of a ball: V_d = V_(d−2)·2πr²/d, V_0 = 1, V_1 = 2r. */
function ballVolume(dimensions: number, radiusSquared: number): number {
  let volume = dimensions % 2 === 0 ? 1 : 2 * Math.sqrt(Math.max(0, radiusSquared))
  for (let d = 2 + (dimensions % 2); d <= dimensions; d += 2) volume *= (2 * Math.PI * radiusSquared) / d
  return volume
}
