import type { Registry } from '@sdc/core'
import { left, right } from '@sdc/report'
import { markdownTable, withSection } from './report/benchmarks-file.js'
import { machineText, type Machine } from './measure/machine.js'
import { titleOf, type Operation, type SpeedRow } from './operation.js'
import { overviewOperations } from './overview.js'
import { significant } from './report/report-tables.js'

/** Small enough to measure all in half a minute, and large enough to show quadratic instead of linear cost. */
const records = 1_080

const heading = '## Every method and metric'

/** Every registered method and metric at one small size, for checking any change. */
export function everyOperations(registry: Registry): Operation[] {
  return overviewOperations(registry, { methods: [records], metrics: [records] })
}

/**
 * Returns the section of the committed file for them. It is measured as in a check, with few runs and all in one
 * process, so the times differ from those of the tables of many sizes. It names its machine, because it is renewed
 * alone.
 */
export function everySection(rows: readonly SpeedRow[], machine: Machine): string {
  const columns = [left('operation'), left('data'), ...['d', 'n', 'seconds', 'sorts'].map((name) => right(name))]
  const lines = rows.flatMap(({ operation, outcome, sort }) =>
    outcome.status !== 'measured' || sort === null
      ? []
      : [
          [
            titleOf(operation),
            operation.data,
            String(operation.d),
            operation.n.toLocaleString('en'),
            significant(outcome.seconds),
            significant(outcome.seconds / sort),
          ],
        ],
  )
  return [
    heading,
    '`bench speed --check` compares with this table of short measurements. `npx -y pnpm@12.21.0 -s bench speed --renew ' +
      `BENCHMARKS.md\` writes it alone, in half a minute. Machine: ${machineText(machine)}.`,
    `${markdownTable(columns, lines)}\n`,
  ].join('\n\n')
}

/** Returns the file with this section instead of its present one, or at its end. */
export function withEverySection(file: string, section: string): string {
  return withSection(file, heading, section)
}
