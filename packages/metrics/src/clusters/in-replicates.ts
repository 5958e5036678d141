import type { Dataset, MeasureInput, Measurement, Rng } from '@sdc/core'
import { leftOut, tooFewPairs, unmeasured } from '@sdc/toolkit'
import { clusterRecords, type LinkedPoints } from './cluster-records.js'
import { overReplicates } from './replicates.js'

/** Plan of repeated measurements of a cluster metric. */
export interface ReplicatePlan<Replicate> {
  /** Id of the metric, for warnings. */
  readonly id: string
  readonly replicates: number
  /** Number of clusters. */
  readonly c: number
  /** Number of records above which each replicate uses a sample of that size. */
  readonly sampleAbove: number
  /** Measures one replicate of d columns; returns the number of different records if they are fewer than c. */
  one(points: LinkedPoints, d: number, rng: Rng, tick: (done: number) => void): Replicate | number
  /** Combines the replicates to a value each, or to the reason for a missing value. */
  read(found: readonly Replicate[], rows: number): ReplicateValues
}

/** Values of the replicates, with their tables. */
export interface ReplicateValues {
  readonly tables: readonly (readonly [string, Dataset])[]
  /** One number per replicate, or the reason for a missing value. */
  readonly values: Float64Array | string
}

/**
 * Measures a cluster metric by the mean over replicates, each on all linked records or on its own sample. Their range
 * is the interval; for samples, their spread is the standard error.
 *
 * @param input - Input of the metric.
 * @param plan - Plan of the replicates.
 * @returns The measurement; null with the reason if files are not linked, no column varies, or records are too few.
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
  const alone = `${id}: one sample of ${all.rows} of ${records.rows} records; one replicate gives no standard error`
  return {
    value: mean,
    used: all.rows,
    ...(replicates > 1 && { interval: { low: least, high: greatest, by: 'range' } }),
    ...(!whole && replicates > 1 && { sample: { of: records.rows, drawn: all.rows, standardError } }),
    tables,
    ...(!whole && replicates === 1 && { warnings: [alone] }),
  }
}
