import { duration } from '../../shell/working-text.js'

/** Size of a comparison: its runs, records and columns. */
export interface Extent {
  readonly runs: number
  readonly records: number
  readonly columns: number
}

/** Measured seconds of one run, masking and metrics, on 1,080 records of 13 columns (Census, all default methods). */
const MEASURED = { seconds: 0.28, records: 1080, columns: 13 } as const

/** Records above which metrics that search for nearest records use a sample; time then grows with the file alone. */
const MOST_RECORDS = 20_000

/** Measured seconds of one run, noise and three risks, on 1,000,000 records of 5 columns. */
const MEASURED_LARGE = { seconds: 57, records: 1_000_000, columns: 5 } as const

/**
 * Seconds of a comparison of the default candidates: least, on 5,000 records of 12 columns, and per 100,000 further
 * records.
 */
const USUAL = { least: 3, seconds: 16, records: 5000, columns: 12, large: 20 } as const

/** Estimates the time of a comparison of the default candidates; most of them are measured on a sample. */
export function usualTime({ records, columns }: Omit<Extent, 'runs'>, isSearch: boolean): string {
  const part = Math.min(1, records / USUAL.records) ** 0.6 * USUAL.seconds + (USUAL.large * records) / 100_000
  const seconds = (USUAL.least + (part * columns) / USUAL.columns) * (isSearch ? 2 : 1)
  return `likely ${duration(seconds / 2)} to ${duration(4 * seconds)}`
}

/**
 * Estimates the time of a comparison on some threads: a range from a third to three times the estimate, since methods
 * differ. Without an estimate, the text says so.
 *
 * @param extent - Runs, records and columns.
 * @param threads - Number of threads.
 * @returns The text.
 */
export function roughTime({ runs, records, columns }: Extent, threads = 1): string {
  const small = (Math.min(records, MOST_RECORDS) / MEASURED.records) ** 1.5 * (columns / MEASURED.columns)
  const large = (records / MEASURED_LARGE.records) * (columns / MEASURED_LARGE.columns)
  const run = Math.max(MEASURED.seconds * small, records > MOST_RECORDS ? MEASURED_LARGE.seconds * large : 0)
  const seconds = (runs * run) / Math.max(1, threads)
  if (seconds < 1) return 'a few seconds'
  return `likely ${duration(seconds / 3)} to ${duration(seconds * 3)}`
}
