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

/** Largest number of files drawn independently of the original, to estimate chance. */
const DRAWS = 5

/** Number of ranges of the draws above the largest of them, plus one unit, from which a value is far from chance. */
const FAR = 10

/** A metric that must not rise above a limit. */
export interface Limit {
  readonly metric: Ref
  /** Id of the metric, with its parameters if it has several limits. */
  readonly name: string
  /** Value at the start. */
  readonly start: number
  /** Largest allowed value. */
  readonly at: number
  /** Values of files without a relation to the original: as many as were drawn. */
  readonly chance: readonly number[]
  /** True if the user set the limit. */
  readonly isGiven: boolean
  /** Session at the start, if it can be updated at every step; else the metric is measured at checkpoints. */
  readonly session: MetricSession | undefined
}

/** Parts of a method's input that `limitsOf` needs. */
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
 * @throws BAD_PARAMETER if a limit names a value and the metric has none at the start.
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
    // A session has the value of a measurement; only the reason for a missing one must be measured.
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

/** Returns the mean plus two standard errors. */
function upperOf(chance: readonly number[]): number {
  const values = Float64Array.from(chance)
  return mean(values) + 2 * standardDeviation(values)
}

/**
 * Tests if a value is below chance by more than two standard errors. Then a rule moved the file away from the original,
 * and an intruder who knows the rule can undo it.
 *
 * @param input - The input of the method.
 * @param limit - The limit, with its chance draws.
 * @param columns - The masked columns, in the form for the metric.
 * @param value - Its value at the end.
 * @returns The mean chance value if the value is below it; else undefined.
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
