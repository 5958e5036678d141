import { boxWinners } from './boxes.js'
import { kneeOf } from './front.js'
import { inOrder, RUNS, type SearchTask } from './generation.js'
import { byMerit, byScore, standings, type Objective, type Standing, type Trial } from './trials.js'

/** Fresh runs have numbers beyond those of all runs that choose. */
const FIRST_FRESH = 1001
/** How many fresh runs what is printed has. */
export const FRESH_RUNS = 10

/** What a search ends with: the front in boxes, its knee, and the best. */
export interface Ending {
  /** From the least loss on. */
  readonly front: readonly Standing[]
  /** That of what is accepted, where no bounds decide. */
  readonly acceptedFront: readonly Standing[]
  readonly knee: Standing | undefined
  /** The best by what is accepted, then by score. */
  readonly best: Standing | undefined
  /** The one with the least score, accepted or not; none where bounds decide. */
  readonly leastScore: Standing | undefined
}

/** A front of more is not read; its boxes are made larger until it has no more. */
const MOST_ON_FRONT = 8

/**
 * The front in boxes, with its knee, and the best. Where bounds decide, the front is of what keeps them, if anything does;
 * else of all, and what is accepted has a front of its own.
 *
 * @param trials - In any order.
 * @param objective - What was searched for.
 * @param settled - Whether only those count that were run often enough.
 * @returns The fronts, the knee and the best; of nothing empty fronts.
 */
export function endingOf(trials: readonly Trial[], objective: Objective, settled = false): Ending {
  const all = standings(settled ? trials.filter(isSettled) : trials)
  const accepted = all.filter(({ excess }) => excess === 0)
  const front = readableFront(objective.bounded && accepted.length > 0 ? accepted : all, objective)
  const acceptedFront = objective.bounded ? [] : readableFront(accepted, objective)
  const [best] = [...all].sort(byMerit(objective))
  const [leastScore] = objective.bounded ? [] : [...all].sort(byScore(objective))
  return { front, acceptedFront, knee: kneeOf(front), best, leastScore }
}

function readableFront(these: readonly Standing[], objective: Objective): Standing[] {
  const [height, share] = objective.box
  for (let size = 1; ; size *= 1.5) {
    const winners = boxWinners(these, { ...objective, box: [height * size, share * size] })
    if (winners.length <= MOST_ON_FRONT) return winners
  }
}

/** All that an ending names, each once. */
export function winnersOf({ front, acceptedFront, knee, best, leastScore }: Ending): Standing[] {
  return [...new Set([...front, ...acceptedFront, ...[knee, best, leastScore].flatMap((one) => one ?? [])])]
}

/** Whether a candidate was run as often as its mean is trusted. */
export function isSettled({ draws, runs, failed }: Trial): boolean {
  return !failed && (draws ? runs.length >= RUNS : runs.length > 0)
}

/**
 * What is still to be run of the winners: each up to five runs. Afterwards others may be the winners, so that this is asked
 * again until nothing is left.
 *
 * @param trials - In any order.
 * @param objective - What was searched for.
 * @returns The tasks, in the order of their names.
 */
export function confirmationTasks(trials: readonly Trial[], objective: Objective): SearchTask[] {
  return inOrder(winnersOf(endingOf(trials, objective)).flatMap(({ trial }) => missingRuns(trial)))
}

/** The runs that a candidate lacks to be settled. */
export function missingRuns({ point, draws, runs }: Trial): SearchTask[] {
  if (!draws) return []
  return Array.from({ length: Math.max(0, RUNS - runs.length) }, (_, r) => ({ point, run: runs.length + 1 + r }))
}

/** And the choice so often: what is announced of a further draw of it must hold where its values have a long tail. */
export const CHOICE_RUNS = 30

/**
 * Runs of a candidate that had no part in its being chosen; none of one that draws nothing.
 *
 * @param trial - The candidate.
 * @param count - How many runs.
 * @returns The tasks, the first ones the same for any count.
 */
export function freshTasks({ point, draws }: Trial, count: number = FRESH_RUNS): SearchTask[] {
  return draws ? Array.from({ length: count }, (_, r) => ({ point, run: FIRST_FRESH + r })) : []
}
