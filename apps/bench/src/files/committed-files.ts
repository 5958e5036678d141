import { tableRows } from '../speed/report/benchmarks-file.js'
import { filesHeading, ratioOf } from './files-section.js'
import type { FileRow } from './files-run.js'

/** What the committed file says of a process. */
export interface CommittedFile {
  /** CPU seconds by those of a sort. */
  readonly sorts: number
  /** CPU seconds by those of DuckDB; null where it was missing. */
  readonly ratio: number | null
}

/** The processes of the committed file that have a time, by name and number of records. */
export function committedFiles(text: string): Map<string, CommittedFile> {
  const found = new Map<string, CommittedFile>()
  for (const cell of tableRows(text, filesHeading)) {
    const number = (name: string): number => Number.parseFloat((cell.get(name) ?? '').replaceAll(',', ''))
    const [sorts, ratio] = [number('sorts'), number('× DuckDB')]
    if (sorts > 0) {
      const of = { name: cell.get('process') ?? '', n: number('n') }
      found.set(fileKey(of), { sorts, ratio: Number.isNaN(ratio) ? null : ratio })
    }
  }
  return found
}

export function fileKey({ name, n }: { readonly name: string; readonly n: number }): string {
  return `${name} | ${n}`
}

/**
 * How many times the committed figure a process takes now: beside DuckDB where it was there both times, in sorts otherwise; NaN where the
 * process failed.
 */
export function timesCommitted(row: FileRow, committed: CommittedFile): number {
  if ('why' in row.outcome) return Number.NaN
  const ratio = ratioOf(row)
  if (ratio !== null && committed.ratio !== null) return ratio / committed.ratio
  return row.outcome.cost.cpuSeconds / row.sort / committed.sorts
}
