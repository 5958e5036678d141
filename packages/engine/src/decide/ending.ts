/** The time that a comparison may take, by a clock of seconds. */
export interface Budget {
  readonly seconds: number
  readonly clock: () => number
}

/** What may end a comparison before all is tried. */
export interface EndingInput {
  readonly budget?: Budget | undefined
  /** Whether somebody asks for an end with what was found. */
  readonly stopped?: (() => boolean) | undefined
}

/** Each stage leaves a share of the budget to those after it. */
const shares = { parts: 0.5, pairs: 0.65, search: 0.85, runs: 1 } as const

type Stage = keyof typeof shares

/** Ends the stages of a comparison early. */
export interface Ending {
  /** Whether a stage, after so many of all, begins no further work. */
  ends(stage: Stage, done: number, all: number): boolean
  /** What was left out, as a sentence; none where nothing was. */
  notes(): string[]
}

const names: Readonly<Record<Stage, string>> = {
  parts: 'parts',
  pairs: 'pairs',
  search: 'parts of the search',
  runs: 'further runs of finalists',
}

/**
 * Ends stages where the budget is used up, or where somebody asks for it. Without either nothing looks at a clock.
 *
 * @param input - The budget, and who may ask.
 * @returns What every stage asks before it begins further work.
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
