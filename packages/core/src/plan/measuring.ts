import type { Dataset } from '../columns/dataset.js'
import type { Measurement } from '../work/measurement.js'
import type { MeasureInput } from '../work/measured-files.js'
import type { Totals } from '../work/totals.js'
import type { Block, Facts, Side } from './plan.js'

/** Facts about both files, and the metrics that this one combines. */
export interface MeasureFacts<P> extends Facts<P> {
  /** Measurements that `parts` asked for, by its names. */
  readonly parts: ReadonlyMap<string, Measurement>
  /** Population file, if one is given; out of core without its records. */
  readonly population?: Dataset | undefined
}

/** Measures with all records in memory. */
export interface FileMeasuring<P> {
  readonly form: 'file'
  /** Reason why all records are needed, if it is known only after the passes. */
  readonly why?: string
  measure(input: MeasureInput<P>): Measurement | Promise<Measurement>
}

/** Records that are drawn: those whose number, uniform on [0, 1), is at least `from` and below `to`. */
export interface SampleShare {
  readonly from: number
  readonly to: number
}

/**
 * Searches a sample of the records of one file among all records of the other, each exactly, so that the value has a
 * standard error.
 *
 * A number from the stream of its block (`drawnRows`) decides whether a record is drawn: no partition changes the sample,
 * and a larger sample contains the smaller one.
 */
export interface SampleMeasuring {
  readonly form: 'sample'
  /** Records that are drawn, and records that are searched. */
  readonly draws: Side
  readonly searches: Side
  /** Number of records to draw from. */
  readonly population: number
  /** Number of records to draw: at first, and after each measurement; undefined if those drawn so far are enough. */
  wanted(before?: Measurement): number | undefined
  /** Returns the drawn records of a block as numbers, equally many a record. */
  draw(block: Block, share: SampleShare): Totals
  /** Prepares blocks, in their order, for a search; the result returns the findings for each record of a sample. */
  search(blocks: readonly Block[]): (sample: Totals) => Totals
  /** Merges the findings of two sets of blocks: exact, in either order. */
  nearer(a: Totals, b: Totals): Totals
  /** Computes the value and its standard error from the samples of all rounds and the findings of all blocks. */
  end(sample: Totals, found: Totals): Measurement
  /** Numbers by record of the file that the metric names, NaN for records that were not drawn; called in memory. */
  records?(sample: Totals, found: Totals): Float64Array
}

/** End of a metric's plan: a measurement, or what is still needed for one. */
export type Measuring<P = unknown> = Measurement | FileMeasuring<P> | SampleMeasuring

/** True for a measurement that is final. */
export function isMeasured<P>(measuring: Measuring<P>): measuring is Measurement {
  return !('form' in measuring)
}
