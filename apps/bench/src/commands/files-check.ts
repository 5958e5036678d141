import { committedFiles, fileKey, timesCommitted } from '../files/committed-files.js'
import { checkedRecords, fileCases, programsBeside, type FileCase } from '../files/file-case.js'
import { fileRows } from '../files/files-run.js'
import { sortClock } from '../speed/measure/sort-clock.js'
import { medianOf } from '../speed/measure/time-runs.js'
import type { StageContext } from '../stage-context.js'

/** What a process may take, as a multiple of the committed figure: a file this small says no more. */
const allowed = 2

/** What seems slow is run so many times in all, and the least counts. */
const attempts = 3

/**
 * Whole processes on a file of 100,000 records against the rows that `text` has; exit status 1 where one takes over twice as much beside
 * DuckDB, or in sorts where that is not installed, or fails, or has no row.
 */
export async function runFilesCheck(text: string, { program, stdout, stderr, setStatus }: StageContext): Promise<void> {
  const committed = committedFiles(text)
  const clock = sortClock(2)
  const least = new Map<string, number>()
  let left: readonly FileCase[] = fileCases.filter(({ n }) => n === checkedRecords)
  for (let attempt = 1; attempt <= attempts && left.length > 0; attempt++) {
    const rows = await fileRows({
      programs: programsBeside(program),
      cases: left,
      runs: 1,
      sort: () => medianOf(clock.measure()),
      progress: (line) => stderr.write(line),
    })
    for (const row of rows) {
      const before = committed.get(fileKey(row.of))
      const times = before ? timesCommitted(row, before) : Number.NaN
      least.set(row.of.name, Math.min(least.get(row.of.name) ?? Infinity, times))
    }
    left = left.filter(({ name }) => !((least.get(name) ?? Infinity) <= allowed))
  }
  for (const { name, n } of fileCases.filter((one) => one.n === checkedRecords)) {
    const times = least.get(name) ?? Number.NaN
    stdout.write(`${name}, ${n.toLocaleString('en')} records: ${times.toFixed(2)} of the committed ratio\n`)
  }
  for (const one of left) {
    const why = committed.has(fileKey(one))
      ? 'over twice the committed ratio, or not run'
      : 'not committed: bench files --renew'
    stderr.write(`FAILED ${one.name}, n = ${one.n}: ${why}\n`)
    setStatus(1)
  }
}
