/** Maximum time of a comparison, on a clock in seconds. */
export interface Budget {
  readonly seconds: number
  readonly clock: () => number
}

/** Reasons to end a comparison early. */
export interface EndingInput {
  readonly budget?: Budget | undefined
  /** Returns true once a user asks to end with the results so far. */
  readonly stopped?: (() => boolean) | undefined
}

/** Share of the budget that is used up at the end of each stage; the rest is left to later stages. */
const shares = { parts: 0.5, pairs: 0.65, search: 0.85, runs: 1, checks: 1 } as const

type Stage = keyof typeof shares

/** Ends the stages of a comparison early. */
export interface Ending {
  /** Tests whether a stage begins no further work, after `done` of `all`. */
  ends(stage: Stage, done: number, all: number): boolean
  /** Returns a sentence on the work that was left out; empty if none was. */
  notes(): string[]
}

const names: Readonly<Record<Stage, string>> = {
  parts: 'parts',
  pairs: 'pairs',
  search: 'parts of the search',
  runs: 'further runs of finalists',
  checks: 'checks of the choice as a release',
}

/**
 * Ends stages when the budget is used up, or when a user asks for it. Without a budget, no clock is read.
 *
 * @param input - The budget, and the function that reports a request to stop.
 * @returns The check that every stage makes before it begins further work.
 */
export function endingOf({ budget, stopped }: EndingInput): Ending {
  const began = budget?.clock() ?? 0
  const cut = new Map<Stage, string>()
  let isStopped = false
  return {
    ends(stage, done, all) {
      isStopped ||= stopped?.() ?? false
      const isOver = budget !== undefined && budget.clock() - began >= shares[stage] * budget.seconds
      if (!isStopped && !isOver) return false
      if (!cut.has(stage)) cut.set(stage, `${done} of ${all} ${names[stage]}`)
      return true
    },
    notes() {
      if (cut.size === 0) return []
      const what = isStopped ? 'the comparison was stopped' : `the budget of ${budget?.seconds ?? 0} s ended`
      return [`${what} after ${[...cut.values()].join(', ')}; more time may find a better plan`]
    },
  }
}
