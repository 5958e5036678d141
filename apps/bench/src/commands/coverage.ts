import { SdcError } from '@sdc/core'
import { readText, writeFileSafely } from '@sdc/files/node'
import type { Command } from 'commander'
import { coverageCells, sampleCells, settingsOf, type CoverageSize } from '../intervals/coverage-run.js'
import { coverageHeading, coverageSection, sampleHeading, sampleSection } from '../intervals/coverage-section.js'
import { withSection } from '../speed/report/benchmarks-file.js'
import type { StageContext } from '../stage-context.js'

interface Options {
  readonly only: string
  readonly full: boolean
  readonly renew?: string
}

interface Sizes {
  readonly files: CoverageSize
  /** More records than the samples of most metrics. */
  readonly samples: CoverageSize
}

const small: Sizes = {
  files: { files: 60, settings: settingsOf([60, 300], [2, 40]) },
  samples: { files: 60, settings: settingsOf([1000], [10]) },
}
const full: Sizes = {
  files: {
    files: 300,
    settings: [...settingsOf([60, 300], [2, 5, 10, 20, 40]), ...settingsOf([1000], [2, 40])],
  },
  samples: { files: 100, settings: settingsOf([1000], [2, 10, 40]) },
}

/** `coverage`: coverage of the 95 % intervals of metrics. */
export function addCoverage(program: Command, { registry, stdout, stderr }: StageContext): void {
  program
    .command('coverage')
    .description('Measure the coverage of the 95 % intervals of metrics.')
    .option('--only <text>', 'Measure only metrics whose id contains TEXT', '')
    .option('--full', 'Use 300 files of up to 1,000 records: half an hour', false)
    .option('--renew <file>', 'Renew the sections of these tables in a file such as docs/intervals.md')
    .action(async ({ only, full: isFull, renew }: Options): Promise<void> => {
      if (renew !== undefined && only !== '')
        throw new SdcError('BAD_OPTION', '--renew writes whole tables', {}, 'Leave --only out.')
      const text = renew === undefined ? '' : await readText(renew)
      const { files, samples } = isFull ? full : small
      const said = (line: string): void => void stderr.write(`${line}\n`)
      const section = coverageSection(await coverageCells(registry, files, only, said), files)
      const ofSamples = sampleSection(await sampleCells(registry, samples, only, said), samples)
      if (renew === undefined) stdout.write(`${section}\n${ofSamples}`)
      else {
        const renewed = withSection(text, coverageHeading, section)
        await writeFileSafely(renew, withSection(renewed, sampleHeading, ofSamples))
      }
    })
}
