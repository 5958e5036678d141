import { expectedSeconds, type Point } from '../speed/measure/growth.js'
import type { Budgets } from '../speed/measure/time-runs.js'
import { inputsOf, nastyOperation, normalOperation, type NastyInput, type Subject } from './nasty-inputs.js'
import type { Cost, Measurer } from './nasty-child.js'

/** Extent of the measurement. */
export interface NastyScope {
  /** Sizes to choose from, ascending: the largest with a short normal row is used. */
  readonly sizes: readonly number[]
  /** Maximum CPU seconds of a normal row. */
  readonly seconds: number
  readonly budgets: Budgets
  /** Ratio up to which a nasty row is not measured more accurately; by default each is. */
  readonly enough?: (subject: Subject, input: NastyInput) => number
}

/** A nasty input relative to its normal row. */
export interface NastyCell {
  readonly input: NastyInput
  readonly n: number
  readonly cost: Cost
  /** CPU seconds relative to those of the normal row; NaN if one of the two has none. */
  readonly ratio: number
}

export interface NastyRow {
  readonly subject: Subject
  /** Normal rows by number of columns, of ascending size. */
  readonly normal: ReadonlyMap<number, readonly Point[]>
  readonly cells: readonly NastyCell[]
  /** Reason for having no normal row; null if there is one. */
  readonly why: string | null
}

/** CPU seconds after which a nasty row is killed. */
export const cutOff = 10

/** Additional CPU seconds that a row may take, for a warm-up and for very short rows. */
const grace = 2

/** Measures every nasty input of one method or metric, each at the size of its normal row. */
export async function nastyRow(subject: Subject, measure: Measurer, scope: NastyScope): Promise<NastyRow> {
  const normal = new Map<number, Point[]>()
  const cells: NastyCell[] = []
  let why: string | null = null
  for (const input of inputsOf(subject)) {
    if (!normal.has(input.d)) {
      const { points, reason } = await normalRows(subject, input.d, measure, scope)
      normal.set(input.d, points)
      if (points.length === 0) why ??= reason
    }
    const last = normal.get(input.d)?.at(-1)
    if (last) cells.push(await nastyCell(subject, input, last, measure, scope))
  }
  return { subject, normal, cells, why }
}

/** Measures one input relative to the normal row of its size. */
export async function nastyCell(
  subject: Subject,
  input: NastyInput,
  { n, seconds }: Point,
  measure: Measurer,
  { budgets, enough }: Pick<NastyScope, 'budgets' | 'enough'>,
): Promise<NastyCell> {
  const most = (enough?.(subject, input) ?? 0) * seconds
  const cost = await measure.cost(nastyOperation(subject, input, n), budgets, 1.5 * cutOff * seconds + grace, most)
  const ratio = cost.status === 'measured' ? cost.seconds / seconds : cost.status === 'cut off' ? Infinity : Number.NaN
  return { input, n, cost, ratio }
}

/** Normal rows of ascending size, while they are short. */
async function normalRows(
  subject: Subject,
  d: number,
  measure: Measurer,
  { sizes, seconds, budgets }: NastyScope,
): Promise<{ readonly points: Point[]; readonly reason: string }> {
  const points: Point[] = []
  let reason = ''
  for (const n of sizes) {
    if ((expectedSeconds(points, n) ?? 0) > seconds) break
    const cost = await measure.cost(normalOperation(subject, n, d), budgets, 10 * seconds + grace)
    if (cost.status !== 'measured') {
      reason = 'why' in cost ? cost.why : cost.status
      break
    }
    points.push({ n, seconds: cost.seconds })
  }
  return { points, reason }
}
