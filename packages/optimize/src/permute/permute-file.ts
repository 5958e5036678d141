import type { Column, MaskInput } from '@sdc/core'
import { descend, isReached, noProgress, step, type Ended, type Progress, type Target } from './descend.js'
import { guardsOf, relativeChangeOf, type Guards } from './guards.js'
import { latentStart } from './latent-start.js'
import type { Limit } from './limits.js'
import { ordersOf, restore } from './orders.js'
import type { NamedColumn } from './correlation-errors.js'
import type { PermutableColumn } from './paired-columns.js'
import { loss, meanError, valuesOf, type PermuteState } from './permute-state.js'

/**
 * Share of the target that the descent aims at, so that the walk after it has room, and the mean error falls with it.
 */
const AIM = 0.6
/** Maximum of L during the search for the limits, as a multiple of its value at the end of the descent. */
const CEILING = 1.2
/** Proposals between two measurements of the limits, unless the file is very small or large. */
const CHECKPOINT = 100_000
/** Number of measurements without progress after which the search for the limits ends. */
const PATIENCE = 10
/** Share of the mean error at the start, to which that of either kind should fall. */
const MEAN_SHARE = 1 / 100
/** Factor of the total excess that counts as progress. */
const LEAST_PROGRESS = 0.95
/** Largest number of corrections for the errors of complete pairs, if values are missing. */
const CORRECTIONS = 20
/** Largest number of kept orders of the descent, for returning to one. */
const SNAPSHOTS = 40

/** Input of a search. */
export interface SearchInput {
  readonly input: Pick<MaskInput<unknown>, 'measure' | 'session' | 'rng' | 'tick'>
  readonly columns: readonly PermutableColumn[]
  readonly resolvedLimits: readonly Limit[]
  readonly target: number
  readonly most: number
  /** True if the mean relative change of a value must not rise. */
  readonly holdChange: boolean
  /** True to begin with `latentStart`. */
  readonly latent: boolean
  /**
   * For missing values: makes the errors of the state those of the complete pairs, and returns the largest
   * (`aimAtPairs`).
   */
  readonly correct?: (() => number) | undefined
}

/** File that a search returned. */
export type Returned = 'all limits kept' | 'an earlier file that kept them' | 'the limits are not kept'

/** Result of a search. */
export interface SearchResult {
  readonly progress: Progress
  readonly ended: Ended
  readonly returned: Returned
  /** Values of the limits at the end. */
  readonly values: readonly number[]
}

/**
 * Permutes in two phases. The descent keeps the limits that can be checked at every exchange. If other limits are
 * broken, a walk at the same level of L moves values away from their own records until all limits hold. If that fails,
 * the last file of the descent that kept them is returned, or else the file nearest to them.
 *
 * Undoing each exchange that breaks a limit does not work: risks rise on the way and fall later.
 *
 * @param state - It changes to the file that is returned.
 * @param search - Limits, target, and largest number of proposals.
 * @returns The result.
 */
export async function permuteFile(state: PermuteState, search: SearchInput): Promise<SearchResult> {
  const { input, columns, resolvedLimits, target, most } = search
  const kept: Uint32Array[][] = [ordersOf(state)]
  search.correct?.()
  const asked = targetOf(state, target, 1)
  const aim = targetOf(state, target, AIM)
  const change = search.holdChange ? meanChange(columns) : undefined
  if (search.latent) latentStart(state)
  const progress = noProgress(state)
  let guards = await guardsNow(state, search, change)
  let keptAt = progress.loss
  const keep = (): void => {
    if (progress.loss > keptAt / 2 || kept.length >= SNAPSHOTS) return
    kept.push(ordersOf(state))
    keptAt = progress.loss
  }
  const moves = input.rng.child('exchanges')
  const tick = (fraction: number): void => input.tick(fraction)
  const down = { rng: moves, target: aim, most, permission: guards, tick, keep }
  const correct = (): number => {
    const greatest = search.correct?.() ?? 0
    progress.loss = loss(state)
    return greatest
  }
  let ended = descend(state, progress, down)
  let isNear = change !== undefined
  if (ended === 'stagnated' && isNear) {
    // Correlations have priority over the nearness of values, and limits on risks over both.
    isNear = false
    guards.letGo()
    ended = descend(state, progress, down)
  }
  // With missing values: aims at the present pairs again until they are right, or as near as possible.
  let nearest = { error: Number.POSITIVE_INFINITY, orders: [] as Uint32Array[] }
  for (let round = 0; search.correct !== undefined && round < CORRECTIONS; round++) {
    const error = correct()
    if (error < nearest.error) nearest = { error, orders: ordersOf(state) }
    if (error <= target || ended !== 'reached') break
    ended = descend(state, progress, down)
  }
  if (nearest.error > target && nearest.orders.length > 0) {
    restore(state, nearest.orders)
    correct()
    // The sessions followed exchanges that are undone.
    guards = await guardsNow(state, search, isNear ? change : undefined)
  }
  const came = isReached(state, asked)
  let values = await measured(input, columns, resolvedLimits, state)
  if (holds(resolvedLimits, values)) return { progress, ended, returned: 'all limits kept', values }

  let best = ordersOf(state)
  let bestValues = values
  let bestExcess = excess(resolvedLimits, values)
  guards.mode = 'away'
  const draws = new Float64Array(2 * 4096)
  const cells = state.records * columns.length
  const every = Math.min(20 * cells, Math.max(CHECKPOINT, cells / 5))
  const ceiling = CEILING * progress.loss
  let least = excess(resolvedLimits, values)
  let without = 0
  while (progress.proposals < most) {
    if (without >= (isNear ? PATIENCE / 2 : PATIENCE)) {
      if (!isNear) break
      // A limit on a risk has priority over the nearness of values.
      isNear = false
      without = 0
      guards.letGo()
    }
    const until = Math.min(most, progress.proposals + every)
    guards.mode = 'away'
    while (progress.proposals < until) step(state, progress, draws, moves, until, ceiling, guards)
    guards.mode = 'down'
    correct()
    const batches = came ? PATIENCE : 0
    for (let batch = 0; batch < batches && !isReached(state, asked); batch++)
      step(state, progress, draws, moves, most, undefined, guards)
    tick(Math.min(1, progress.proposals / most))
    values = await measured(input, columns, resolvedLimits, state)
    if (holds(resolvedLimits, values) && (!came || isReached(state, asked)))
      return { progress, ended, returned: 'all limits kept', values }
    const now = excess(resolvedLimits, values)
    if (now < bestExcess) {
      best = ordersOf(state)
      bestValues = values
      bestExcess = now
    }
    without = now < LEAST_PROGRESS * least ? 0 : without + 1
    least = Math.min(least, now)
  }
  for (const orders of kept.reverse()) {
    restore(state, orders)
    values = await measured(input, columns, resolvedLimits, state)
    if (holds(resolvedLimits, values)) return { progress, ended, returned: 'an earlier file that kept them', values }
  }
  restore(state, best)
  return { progress, ended, returned: 'the limits are not kept', values: bestValues }
}

/** Returns the largest and the mean allowed errors, times a share. */
function targetOf({ pearson, spearman }: PermuteState, target: number, share: number): Target {
  const mean = share * MEAN_SHARE
  return { greatest: share * target, pearson: mean * meanError(pearson), spearman: mean * meanError(spearman) }
}

/**
 * Computes the mean relative change of the masked numbers from their own originals (IL1).
 *
 * @param columns - The columns of both files.
 * @returns The mean over the cells whose original is not 0; undefined without such cells.
 */
export function meanChange(columns: readonly NamedColumn[]): number | undefined {
  const { total, cells } = relativeChangeOf(columns.filter(({ isNumber }) => isNumber))
  return cells > 0 ? total / cells : undefined
}

async function guardsNow(
  state: PermuteState,
  { input, columns, resolvedLimits }: SearchInput,
  change: number | undefined,
): Promise<Guards> {
  const followed = resolvedLimits.filter(({ session }) => session !== undefined)
  const now = columnsNow(columns, state)
  const sessions: { at: number; session: Awaited<ReturnType<typeof input.session>> }[] = []
  for (const { metric, at } of followed) sessions.push({ at, session: await input.session(metric, now) })
  return guardsOf({ columns, moving: state.moving, records: state.records, sessions, change })
}

/** Returns the columns of a state in the form of the file. */
export function columnsNow(columns: readonly PermutableColumn[], state: PermuteState): Map<string, Column> {
  return new Map(columns.map(({ name, back }, j) => [name, back(valuesOf(state.moving[j], state.records))]))
}

async function measured(
  input: SearchInput['input'],
  columns: readonly PermutableColumn[],
  resolvedLimits: readonly Limit[],
  state: PermuteState,
): Promise<number[]> {
  const now = columnsNow(columns, state)
  const values: number[] = []
  for (const { metric } of resolvedLimits) values.push((await input.measure(metric, now)).value ?? Number.NaN)
  return values
}

/** Tolerance of sums above a limit: rounding. */
const ROUNDING = 1e-9

function isHeld({ at }: Limit, value: number): boolean {
  return value <= at + ROUNDING * Math.max(1, Math.abs(at))
}

function holds(resolvedLimits: readonly Limit[], values: readonly number[]): boolean {
  return resolvedLimits.every((limit, l) => isHeld(limit, values[l]))
}

/** Returns the total excess over the limits, each in the unit of its own value. */
function excess(resolvedLimits: readonly Limit[], values: readonly number[]): number {
  return resolvedLimits.reduce((sum, limit, l) => {
    return sum + (isHeld(limit, values[l]) ? 0 : (values[l] - limit.at) / Math.max(1, Math.abs(limit.at)))
  }, 0)
}
