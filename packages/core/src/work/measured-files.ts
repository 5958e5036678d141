import type { Dataset } from '../columns/dataset.js'
import type { Work } from './work.js'
import type { Measurement } from './measurement.js'

export interface MeasureInput<P> extends Work<P> {
  /** The masked file; `origin` names the original's record of each of its records. */
  readonly masked: Dataset
  /** Measurements that `parts` asked for, by its names: each is made once for all metrics that ask for it. */
  readonly parts: ReadonlyMap<string, Measurement>
  /** Result of `prepare` for the original; undefined without `prepare`. */
  readonly prepared: unknown
  /** The population that the original is a sample of, or a register of it that an intruder has; where one was given. */
  readonly population?: Dataset | undefined
  /** Records of people like those of the original who are not in it: what can be learnt of them needs no release. */
  readonly control?: Dataset | undefined
}

/** A measured file that changes a little at a time. */
export interface MetricSession {
  readonly value: number
  /**
   * True where a proposal costs no more than its changes, and is answered at once: a search may then ask at every step. The
   * default session, of a metric without one of its own, measures the whole file at every proposal.
   */
  readonly stepwise?: boolean
  /**
   * The value if these records (masked rows, ascending) of this column became `values` (numbers, or codes of its
   * levels); nothing changes until `accept`.
   */
  propose(column: string, records: Int32Array, values: Float64Array | Int32Array): number | Promise<number>
  /** Makes the last proposal the state. */
  accept(): void
}
