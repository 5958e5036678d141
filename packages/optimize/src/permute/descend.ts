import type { Rng } from '@sdc/core'
import { greatestError, loss, meanError, recompute, type PermuteState } from './permute-state.js'
import { walk, type Permission } from './walk.js'

/** Number of proposals between two checks of the errors. */
const BATCH = 4096
/** Number of proposals after which E is computed again. */
const RECOMPUTE = 500_000
/** Share by which L must fall … */
const LEAST_FALL = 0.05
/** … in this many proposals for every value, or the descent has stagnated. */
const PATIENCE = 20

/** Share of the target below which all errors must be, so that their mean does not matter. */
const FAR_BELOW = 0.1

/** Target of the errors. */
export interface Target {
  /** Largest allowed error. */
  readonly greatest: number
  /** Largest allowed mean error of Pearson's correlations, and of the rank correlations. */
  readonly pearson: number
  readonly spearman: number
}

/** Progress of a walk. */
export interface Progress {
  proposals: number
  accepted: number
  loss: number
  /** Number of proposals until E is computed again. */
  untilRecomputed: number
}

/** Returns the progress of a walk before its beginning. */
export function noProgress(state: PermuteState): Progress {
  return { proposals: 0, accepted: 0, loss: loss(state), untilRecomputed: RECOMPUTE }
}

/** Reason for the end of a descent. */
export type Ended = 'reached' | 'stagnated' | 'out of proposals'

/** Options of a descent. */
export interface DescentOptions {
  readonly rng: Rng
  readonly target: Target
  /** Largest number of proposals, including earlier ones. */
  readonly most: number
  readonly permission?: Permission | undefined
  readonly tick: (fraction: number) => void
  /** Called after every batch. */
  readonly keep?: (() => void) | undefined
}

/**
 * Lowers L until every error of both kinds is within the target, or L no longer falls by 5 % in 20 proposals for every
 * value of the file. The end depends on the proposals, not on the clock, so that a run can be replayed.
 *
 * @param state - It changes.
 * @param progress - Progress to continue from.
 * @param options - The end, and the permission for exchanges.
 * @returns The reason for its end.
 */
export function descend(state: PermuteState, progress: Progress, options: DescentOptions): Ended {
  const { rng, target, most, permission, tick, keep } = options
  const patience = PATIENCE * state.records * state.moving.length
  const draws = new Float64Array(2 * BATCH)
  let markedLoss = progress.loss
  let markedAt = progress.proposals
  for (;;) {
    if (isReached(state, target)) return 'reached'
    if (progress.proposals >= most) return 'out of proposals'
    if (progress.loss <= (1 - LEAST_FALL) * markedLoss) {
      markedLoss = progress.loss
      markedAt = progress.proposals
    } else if (progress.proposals - markedAt >= patience) return 'stagnated'
    step(state, progress, draws, rng, most, undefined, permission)
    keep?.()
    tick(Math.min(1, progress.proposals / most))
  }
}

/** Makes one batch of proposals, and computes E again if it is due. */
export function step(
  state: PermuteState,
  progress: Progress,
  draws: Float64Array,
  rng: Rng,
  most: number,
  ceiling: number | undefined,
  permission: Permission | undefined,
): void {
  const count = Math.min(draws.length / 2, most - progress.proposals)
  const now = draws.subarray(0, 2 * count)
  rng.fillUniform(now)
  const walked = walk(state, { draws: now, loss: progress.loss, ceiling, permission })
  progress.loss = walked.loss
  progress.accepted += walked.accepted
  progress.proposals += count
  progress.untilRecomputed -= count
  if (progress.untilRecomputed > 0) return
  recompute(state)
  progress.loss = loss(state)
  progress.untilRecomputed = RECOMPUTE
}

/**
 * Returns true if a target is reached. If the errors are far below the largest allowed one, their mean does not matter:
 * a file that began near the original need not come nearer than its use requires.
 *
 * @param state - The state, with errors up to date.
 * @param target - The allowed errors.
 * @returns True if every error is within the target.
 */
export function isReached({ pearson, spearman }: PermuteState, target: Target): boolean {
  const greatest = Math.max(greatestError(pearson), greatestError(spearman))
  if (greatest > target.greatest) return false
  if (greatest <= FAR_BELOW * target.greatest) return true
  return meanError(pearson) <= target.pearson && meanError(spearman) <= target.spearman
}
