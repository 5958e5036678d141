import { SdcError } from '@sdc/core'
import { readText } from '@sdc/files/node'
import { parseBenchmarks } from '../speed/report/benchmarks-file.js'
import { checkable, checkSpeed, drift, fails, lenient, withCommitted, type CheckedRow } from '../speed/check-speed.js'
import { checkText } from '../speed/report/check-text.js'
import { measureInChild } from '../speed/measure/child.js'
import { everyOperations } from '../speed/every.js'
import { gridOperations } from '../speed/grid.js'
import { measureOperation, type Effort } from '../speed/measure/measure-operation.js'
import { titleOf, type Operation, type Outcome } from '../speed/operation.js'
import { rowMeasurer } from '../speed/measure/row-measurer.js'
import { sortClock } from '../speed/measure/sort-clock.js'
import type { StageContext } from '../stage-context.js'
import { runFilesCheck } from './files-check.js'
import { runNastyCheck } from './nasty-check.js'

/** Parts of `speed`; all by default. */
export const speedParts = ['grid', 'overview', 'nasty', 'files'] as const
export type SpeedPart = (typeof speedParts)[number]

interface CheckScope {
  /** Only operations whose id contains this text. */
  readonly only?: string | undefined
  readonly part?: SpeedPart | undefined
}

/** Seconds for a row; the slowest checked rows take a second or two. */
const limit = 60

/** Seconds in which rows of milliseconds share their sorts. */
const SHARED = 0.5

/**
 * `speed --check FILE`: the grid's small rows, each in a process of its own, first with few runs; then every method and
 * metric with few runs, and on nasty inputs; then whole processes on a small file. The exit status is 1 if a row is
 * much slower than the committed one or does not run. It is also 1 if a method or metric has no row: a new one is
 * committed with its time.
 */
export async function runCheck(
  file: string,
  stageContext: StageContext,
  { only = '', part }: CheckScope = {},
): Promise<void> {
  const text = await readText(file)
  const has = (one: SpeedPart): boolean => part === undefined || part === one
  if (has('grid') || has('overview')) await checkRows(file, text, stageContext, only, has)
  if (has('nasty')) await runNastyCheck(stageContext, only)
  // A check of one method or metric skips the files.
  if (has('files') && only === '') await runFilesCheck(text, stageContext)
}

/** Rows of the tables, in sorts. */
async function checkRows(
  file: string,
  text: string,
  { stdout, stderr, registry, program, setStatus }: StageContext,
  only: string,
  has: (part: SpeedPart) => boolean,
): Promise<void> {
  const committed = parseBenchmarks(text)
  const chosen = ({ id }: Operation): boolean => id.includes(only)
  const grid = gridOperations(registry)
  const every = everyOperations(registry)
  const rows = has('grid') ? checkable(grid.filter(chosen), committed) : []
  const small = withCommitted(has('overview') ? every.filter(chosen) : [], committed)
  if (rows.length + small.rows.length === 0) {
    throw new SdcError('BAD_OPTION', `no row to check in ${file}`, {}, 'bench speed --write makes such a file.')
  }
  const inChild = (operation: Operation, effort: Effort, enough: number): Promise<Outcome> =>
    measureInChild(program, { operation, effort, enough }, limit)
  const all = rows.length + small.rows.length
  const progress = ({ operation, verdict }: CheckedRow, done: number): unknown =>
    stderr.write(`${done}/${all} ${titleOf(operation)} × ${operation.d}: ${verdict}\n`)
  // Few runs can only seem slower than many: rows that would fail are measured at full length.
  const first = rowMeasurer(sortClock(2), (operation, attempt, enough) =>
    inChild(operation, attempt < 3 ? 'quick' : 'full', enough),
  )
  const ofGrid = await checkSpeed(rows, first, progress)
  // Rows that seem slow among the others are measured with more runs, and at last alone.
  const shortly = rowMeasurer(
    sortClock(1),
    (operation, attempt, enough) =>
      attempt < 3
        ? measureOperation(registry, operation, attempt === 1 ? 'short' : 'quick', () => {}, enough)
        : inChild(operation, 'full', enough),
    SHARED,
  )
  const ofEvery = await checkSpeed(small.rows, shortly, (row, done) => progress(row, rows.length + done), lenient)
  const checked = [...ofGrid, ...ofEvery]
  stdout.write(`${checkText(checked)}\n`)
  const { notCommitted, notMeasured } = drift(grid, committed, every)
  if (notCommitted.length > 0) stderr.write(`warning: not in ${file}: ${notCommitted.join('; ')}\n`)
  if (notMeasured.length > 0) stderr.write(`warning: only in ${file}: ${notMeasured.join('; ')}\n`)
  for (const { operation, verdict, why } of checked) {
    if (!fails(verdict)) continue
    stderr.write(`FAILED ${titleOf(operation)}, n = ${operation.n}, d = ${operation.d}: ${why ?? verdict}\n`)
    setStatus(1)
  }
  if (small.missing.length > 0) {
    const missing = small.missing.map(titleOf).join(', ')
    stderr.write(`FAILED not in ${file}: ${missing}\nrun npx -y pnpm@12.21.0 -s bench speed --renew ${file}\n`)
    setStatus(1)
  }
}
