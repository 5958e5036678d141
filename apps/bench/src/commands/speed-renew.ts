import { readText, writeFileSafely } from '@sdc/files/node'
import { everyOperations, everySection, withEverySection } from '../speed/every.js'
import { thisMachine } from '../speed/measure/machine.js'
import { measureOperation } from '../speed/measure/measure-operation.js'
import { titleOf, type SpeedRow } from '../speed/operation.js'
import { rowMeasurer } from '../speed/measure/row-measurer.js'
import { sortClock } from '../speed/measure/sort-clock.js'
import type { StageContext } from '../stage-context.js'

/**
 * `speed --renew FILE`: measures the section of every method and metric again; the rest of the file stays unchanged.
 */
export async function runRenew(file: string, stageContext: StageContext): Promise<void> {
  const text = await readText(file)
  const section = await measureEvery(stageContext)
  if (section !== undefined) await writeFileSafely(file, withEverySection(text, section))
}

/**
 * Returns the section of every method and metric, measured as `--check` does first. If one cannot be measured there is
 * no section, and the exit status is 1: its data must be added to `src/speed/measure/prepare.ts`.
 */
export async function measureEvery({ registry, stderr, setStatus }: StageContext): Promise<string | undefined> {
  const operations = everyOperations(registry)
  const measure = rowMeasurer(sortClock(1), (operation) => measureOperation(registry, operation, 'quick', () => {}))
  const rows: SpeedRow[] = []
  for (const operation of operations) {
    const row = await measure(operation)
    rows.push(row)
    stderr.write(`${rows.length}/${operations.length} ${titleOf(operation)}: ${row.outcome.status}\n`)
  }
  const failed = rows.filter(({ outcome }) => outcome.status !== 'measured')
  for (const { operation, outcome } of failed)
    stderr.write(`FAILED ${titleOf(operation)}: ${'why' in outcome ? outcome.why : outcome.status}\n`)
  if (failed.length === 0) return everySection(rows, thisMachine())
  setStatus(1)
  return undefined
}
