import { decimalNumber, SdcError } from '@sdc/core'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

/** More generations than this move nothing: the steps are then at their least. */
export const MOST_GENERATIONS = 200

/**
 * A budget of time in seconds.
 *
 * @param text - `90s`, `2m`, `1.5h`.
 * @returns The seconds.
 * @throws BAD_OPTION for what is none, and for none at all.
 */
export function budgetSeconds(text: string): number {
  const [, amount, unit] = /^([\d.]+)\s*([smh])$/.exec(text.trim()) ?? []
  const seconds = amount === undefined ? undefined : decimalNumber(amount)
  if (seconds !== undefined && seconds > 0) return seconds * SECONDS[unit]
  const advice = 'Give seconds, minutes or hours: 90s, 2m, 1h; or fix the work itself: --generations 5.'
  throw new SdcError('BAD_OPTION', `--budget ${text} is no time`, {}, advice)
}

/** What is known of the time that tasks take. */
export interface Timing {
  /** Seconds that are left. */
  readonly left: number
  /** Seconds a task, with all who work on them. */
  readonly task: number
  /** How many tasks a generation has. */
  readonly generation: number
  /** How many tasks come after the last generation. */
  readonly ending: number
}

/**
 * How many whole generations fit before what has to come after them; one where nobody knows how long a task takes, since all
 * were there already.
 */
export function generationsWithin({ left, task, generation, ending }: Timing): number {
  if (!(task > 0)) return 1
  const fit = Math.floor((left - ending * task) / (generation * task))
  return Number.isFinite(fit) ? Math.min(MOST_GENERATIONS, Math.max(0, fit)) : 0
}
