import type { Rng } from '@sdc/core'
import { greatestError, loss, meanError, recompute, type PermuteState } from './permute-state.js'
import { walk, type Permission } from './walk.js'

/** Proposals between two looks at the errors. */
const BATCH = 4096
/** Proposals after which E is computed anew. */
const RECOMPUTE = 500_000
/** L must fall by this share … */
const LEAST_FALL = 0.05
/** … in this many proposals for every value, or the descent has stagnated. */
const PATIENCE = 20

/** Where all errors are below this share of the target, their mean does not matter. */
const FAR_BELOW = 0.1

/** Target of the errors. */
export interface Target {
  /** The greatest of any. */
  readonly greatest: number
  /** The mean of those of Pearson's correlations, and of the rank correlations. */
  readonly pearson: number
  readonly spearman: number
}

/** Progress of a walk. */
export interface Progress {
  proposals: number
  accepted: number
  loss: number
  /** Proposals until E is computed anew. */
  untilRecomputed: number
}

/** The progress of a walk that has not begun. */
export function noProgress(state: PermuteState): Progress {
  return { proposals: 0, accepted: 0, loss: loss(state), untilRecomputed: RECOMPUTE }
}

/** Why a descent ended. */
export type Ended = 'reached' | 'stagnated' | 'out of proposals'

/** Options of a descent. */
export interface DescentOptions {
  readonly rng: Rng
  readonly target: Target
  /** Proposals, those before it included. */
  readonly most: number
  readonly permission?: Permission | undefined
  readonly tick: (fraction: number) => void
  /** Called after every batch. */
  readonly keep?: (() => void) | undefined
}

/**
 * Lowers L until every error of both kinds is within the target, or L no longer falls by 5 % in 20 proposals for every
 * value of the file. It ends by proposals, never by the clock, so that a run can be replayed.
 *
 * @param state - It changes.
 * @param progress - It goes on from there.
 * @param options - The end, and who may refuse an exchange.
 * @returns Why it ended.
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

/** One batch of proposals, and E anew where it is time. */
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
 * Whether a target is reached. Where the errors are far below the greatest that is allowed, their mean does not matter: a file
 * that began near the original is not to come nearer than its use asks.
 *
 * @param state - The state, whose errors are up to date.
 * @param target - What is allowed.
 * @returns Whether every error is within it.
 */
export function isReached({ pearson, spearman }: PermuteState, target: Target): boolean {
  const greatest = Math.max(greatestError(pearson), greatestError(spearman))
  if (greatest > target.greatest) return false
  if (greatest <= FAR_BELOW * target.greatest) return true
  return meanError(pearson) <= target.pearson && meanError(spearman) <= target.spearman
}
