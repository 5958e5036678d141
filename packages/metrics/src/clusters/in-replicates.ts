import type { Dataset, MeasureInput, Measurement, Rng } from '@sdc/core'
import { leftOut, tooFewPairs, unmeasured } from '@sdc/toolkit'
import { clusterRecords, type LinkedPoints } from './cluster-records.js'
import { overReplicates } from './replicates.js'

/** How a metric of clusters is measured again and again. */
export interface ReplicatePlan<Replicate> {
  /** The metric's id, for warnings. */
  readonly id: string
  readonly replicates: number
  /** How many clusters are asked for. */
  readonly c: number
  /** Above this each replicate looks at a sample of so many records. */
  readonly sampleAbove: number
  /** One replicate of d columns; the number of different records where they are fewer than c. */
  one(points: LinkedPoints, d: number, rng: Rng, tick: (done: number) => void): Replicate | number
  /** What the replicates come to: a value each, or why there is none. */
  read(found: readonly Replicate[], rows: number): ReplicateValues
}

/** The values of the replicates, with tables of them. */
export interface ReplicateValues {
  readonly tables: readonly (readonly [string, Dataset])[]
  /** One number a replicate, or the reason why there is none. */
  readonly values: Float64Array | string
}

/**
 * Measures a metric of clusters by the mean over replicates, each of all linked records or of a sample of its own: their
 * range is the interval, and their spread, of samples, the standard error.
 *
 * @param input - What the metric is handed.
 * @param plan - What a replicate is, and how it is read.
 * @returns The measurement; null with the reason where files are not linked, no column varies, or records are too few.
 */
export function inReplicates<Replicate>(
  input: MeasureInput<unknown>,
  { id, replicates, c, sampleAbove, one, read }: ReplicatePlan<Replicate>,
): Measurement {
  const records = clusterRecords(input)
  const why = tooFewPairs(records.rows, input.origin, true)
  if (why) return unmeasured(why)
  const left: readonly [string, Dataset] = ['left-out', leftOut(records.counts)]
  const none = (reason: string): Measurement => unmeasured(reason, 0, new Map([left]))
  if (records.names.length === 0) return none('no column has two different values in the original')
  const all = records.points(sampleAbove, input.rng)
  const whole = all.rows === records.rows
  const found: Replicate[] = []
  for (let r = 0; r < replicates; r++) {
    const rng = input.rng.child(`replicate ${r + 1}`)
    const points = whole ? all : records.points(sampleAbove, rng.child('sample'))
    const made = one(points, records.names.length, rng, (done) => input.tick((r + done) / replicates))
    if (typeof made === 'number') {
      const among = whole ? 'there are' : 'the sample has'
      return none(`c: ${c} clusters need as many different records, and ${among} ${made}`)
    }
    found.push(made)
  }
  const { tables: own, values } = read(found, all.rows)
  const tables = new Map([...own, left])
  if (typeof values === 'string') return unmeasured(values, all.rows, tables)
  const { mean, standardError, least, greatest } = overReplicates(values)
  const alone = `${id}: one sample of ${all.rows} of ${records.rows} records, whose error one replicate does not tell`
  return {
    value: mean,
    used: all.rows,
    ...(replicates > 1 && { interval: { low: least, high: greatest, by: 'range' } }),
    ...(!whole && replicates > 1 && { sample: { of: records.rows, drawn: all.rows, standardError } }),
    tables,
    ...(!whole && replicates === 1 && { warnings: [alone] }),
  }
}
