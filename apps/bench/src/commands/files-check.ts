import { committedFiles, fileKey, timesCommitted } from '../files/committed-files.js'
import { checkedRecords, fileCases, programsBeside, type FileCase } from '../files/file-case.js'
import { fileRows } from '../files/files-run.js'
import { sortClock } from '../speed/measure/sort-clock.js'
import { medianOf } from '../speed/measure/time-runs.js'
import type { StageContext } from '../stage-context.js'

/** Limit of a process, as a multiple of the committed figure: a file this small is not more accurate. */
const allowed = 2

/** Number of measurements of a row that seems slow; the least counts. */
const attempts = 3

/**
 * Compares whole processes on a file of 100,000 records with the rows in `text`. The exit status is 1 if one takes over
 * twice as much, relative to DuckDB, or in sorts if DuckDB is not installed. It is also 1 if a process fails or has no
 * row.
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
