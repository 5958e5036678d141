import type { Column, MaskInput } from '@sdc/core'
import { descend, isReached, noProgress, step, type Ended, type Progress, type Target } from './descend.js'
import { guardsOf, relativeChangeOf, type Guards } from './guards.js'
import { latentStart } from './latent-start.js'
import type { Limit } from './limits.js'
import { ordersOf, restore } from './orders.js'
import type { NamedColumn } from './correlation-errors.js'
import type { PermutableColumn } from './paired-columns.js'
import { loss, meanError, valuesOf, type PermuteState } from './permute-state.js'

/** The descent aims at this share of the target, so that the walk after it has room, and the mean error falls with it. */
const AIM = 0.6
/** Maximum of L during the search for the limits, as a multiple of its value at the end of the descent. */
const CEILING = 1.2
/** Proposals between two measurements of the limits, unless the file is very small or large. */
const CHECKPOINT = 100_000
/** So many measurements without progress end the search for the limits. */
const PATIENCE = 10
/** The mean error of either kind is to fall to this share of that at the start. */
const MEAN_SHARE = 1 / 100
/** Progress is a total excess this much smaller. */
const LEAST_PROGRESS = 0.95
/** So often the errors of complete pairs are aimed at anew, where cells are missing. */
const CORRECTIONS = 20
/** The most orders that are kept of the descent, to return to. */
const SNAPSHOTS = 40

/** What a search is told. */
export interface SearchInput {
  readonly input: Pick<MaskInput<unknown>, 'measure' | 'session' | 'rng' | 'tick'>
  readonly columns: readonly PermutableColumn[]
  readonly resolvedLimits: readonly Limit[]
  readonly target: number
  readonly most: number
  /** Whether the mean relative change of a value may not rise. */
  readonly holdChange: boolean
  /** Whether it begins with `latentStart`. */
  readonly latent: boolean
  /** Where cells are missing: makes the errors of the state those of the complete pairs, and gives the greatest (`aimAtPairs`). */
  readonly correct?: (() => number) | undefined
}

/** Which file a search returned. */
export type Returned = 'all limits kept' | 'an earlier file that kept them' | 'the limits are not kept'

/** What came of a search. */
export interface SearchResult {
  readonly progress: Progress
  readonly ended: Ended
  readonly returned: Returned
  /** The values of the limits at the end. */
  readonly values: readonly number[]
}

/**
 * Permutes in two phases. The descent keeps the limits that can be checked at every exchange. If other limits are broken,
 * a walk at the same level of L moves values away from their own records until all limits hold. If that fails, the last
 * file of the descent that kept them is returned, or else the file nearest to them.
 *
 * Undoing each exchange that breaks a limit does not work: risks rise on the way and fall later.
 *
 * @param state - It changes to the file that is returned.
 * @param search - Limits, target, and largest number of proposals.
 * @returns How it went.
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
    // The correlations go before the nearness of values, and the limits on risks before both.
    isNear = false
    guards.letGo()
    ended = descend(state, progress, down)
  }
  // With missing cells: the pairs that are there are aimed at anew until they are right, or as near as they came.
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
    // Sessions have followed what is undone.
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
      // A limit on a risk goes before the nearness of values.
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

/** The greatest and the mean errors that are allowed, times a share. */
function targetOf({ pearson, spearman }: PermuteState, target: number, share: number): Target {
  const mean = share * MEAN_SHARE
  return { greatest: share * target, pearson: mean * meanError(pearson), spearman: mean * meanError(spearman) }
}

/**
 * The mean relative change of the masked numbers from their own originals (IL1).
 *
 * @param columns - The columns of both files.
 * @returns The mean over the cells whose original is not 0; undefined where there is none.
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

/** The columns of a state in the form of the file. */
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

/** Rounding of sums: a value less than this above its limit is at it. */
const ROUNDING = 1e-9

function isHeld({ at }: Limit, value: number): boolean {
  return value <= at + ROUNDING * Math.max(1, Math.abs(at))
}

function holds(resolvedLimits: readonly Limit[], values: readonly number[]): boolean {
  return resolvedLimits.every((limit, l) => isHeld(limit, values[l]))
}

/** By how much the limits are passed in all, each by the unit of its own value. */
function excess(resolvedLimits: readonly Limit[], values: readonly number[]): number {
  return resolvedLimits.reduce((sum, limit, l) => {
    return sum + (isHeld(limit, values[l]) ? 0 : (values[l] - limit.at) / Math.max(1, Math.abs(limit.at)))
  }, 0)
}
