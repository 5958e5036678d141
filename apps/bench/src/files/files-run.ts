import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFileSafely } from '@sdc/files/node'
import { medianOf } from '../speed/measure/time-runs.js'
import type { FileCase, Programs } from './file-case.js'
import { madeCsv } from './made-csv.js'
import { runProcess, type ProcessCost, type ProcessOutcome } from './run-process.js'

/** A case with its result. */
export interface FileRow {
  readonly of: Pick<FileCase, 'name' | 'n' | 'goal'>
  /** Medians of the runs. */
  readonly outcome: ProcessOutcome
  /** CPU seconds of the floor, run in turn with it; null if it does not run. */
  readonly floor: number | null
  /** Seconds of one sort before and after it. */
  readonly sort: number
  readonly runs: number
}

export interface FilesRun {
  readonly programs: Programs
  /** Cases with one number of records. */
  readonly cases: readonly FileCase[]
  readonly runs: number
  readonly sort: () => number
  readonly progress: (text: string) => void
  readonly run?: typeof runProcess
}

/**
 * Runs cases on one made file, in turn with the floor: the machine may be slower for a while, but this affects both.
 * The first row is the floor's own.
 */
export async function fileRows({
  programs,
  cases,
  runs,
  sort,
  progress,
  run = runProcess,
}: FilesRun): Promise<FileRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sdc-bench-'))
  try {
    const [from, to] = [join(folder, 'data.csv'), join(folder, 'out.csv')]
    const { n } = cases[0]
    await writeFileSafely(from, madeCsv(n))
    progress(`${n.toLocaleString('en')} records, ${((await stat(from)).size / 1e6).toFixed(1)} MB\n`)
    const turns: { readonly name: string; readonly args: string[] }[] = [
      { name: floorName, args: [programs.floor, from, to] },
      ...cases.map(({ name, args }) => ({ name, args: args(programs, from, to) })),
    ]
    const outcomes = turns.map((): ProcessOutcome[] => [])
    const sorts: number[] = []
    for (let r = 0; r < runs; r++) {
      sorts.push(sort())
      for (const [t, { name, args }] of turns.entries()) {
        // A case that fails once would fail again.
        if (outcomes[t].some((one) => 'why' in one)) continue
        const outcome = await run(programs.usage, args)
        outcomes[t].push(outcome)
        progress(`${name}, ${n.toLocaleString('en')}: ${'why' in outcome ? outcome.why : costText(outcome.cost)}\n`)
        await rm(to, { force: true })
      }
    }
    const [floor] = outcomes.map(medianOutcome)
    const floorSeconds = 'cost' in floor ? floor.cost.cpuSeconds : null
    return outcomes.map((all, t) => ({
      of: t === 0 ? { name: floorName, n } : cases[t - 1],
      outcome: medianOutcome(all),
      floor: floorSeconds,
      sort: medianOf(sorts),
      runs: all.length,
    }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const floorName = 'DuckDB, COPY of read_csv'

/** Medians of the runs, also for memory. */
function medianOutcome(outcomes: readonly ProcessOutcome[]): ProcessOutcome {
  const failed = outcomes.find((one) => 'why' in one)
  if (failed) return failed
  const costs = outcomes.flatMap((one) => ('cost' in one ? [one.cost] : []))
  const of = (name: keyof ProcessCost): number => medianOf(costs.map((cost) => cost[name]))
  return { cost: { cpuSeconds: of('cpuSeconds'), wallSeconds: of('wallSeconds'), peakBytes: of('peakBytes') } }
}

function costText({ cpuSeconds, wallSeconds, peakBytes }: ProcessCost): string {
  return `${cpuSeconds.toFixed(2)} CPU s, ${wallSeconds.toFixed(2)} s, ${(peakBytes / 1e6).toFixed(0)} MB`
}
