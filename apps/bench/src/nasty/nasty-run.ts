import { expectedSeconds, type Point } from '../speed/measure/growth.js'
import type { Budgets } from '../speed/measure/time-runs.js'
import { inputsOf, nastyOperation, normalOperation, type NastyInput, type Subject } from './nasty-inputs.js'
import type { Cost, Measurer } from './nasty-child.js'

/** How much is measured. */
export interface NastyScope {
  /** Sizes to choose from, growing: the largest whose normal row is short is taken. */
  readonly sizes: readonly number[]
  /** CPU seconds that a normal row may take. */
  readonly seconds: number
  readonly budgets: Budgets
  /** Up to this ratio a nasty row is not measured better; where it is left out, each is. */
  readonly enough?: (subject: Subject, input: NastyInput) => number
}

/** A nasty input beside its normal row. */
export interface NastyCell {
  readonly input: NastyInput
  readonly n: number
  readonly cost: Cost
  /** CPU seconds by those of the normal row; NaN where one of the two has none. */
  readonly ratio: number
}

export interface NastyRow {
  readonly subject: Subject
  /** The normal rows by number of columns, of growing size. */
  readonly normal: ReadonlyMap<number, readonly Point[]>
  readonly cells: readonly NastyCell[]
  /** Why there is no normal row; null where there is one. */
  readonly why: string | null
}

/** A nasty row that takes longer is cut off. */
export const cutOff = 10

/** CPU seconds that a row may take beside that: those of a warm-up, and of what has no time to speak of. */
const grace = 2

/** Every nasty input of one method or metric, each at the size of its normal row. */
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

/** One input beside the normal row of its size. */
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

/** Normal rows of growing size, as far as they are short. */
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
