import { boxWinners } from './boxes.js'
import { byMerit, type Objective, type Standing } from './trials.js'

/** How many of every family are looked at further, and how many of all. */
const BEST = 3

export interface Parents {
  /** The front in boxes, of all and of what is accepted, and the best of all. */
  readonly leaders: readonly Standing[]
  /** The best of every family that are no leaders. */
  readonly others: readonly Standing[]
}

/**
 * What a generation goes on from: the front in boxes, and the best three of every family, since one that is behind now may
 * be ahead with other parameters. Where not all is accepted, the front of what is stands beside that of all.
 *
 * @param standings - In the order of their ids.
 * @param objective - What is searched for.
 * @returns The parents, each once.
 */
export function parentsOf(standings: readonly Standing[], objective: Objective): Parents {
  const accepted = standings.filter(({ excess }) => excess === 0)
  const merit = [...standings].sort(byMerit(objective))
  const leaders = new Set([
    ...boxWinners(accepted, objective),
    ...boxWinners(standings, objective),
    ...merit.slice(0, BEST),
  ])
  const counts = new Map<string, number>()
  const others = merit.filter((one) => {
    const { family } = one.trial.point
    const count = counts.get(family) ?? 0
    counts.set(family, count + 1)
    return count < BEST && !leaders.has(one)
  })
  return { leaders: [...leaders], others }
}
