import { SdcError } from '@sdc/core'
import { readText, writeFileSafely } from '@sdc/io/node'
import type { Command } from 'commander'
import { coverageCells, type CoverageSize } from '../intervals/coverage-run.js'
import { coverageHeading, coverageSection } from '../intervals/coverage-section.js'
import { withSection } from '../speed/report/benchmarks-file.js'
import type { Surroundings } from '../surroundings.js'

interface Options {
  readonly only: string
  readonly full: boolean
  readonly renew?: string
}

const small: CoverageSize = { files: 60, records: [60, 300], levels: [2, 40] }
const full: CoverageSize = { files: 300, records: [60, 300, 1000], levels: [2, 40] }

/** `coverage`: how often the 95 % intervals of metrics hold what they estimate. */
export function addCoverage(program: Command, { registry, stdout, stderr }: Surroundings): void {
  program
    .command('coverage')
    .description('how often the 95 % intervals of metrics hold what they estimate')
    .option('--only <text>', 'only the metrics whose id contains this', '')
    .option('--full', '300 files, up to 1,000 records: some minutes', false)
    .option('--renew <file>', 'write the section of this table in a file such as docs/intervals.md anew')
    .action(async ({ only, full: isFull, renew }: Options): Promise<void> => {
      if (renew !== undefined && only !== '')
        throw new SdcError('BAD_OPTION', '--renew writes the whole table', {}, 'Leave --only out.')
      const text = renew === undefined ? '' : await readText(renew)
      const size = isFull ? full : small
      const cells = await coverageCells(registry, size, only, (line) => void stderr.write(`${line}\n`))
      const section = coverageSection(cells, size)
      if (renew === undefined) stdout.write(section)
      else await writeFileSafely(renew, withSection(text, coverageHeading, section))
    })
}
