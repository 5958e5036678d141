import { pointId, type Point } from './search-space.js'

/** What one run of a candidate came to; less is better of all three. */
export interface TrialRun {
  readonly risk: number
  readonly loss: number
  /** How far it is beyond what is accepted; 0 where it is not. */
  readonly excess: number
}

/** A candidate and its runs so far. */
export interface Trial {
  readonly id: string
  readonly point: Point
  /** Its runs in the order of their numbers, from 1 on; none where it failed. */
  readonly runs: readonly TrialRun[]
  /** Whether it draws random numbers: else one run says all. */
  readonly draws: boolean
  readonly failed: boolean
}

/** Where a trial stands. */
export interface Standing {
  readonly trial: Trial
  /** The means over its runs. */
  readonly risk: number
  readonly loss: number
  /** That of the worst run. */
  readonly excess: number
}

/** What is searched for. */
export interface Objective {
  /** The score is the sum of risk and loss with these weights. */
  readonly weights: readonly [risk: number, loss: number]
  /** Whether what is accepted is so by bounds: then what is beyond them is no winner by any score. */
  readonly bounded: boolean
  /** The size of a box of the front: so much risk, and so great a share of the loss. */
  readonly box: readonly [risk: number, lossShare: number]
}

/** The means of a trial's runs; undefined where it has none. */
export function standing(trial: Trial): Standing | undefined {
  const { runs } = trial
  if (trial.failed || runs.length === 0) return undefined
  const meanOf = (of: (run: TrialRun) => number): number => runs.reduce((sum, run) => sum + of(run), 0) / runs.length
  return {
    trial,
    risk: meanOf((run) => run.risk),
    loss: meanOf((run) => run.loss),
    excess: Math.max(...runs.map((run) => run.excess)),
  }
}

/** The standings of what did not fail, in the order of their ids: whatever order results came in, the same. */
export function standings(trials: readonly Trial[]): Standing[] {
  return [...trials].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)).flatMap((trial) => standing(trial) ?? [])
}

/** The weighed sum of risk and loss. */
export function scoreIn({ weights }: Objective, { risk, loss }: Pick<Standing, 'risk' | 'loss'>): number {
  return weights[0] * risk + weights[1] * loss
}

/** Orders what is accepted by score, before what is not, by how far it is from that. */
export function byMerit(objective: Objective): (a: Standing, b: Standing) => number {
  return (a, b) => a.excess - b.excess || scoreIn(objective, a) - scoreIn(objective, b)
}

/** Orders by score alone. */
export function byScore(objective: Objective): (a: Standing, b: Standing) => number {
  return (a, b) => scoreIn(objective, a) - scoreIn(objective, b)
}

/** A trial of which nothing is known yet. */
export function newTrial(point: Point): Trial {
  return { id: pointId(point), point, runs: [], draws: true, failed: false }
}
