import { createRegistry } from '@sdc/core'
import { readText, writeFileSafely } from '@sdc/files/node'
import standard from '@sdc/standard'
import type { Command } from 'commander'
import { attackHeading, attackSection } from '../attacks/attack-section.js'
import { studyRows } from '../attacks/attack-study.js'
import { studyAttacks, studyPlugin } from '../attacks/attacks.js'
import { withSection } from '../speed/report/benchmarks-file.js'
import type { StageContext } from '../stage-context.js'
import { recordCount } from './record-count.js'

interface Options {
  readonly only: string
  readonly records: number
  readonly renew?: string
}

/** `attacks`: disclosures of releases, and the messages about them. */
export function addAttacks(program: Command, { stdout, stderr }: StageContext): void {
  program
    .command('attacks')
    .description('Measure disclosures of attacked releases, and show the messages about them.')
    .option('--only <text>', 'Run only attacks whose name contains TEXT', '')
    .option('--records <count>', 'Number of records of a file', recordCount, 1000)
    .option('--renew <file>', 'Renew the section of this table in a file such as docs/attacks.md')
    .action(async ({ only, records, renew }: Options): Promise<void> => {
      const text = renew === undefined ? '' : await readText(renew)
      const registry = createRegistry().use(standard).use(studyPlugin).freeze()
      const attacks = studyAttacks.filter(({ name }) => name.includes(only))
      const rows = await studyRows(registry, records, attacks, (line) => void stderr.write(`${line}\n`))
      const section = attackSection(rows, records)
      if (renew === undefined) stdout.write(section)
      else await writeFileSafely(renew, withSection(text, attackHeading, section))
    })
}
