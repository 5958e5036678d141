import { numericValues, takeRows, type Dataset } from '@sdc/core'
import { groupRecords, type GroupRecords } from './group-records.js'
import { columnMoments, inSteps, product, unitOfMoments, type ColumnMoments } from './moment-equations.js'
import { canPair } from './pair-columns.js'
import { solveMoments } from './solve-moments.js'

export interface ExactMomentsOptions {
  /** Released columns masked with exact moments. */
  readonly columns: readonly string[]
  /** Unmasked columns with exact covariances. */
  readonly given: readonly string[]
  /** Columns whose groups were masked separately. */
  readonly by: readonly string[]
  /** Records that the intruder knows completely: `columns`, `given` and `by`. */
  readonly known?: Dataset | undefined
  /** Step of the original values; derived from their moments by default. */
  readonly unit?: number | undefined
  /** True if no original value is negative. */
  readonly nonNegative: boolean
  /** True if variances and covariances are exact; false for means only. */
  readonly moments: 'covariances' | 'means'
  readonly inflation: number
  readonly tolerance: number
  readonly mostSteps: number
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Solutions of the moments for one column in one group. */
export interface SolvedGroup {
  readonly group: GroupRecords
  /** Record in the released file of each unknown one. */
  readonly rows: Int32Array
  /**
   * Values of the unknown records that fit, in the column's own unit, ascending within records of equal given values.
   */
  readonly solutions: readonly Float64Array[]
  /** True if these are all solutions. */
  readonly complete: boolean
}

export interface SolvedColumn {
  readonly name: string
  /** Step of the values; null if the sums have no common step. */
  readonly unit: number | null
  readonly groups: readonly SolvedGroup[]
}

/**
 * Solves the equations of exact moments: in each group Σy = Σx, ΣSy = ΣSx, Σy² = Σx² and, between columns, Σy_j·y_k =
 * Σx_j·x_k.
 *
 * Let q be the number of given columns, u that of unknown records and f = u − 1 − q. The values are determined for f ≤
 * 0; up to a reflection for f = 1; up to a rotation in f dimensions, the same for all columns, for f ≥ 2. Then the step
 * of the values selects. Solutions of two columns remain if they are compatible. A record with a missing released value
 * is omitted from that column.
 *
 * @param released - Released file.
 * @param options - Columns, groups, the intruder's knowledge, and tolerances.
 * @returns The values that fit, by column and group.
 * @throws WRONG_INPUT for a known record that is not in the released file, NOT_NUMERIC, MISSING_VALUES in given
 *   columns.
 */
export function solveExactMoments(released: Dataset, options: ExactMomentsOptions): SolvedColumn[] {
  const { columns, tick } = options
  const solved = columns.map((name, j) => {
    const own = (fraction: number): void => tick?.((j + fraction) / columns.length)
    return solveColumn(released, name, { ...options, tick: own })
  })
  if (options.moments === 'covariances' && options.inflation === 1) pruneByProducts(released, solved, options)
  return solved.map(({ name, unit, groups }) => ({
    name,
    unit,
    groups: groups.map(({ group, rows, left, complete, moments }) => ({
      group,
      rows,
      complete,
      solutions: left.map((values) => values.map((value) => fromSteps(value, moments, unit))),
    })),
  }))
}

/** Group in progress: its solutions in steps. */
interface Work {
  readonly group: GroupRecords
  readonly rows: Int32Array
  readonly moments: ColumnMoments
  readonly complete: boolean
  left: readonly Float64Array[]
}

interface WorkColumn {
  readonly name: string
  readonly unit: number | null
  readonly groups: readonly Work[]
}

function solveColumn(released: Dataset, name: string, options: ExactMomentsOptions): WorkColumn {
  const { given, by, nonNegative, mostSteps } = options
  const rows = withValue(released, name)
  const data = takeRows(released, rows)
  const known = options.known && takeRows(options.known, withValue(options.known, name))
  const groups = groupRecords(data, known, by, given)
  const withSquares = options.moments === 'covariances' && options.inflation === 1
  const unit = options.unit ?? unitOfMoments(numericValues(data, name), groups, options.tolerance, withSquares)
  return {
    name,
    unit,
    groups: groups.map((group, g): Work => {
      options.tick?.(g / groups.length)
      const moments = columnMoments(data, known, name, group, given, unit, options)
      const own = { group, rows: group.unknown.map((row) => rows[row]), moments }
      if (group.unknown.length === 0) return { ...own, left: [], complete: true }
      const { solutions, complete } = solveMoments({
        rows: moments.rows,
        totals: moments.totals,
        slack: moments.slack,
        squares: options.moments === 'covariances' ? moments.squares : null,
        squaresSlack: moments.squaresSlack,
        whole: unit !== null,
        least: nonNegative ? -moments.centre / moments.unit - moments.error : undefined,
        classes: group.classes,
        mostSteps,
      })
      return { ...own, left: solutions, complete }
    }),
  }
}

function withValue(data: Dataset, name: string): Int32Array {
  const values = numericValues(data, name)
  return Int32Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]))
}

/** Drops the solutions of a column that are compatible with no solution of another, until nothing more is dropped. */
function pruneByProducts(released: Dataset, solved: readonly WorkColumn[], options: ExactMomentsOptions): void {
  for (let again = true; again;) {
    again = false
    for (const one of solved)
      for (const other of solved) if (one !== other && pruneColumn(released, one, other, options)) again = true
  }
}

function pruneColumn(
  released: Dataset,
  one: WorkColumn,
  other: WorkColumn,
  { known, tolerance }: ExactMomentsOptions,
): boolean {
  let dropped = false
  for (const [g, mine] of one.groups.entries()) {
    const theirs = other.groups.at(g)
    if (mine.left.length < 2 || !theirs || !sameRecords(mine, theirs)) continue
    if (!theirs.complete || theirs.left.length === 0) continue
    const [products, slack] = crossMoment(released, known, one.name, other.name, mine, theirs, tolerance)
    const left = mine.left.filter((values) =>
      theirs.left.some((beside) => canPair(values, beside, mine.group.classes, products, slack)),
    )
    // If none is left, the two do not belong to one masking: each is used alone.
    if (left.length === mine.left.length || left.length === 0) continue
    mine.left = left
    dropped = true
  }
  return dropped
}

/** True if no value is missing in either column, so that both sums are over the same records. */
function sameRecords(a: Work, b: Work): boolean {
  return a.rows.length === b.rows.length && a.rows.every((row, i) => row === b.rows[i])
}

function crossMoment(
  released: Dataset,
  known: Dataset | undefined,
  name: string,
  other: string,
  mine: Work,
  theirs: Work,
  tolerance: number,
): [products: number, slack: number] {
  const [y, z] = [name, other].map((one, k) =>
    inSteps(numericValues(released, one), mine.group.released, k === 0 ? mine.moments : theirs.moments),
  )
  const [x, w] = [name, other].map((one, k) =>
    known
      ? inSteps(numericValues(known, one), mine.group.known, k === 0 ? mine.moments : theirs.moments)
      : new Float64Array(0),
  )
  const sizes = (values: Float64Array): number => values.reduce((sum, value) => sum + Math.abs(value), 0)
  const slack = mine.moments.error * sizes(z) + theirs.moments.error * sizes(y) + tolerance * y.length
  return [product(y, z) - product(x, w), slack]
}

/** Converts steps to the unit of the column, with the decimals of the step. */
function fromSteps(value: number, { centre, unit: step }: ColumnMoments, unit: number | null): number {
  const plain = centre + value * step
  return unit === null ? plain : Number((Math.round(plain / step) * step).toPrecision(15))
}
