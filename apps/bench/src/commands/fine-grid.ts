import { appendFile, readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { census } from '@sdc/datasets/census'
import { eia } from '@sdc/datasets/eia'
import { writeFileSafely } from '@sdc/io/node'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { fineMaskings, fineName, variantsOf, type FineCandidate } from '../fine-grid/fine-candidates.js'
import { fineHeader, fineLine, parseFineRows } from '../fine-grid/fine-csv.js'
import { frontFirst } from '../fine-grid/fine-order.js'
import { fineRow, type FineInput, type FineRow } from '../fine-grid/fine-row.js'
import type { Surroundings } from '../surroundings.js'

interface Options {
  readonly data: 'census' | 'eia'
  readonly output: string
  readonly points: number
  readonly replicates: number
  readonly minutes: number
}

/**
 * `fine-grid`: every masking of numbers at many values of its parameters, alone and with what may follow, measured by the
 * score: the table that a search is held against. It is written row by row; what a file already has is not run again.
 */
export function addFineGrid(program: Command, { registry, stderr }: Surroundings): void {
  program
    .command('fine-grid')
    .description('the table that searches are held against: every masking of numbers at many values of its parameters')
    .addOption(new Option('--data <name>', 'the file').choices(['census', 'eia']).default('census'))
    .requiredOption('-o, --output <file>', 'the CSV, which is gone on with where it is there')
    .option('--points <count>', 'values of a parameter', count, 16)
    .option('--replicates <count>', 'runs of each candidate', count, 5)
    .option('--minutes <count>', 'no row begins later', count, 60)
    .action(async ({ data, output, points, replicates, minutes }: Options) => {
      const original = data === 'census' ? census() : eia()
      const columns = data === 'census' ? original.names : original.names.filter((one) => /(REVENUE|SALES)$/.test(one))
      const input: FineInput = { registry, original, columns, replicates }
      const rows = await rowsBefore(output)
      const until = performance.now() + 60_000 * minutes
      const maskings = fineMaskings(registry, points)
      for (const then of variantsOf(registry)) {
        const candidates = maskings.map((one): FineCandidate => ({ ...one, then }))
        const ordered = then.length < 2 ? candidates : frontFirst(candidates, rows)
        const left = ordered.filter((one) => !rows.some(({ name }) => name === fineName(one)))
        for (const [i, candidate] of left.entries()) {
          if (performance.now() > until) {
            stderr.write(`${left.length - i} of ${candidates.length} with ${then.join(' + ')} left for another run\n`)
            return
          }
          const row = await fineRow(input, candidate)
          rows.push(row)
          await appendFile(output, `${fineLine(row)}\n`)
          stderr.write(`${rows.length} ${row.name}: ${row.error ?? row.score.mean.toFixed(2)}\n`)
        }
      }
    })
}

/** The rows of the file, which is made where it is not there. */
async function rowsBefore(file: string): Promise<FineRow[]> {
  try {
    const text = await readFile(file, 'utf8')
    const rows = parseFineRows(text)
    // A row that was cut off is taken away, so that the next one does not go on in it.
    if (!text.endsWith('\n')) await writeFileSafely(file, tableOf(rows))
    return rows
  } catch {
    await writeFileSafely(file, tableOf([]))
    return []
  }
}

function tableOf(rows: readonly FineRow[]): string {
  return `${[fineHeader, ...rows.map(fineLine)].join('\n')}\n`
}

function count(text: string): number {
  const value = Number(text)
  if (!(Number.isInteger(value) && value >= 1)) throw new InvalidArgumentError('It is a whole number of at least 1.')
  return value
}
