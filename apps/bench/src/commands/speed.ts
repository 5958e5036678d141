import { rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { SdcError } from '@sdc/core'
import type { Command } from 'commander'
import { childCommand, measureInChild, runAsChild } from '../speed/child.js'
import type { Limits, Operation, SpeedRow } from '../speed/operation.js'
import { fullSizes, operations, smokeSizes } from '../speed/operations.js'
import { renderSpeed, speedReport } from '../speed/report.js'
import { runSpeed } from '../speed/run-speed.js'
import { sortClock } from '../speed/sort-clock.js'
import type { Surroundings } from '../surroundings.js'

interface Options {
  readonly smoke: boolean
  readonly json: boolean
  readonly only?: string
  readonly output?: string
}

/** One row at a time: a neighbour would slow it down. */
const fullLimits: Limits = { row: 30, total: 520, parallel: 1 }
/** Smoke tells whether everything runs, not how fast: rows share the machine. */
const smokeLimits: Limits = { row: 3, total: 22, parallel: Math.min(4, availableParallelism()) }

/** `speed`: every operation at every size; exit status 1 where one fails. */
export function addSpeed(program: Command, { stdout, stderr, registry, program: file, setStatus }: Surroundings): void {
  program
    .command('speed')
    .description('seconds, sorts and peak memory of every method, metric and kernel')
    .option('--smoke', 'small sizes, under 30 s: whether everything runs', false)
    .option('--only <text>', 'only the operations whose id contains this')
    .option('--json', 'the same as JSON', false)
    .option('-o, --output <file>', 'also write the JSON to a file')
    .action(async ({ smoke, only, json, output }: Options) => {
      const asked = operations(registry, smoke ? smokeSizes : fullSizes).filter(({ id }) => id.includes(only ?? ''))
      if (asked.length === 0)
        throw new SdcError(
          'BAD_OPTION',
          `no operation's id contains "${only}"`,
          {},
          'Without --only everything is measured.',
        )
      const clock = sortClock()
      const limits = smoke ? smokeLimits : fullLimits
      const rows = await runSpeed({
        operations: asked,
        limits,
        clock,
        measure: (operation, limit) => measureInChild(file, operation, limit),
        progress: (row, done) => stderr.write(progressLine(row, done, asked.length)),
      })
      const report = speedReport(rows, clock.summary(), {
        node: process.version,
        processors: availableParallelism(),
        rowsAtATime: limits.parallel,
      })
      const text = `${JSON.stringify(report, null, 2)}\n`
      if (output !== undefined) await writeWhole(output, text)
      stdout.write(json ? text : `${renderSpeed(report)}\n`)
      const failed = rows.filter(({ outcome }) => outcome.status === 'failed')
      for (const { operation, outcome } of failed) {
        stderr.write(`FAILED ${operation.id}, n = ${operation.n}: ${'why' in outcome ? outcome.why : ''}\n`)
      }
      if (failed.length > 0) setStatus(1)
    })
}

/** The process that `speed` starts for a row. */
export function addSpeedChild(program: Command, { registry }: Surroundings): void {
  program
    .command(childCommand, { hidden: true })
    .argument('<operation>')
    .action((text: string) => runAsChild(registry, JSON.parse(text) as Operation))
}

function progressLine({ operation: { id, n, d }, outcome }: SpeedRow, done: number, all: number): string {
  const what = outcome.status === 'measured' ? `${outcome.seconds.toPrecision(3)} s` : outcome.status
  return `${done}/${all} ${id} ${n.toLocaleString('en')} × ${d}: ${what}\n`
}

/** Beside, then renamed: no half-written file. */
async function writeWhole(file: string, text: string): Promise<void> {
  try {
    await writeFile(`${file}.part`, text)
    await rename(`${file}.part`, file)
  } catch (error) {
    throw new SdcError('FILE', `cannot write: ${error instanceof Error ? error.message : String(error)}`, { file })
  }
}
