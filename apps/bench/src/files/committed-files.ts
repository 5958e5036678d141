import { tableRows } from '../speed/report/benchmarks-file.js'
import { filesHeading, ratioOf } from './files-section.js'
import type { FileRow } from './files-run.js'

/** Committed figures of a process. */
export interface CommittedFile {
  /** CPU seconds relative to those of a sort. */
  readonly sorts: number
  /** CPU seconds relative to those of DuckDB; null if it was missing. */
  readonly ratio: number | null
}

/** Processes of the committed file that have a time, by name and number of records. */
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
 * Returns the present cost of a process as a multiple of the committed one: relative to DuckDB if it was there both
 * times, otherwise in sorts. NaN if the process failed.
 */
export function timesCommitted(row: FileRow, committed: CommittedFile): number {
  if ('why' in row.outcome) return Number.NaN
  const ratio = ratioOf(row)
  if (ratio !== null && committed.ratio !== null) return ratio / committed.ratio
  return row.outcome.cost.cpuSeconds / row.sort / committed.sorts
}
