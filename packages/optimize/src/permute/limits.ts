import {
  SdcError,
  takeColumn,
  type Column,
  type MaskInput,
  type MetricLimit,
  type MetricSession,
  type Ref,
} from '@sdc/core'
import { mean, randomPermutation, standardDeviation } from '@sdc/stats'
import { alwaysLimited } from './always-limited.js'

/** The most files drawn independently of the original to tell what chance alone gives. */
const DRAWS = 5

/** A value is far from chance where it is this many ranges of the draws above the greatest of them, and a unit besides. */
const FAR = 10

/** A metric that may not rise above a limit. */
export interface Limit {
  readonly metric: Ref
  /** Its id, with its parameters where it is limited under several. */
  readonly name: string
  /** Its value at the start. */
  readonly start: number
  /** It may not be above this. */
  readonly at: number
  /** Its values of files that have nothing to do with the original: as many as had to be drawn. */
  readonly chance: readonly number[]
  /** Whether the user said the limit. */
  readonly isGiven: boolean
  /** Its session at the start, where it answers at every step; else it is measured now and then. */
  readonly session: MetricSession | undefined
}

/** What `limitsOf` needs of a method's input. */
export type MeasuringInput = Pick<MaskInput<unknown>, 'measure' | 'session' | 'original' | 'origin' | 'rng'>

/**
 * Resolves limits to values: the named one, else the greater of the value at the start and the chance value plus two
 * standard errors.
 *
 * The chance value is the metric of the original's own records with the permuted columns in random order, which link by
 * chance alone. Its standard error is that of one such file. Two draws suffice if the start is far above it.
 *
 * @param input - The input of the method.
 * @param limits - Metrics and values; maximum knowledge is limited, too, if there are any.
 * @param columns - The masked columns at the start.
 * @param method - Id of the method, for messages.
 * @returns A limit for every limit that has a value, and a sentence for each that has none.
 * @throws BAD_PARAMETER where a limit names a value and the metric has none at the start.
 */
export async function limitsOf(
  input: MeasuringInput,
  limits: readonly MetricLimit[],
  columns: ReadonlyMap<string, Column>,
  method: string,
): Promise<{ readonly resolvedLimits: readonly Limit[]; readonly warnings: readonly string[] }> {
  const resolvedLimits: Limit[] = []
  const warnings: string[] = []
  for (const { metric, at } of alwaysLimited(limits)) {
    const session = await input.session(metric, columns)
    // A session has the value of a measurement; only why there is none must be asked.
    const value = session.value === session.value ? session.value : null
    const isShared = limits.filter((one) => one.metric.use === metric.use).length > 1
    const name = isShared ? `${metric.use} ${JSON.stringify(metric.params)}` : metric.use
    if (value === null) {
      const { reason } = await input.measure(metric, columns)
      const message = `${name} has no value at the start, so it limits nothing: ${reason ?? 'no reason given'}`
      if (at === undefined) {
        warnings.push(message)
        continue
      }
      throw new SdcError(
        'BAD_PARAMETER',
        `${method}: ${message}`,
        { method, metric: metric.use, parameter: 'limits' },
        'Leave it out of limits, or name a metric that measures these columns.',
      )
    }
    const chance = at === undefined ? await chanceOf(input, metric, columns, value) : []
    const allowed = at ?? (chance.length > 1 ? Math.max(value, upperOf(chance)) : value)
    const isGiven = at !== undefined
    const followed = session.stepwise === true ? session : undefined
    resolvedLimits.push({ metric, name, start: value, at: allowed, chance, isGiven, session: followed })
  }
  return { resolvedLimits, warnings }
}

/** The mean and two standard errors. */
function upperOf(chance: readonly number[]): number {
  const values = Float64Array.from(chance)
  return mean(values) + 2 * standardDeviation(values)
}

/**
 * Whether a value is below what chance gives, by more than two standard errors: then a file was moved away from the original
 * by a rule, and whoever knows the rule finds it again.
 *
 * @param input - The input of the method.
 * @param limit - The limit, and what was drawn for it.
 * @param columns - The masked columns, as they would be handed to the metric.
 * @param value - Its value at the end.
 * @returns The mean of the chance that it is below; undefined where it is not.
 */
export async function belowChance(
  input: MeasuringInput,
  limit: Limit,
  columns: ReadonlyMap<string, Column>,
  value: number,
): Promise<number | undefined> {
  if (limit.chance.some((drawn) => drawn <= value)) return undefined
  const chance = await chanceOf(input, limit.metric, columns, Number.NaN)
  if (chance.length < 2) return undefined
  const values = Float64Array.from(chance)
  return value < mean(values) - 2 * standardDeviation(values) ? mean(values) : undefined
}

async function chanceOf(
  input: MeasuringInput,
  metric: Ref,
  columns: ReadonlyMap<string, Column>,
  start: number,
): Promise<number[]> {
  const values: number[] = []
  const rng = input.rng.child('chance')
  for (let draw = 1; draw <= DRAWS; draw++) {
    const order = randomPermutation(input.origin.length, rng.child(`draw ${draw}`))
    const shuffled = [...columns.keys()].map((name): [string, Column] => {
      return [name, takeColumn(takeColumn(input.original.column(name), input.origin), order)]
    })
    const { value } = await input.measure(metric, new Map(shuffled))
    if (value !== null) values.push(value)
    const [least, most] = [Math.min(...values), Math.max(...values)]
    if (draw === 2 && start > most + FAR * (most - least) + 1) break
  }
  return values
}
