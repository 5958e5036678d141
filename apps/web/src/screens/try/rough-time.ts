import { duration } from '../../shell/working-text.js'

/** What is to be run, and on how much. */
export interface Extent {
  readonly runs: number
  readonly records: number
  readonly columns: number
}

/** Seconds that one run took, masking and metrics, on 1,080 records of 13 columns (the census example, all usual methods). */
const MEASURED = { seconds: 0.28, records: 1080, columns: 13 } as const

/** More records than that were not timed: metrics that look for the nearest records grow faster than the file. */
const MOST_RECORDS = 20_000

/**
 * Roughly how long a comparison takes on some threads: a range of three times less to three times more, since
 * methods differ. Where nothing can be said, it says that.
 */
export function roughTime({ runs, records, columns }: Extent, threads = 1): string {
  if (records > MOST_RECORDS) return 'how long it takes is said once it runs'
  const size = (records / MEASURED.records) ** 1.5 * (columns / MEASURED.columns)
  const seconds = (runs * MEASURED.seconds * size) / Math.max(1, threads)
  if (seconds < 1) return 'a few seconds'
  return `likely ${duration(seconds / 3)} to ${duration(seconds * 3)}`
}
