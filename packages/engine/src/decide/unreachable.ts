import { takeColumn, withColumns, type Dataset, type Rng } from '@sdc/core'
import { median, randomPermutation } from '@sdc/stats'
import { numbersUpTo } from '../bind/in-place.js'
import { bindLimits, isBeyond, type Limit } from '../limits/limits.js'
import { limitedValue } from '../limits/measure-run.js'
import type { Measured } from '../measure/measure.js'
import { metricColumns } from '../measure/metric-columns.js'
import { openGround, type DecideInput } from './decide-input.js'
import { endingOf } from './runs/ending.js'
import { runSample } from './runs/ground.js'
import { measurePair } from './runs/measure-pair.js'

/** A limit that no masking of values keeps. */
export interface Unreachable {
  readonly limit: Limit
  /** Median value of files that are independent of the original; null if the metric has no value in any file. */
  readonly value: number | null
  /** Reason for a missing value. */
  readonly reason?: string | undefined
}

/** Number of independent files; more than half must break a limit. A large file needs one. */
const DRAWS = 9
/** Number of records from which chance does not decide on an independent file. */
const MANY = 1000

/**
 * Finds limits that no masking of values keeps, before anything is masked. Such a limit is on a metric without a value in the
 * original and in independent data, or on a risk that even independent data break.
 *
 * Independent data have every column in its own random order. They keep the distributions and no relation to a record, so
 * that they say what chance alone discloses. A limit that chance breaks more often than not is broken in the worst of several runs.
 *
 * @param input - The comparison with its limits; with `ofPurpose`, also the limits of its purpose that no other limit replaces.
 * @returns The limits with the value of independent data, in the order of the limits.
 * @throws As `checkDecision`.
 */
export async function unreachableLimits(
  input: DecideInput & { readonly ofPurpose?: boolean | undefined },
): Promise<Unreachable[]> {
  const { registry, original } = input
  const { ground: whole, purpose } = openGround({ ...input, limits: {}, failLimits: {} }, endingOf({}))
  const { columns, roles, sides } = whole
  const usual = input.ofPurpose ? purpose.limits : {}
  const own = { ...input.limits, ...input.failLimits }
  const ofPurpose = Object.keys(usual).filter((id) => !Object.hasOwn(own, id))
  const limits = bindLimits(registry, { ...usual, ...own }, [...(input.mayLack ?? []), ...ofPurpose])
  const unmeasured = (limit: Limit): string | undefined =>
    metricColumns(limit.metric, columns, roles, { original, masked: original }).reason
  const ids = new Set(limits.filter((one) => unmeasured(one) === undefined).map(({ metric }) => metric.id))
  const ground = { ...whole, metrics: [...ids].map((use) => ({ use, params: {} })) }
  const sample = runSample(ground, 1)
  const measured = async (data: Dataset): Promise<ReadonlyMap<string, Measured>> => {
    if (ids.size === 0) return new Map()
    const all = await measurePair(ground, sample, [{ data, origin: numbersUpTo(data.rows) }], ground.metrics)
    return new Map(all.map((one) => [one.metric.id, one]))
  }
  const masked = [...sides.keys, ...sides.numbers, ...sides.categories]
  const files = [await measured(sample.original)]
  for (let draw = 1; draw <= (original.rows < MANY ? DRAWS : 1); draw++)
    files.push(await measured(independentOf(sample.original, masked, sample.rng.child(`independent data ${draw}`))))
  return limits.flatMap((limit): Unreachable[] => {
    const missing = unmeasured(limit)
    if (missing !== undefined) return limit.mayLack ? [] : [{ limit, value: null, reason: missing }]
    const ones = files.flatMap((file) => file.get(limit.metric.id) ?? [])
    const values = ones.map((one) => limitedValue(limit, one))
    if (values.every((value) => value === null))
      return limit.mayLack ? [] : [{ limit, value: null, reason: ones[0].measurement.reason }]
    const drawn = values.slice(1).flatMap((value) => value ?? [])
    // Top-coding changes the greatest values, which independent data keep.
    const isKept = limit.metric.id === registry.defaults.topCoding?.where
    const isHopeless =
      limit.metric.kind === 'risk' &&
      !isKept &&
      2 * drawn.filter((value) => isBeyond(limit, value)).length > drawn.length
    return isHopeless ? [{ limit, value: median(Float64Array.from(drawn)) }] : []
  })
}

function independentOf(original: Dataset, names: readonly string[], rng: Rng): Dataset {
  const shuffled = names.map((name) => {
    const order = Int32Array.from(randomPermutation(original.rows, rng.child(name)))
    return [name, takeColumn(original.column(name), order)] as const
  })
  return withColumns(original, new Map(shuffled))
}
