import { left, right } from '@sdc/report'
import { markdownTable } from '../speed/report/benchmarks-file.js'
import { percent, type CoverageCell, type CoverageSize } from './coverage-run.js'

export const coverageHeading = '## Coverage'

export const sampleHeading = '## Coverage of samples'

/**
 * Returns the section of the committed page.
 *
 * @param cells - Results of the study.
 * @param size - The files, records and levels.
 * @returns A line for each metric, a column for each setting: percent of the files whose interval contains the
 *   expectation.
 */
export function coverageSection(cells: readonly CoverageCell[], size: CoverageSize): string {
  return sectionOf(
    coverageHeading,
    `Percent of ${size.files} files of one population whose 95 % interval contains the expected value, by n records and L levels of the ` +
      'quasi-identifiers. Written by `bench coverage --renew`.',
    cells,
    size,
  )
}

/** Returns the same section for samples of one file. */
export function sampleSection(cells: readonly CoverageCell[], size: CoverageSize): string {
  return sectionOf(
    sampleHeading,
    `Percent of ${size.files} random samples of one file for which the value ± 1.96 standard errors contains the value of the whole file ` +
      '(the mean over the samples), by n records and L levels. Written by `bench coverage --renew`.',
    cells,
    size,
  )
}

function sectionOf(heading: string, about: string, cells: readonly CoverageCell[], { settings }: CoverageSize): string {
  const metrics = [...new Set(cells.map(({ metric }) => metric))]
  const rows = metrics.map((metric) => [
    metric,
    cells.find((one) => one.metric === metric)?.by ?? '',
    ...settings.map(({ records, levels }) => {
      const cell = cells.find((one) => one.metric === metric && one.records === records && one.levels === levels)
      return cell ? percent(cell.covered, cell.of) : '–'
    }),
  ])
  return [
    heading,
    about,
    markdownTable(
      [left('metric'), left('interval'), ...settings.map(({ records, levels }) => right(`n ${records}, L ${levels}`))],
      rows,
    ),
  ]
    .join('\n\n')
    .concat('\n')
}
