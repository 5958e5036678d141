import { numericValues, takeRows, type Dataset } from '@sdc/core'
import { paper001Masks, paper001ValueDisclosure } from '@sdc/datasets'
import { mean } from '@sdc/stats'
import { drawnCheck } from '../drawn.js'
import type { PaperOptions, PaperRow, PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'
import { simulatedRun, simulatedRuns, type CensusRuns, type GroupedFile, type SimulatedRun } from './paper-001-work.js'
import { measured, tableOf } from '../run.js'

const metric = 'risk/value-disclosure'
const { home, predicted, widths } = paper001ValueDisclosure

/** Section 5.1.1: Home in the first sub-group, and its prediction by masked values. */
export async function simulatedValues(options: PaperOptions): Promise<PaperTable> {
  const { file, masks } = await simulatedRun(options)
  const runs = await simulatedRuns(options)
  const first: GroupedFile = { ...file, groups: file.groups.slice(0, 1) }
  const drawn = (of: (run: SimulatedRun) => number, printed: number, decimals: number): Check =>
    drawnCheck(runs.map(of), printed, { decimals, shown: 3 })
  const rows: PaperRow[] = [
    row(
      'Home, mean',
      drawn((run) => run.home.mean, home.mean, 3),
    ),
    row(
      'Home, standard deviation',
      drawn((run) => run.home.standardDeviation, home.standardDeviation, 3),
    ),
  ]
  for (const { mask, correlation, standardError } of predicted) {
    const isShuffled = mask === 'Shuffled'
    if (isShuffled) {
      rows.push(
        row(
          'Shuffled, correlation with the original',
          drawn((run) => run.home.shuffled, correlation, 2),
        ),
        row('Shuffled, R² of the printed correlation', { ours: correlation ** 2, printed: 0.0009, decimals: 4 }),
      )
    }
    // The standard error of Shuffled follows from the printed correlation, which is one draw.
    const width = isShuffled
      ? Math.sqrt(1 - correlation ** 2)
      : (await intervalWidths(options, first, masks[paper001Masks.indexOf(mask)]))[file.columns.indexOf('Home')]
    const ours = home.standardDeviation * width
    rows.push(row(`${mask}, standard error`, { ours, printed: standardError, decimals: 3, misprint: misprintedError }))
  }
  return {
    id: 'Table 2, text',
    where: 'Section 5.1.1',
    title: 'Prediction of Home in sub-group 1',
    sentence:
      `Means of ${runs.length} draws of the file for mean, standard deviation and correlation. Standard error: the printed ` +
      `standard deviation ${home.standardDeviation} times √(1 − R²) by risk/value-disclosure; for Shuffled with the printed ` +
      'correlation.',
    given: ['value'],
    checks: ['value'],
    rows,
  }
}

const row = (name: string, check: Check): PaperRow => ({ given: [name], checks: [check] })

const misprintedError: Misprint = {
  id: 'M3',
  should: 8.639,
  why: '8.643 √(1 − .03²) is 8.639; the paper prints 8.642.',
}

/** Section 5.2.1, Census file: width of an interval for an original value, given the masked ones. */
export async function censusValues(options: PaperOptions, { file, runs }: CensusRuns): Promise<PaperTable> {
  const rows: PaperRow[] = []
  const ranges: string[] = []
  for (const [m, mask] of paper001Masks.entries()) {
    const found = await intervalWidths(options, file, runs[0][m])
    const printed = widths.find(({ d }) => mask === `Perturbed (${d.toFixed(2)})`)?.percent ?? null
    const percents = found.map((width) => 100 * width)
    const [least, most] = [Math.min(...percents), Math.max(...percents)]
    const ours = printed === null ? mean(Float64Array.from(percents)) : most - printed > printed - least ? most : least
    ranges.push(`${mask}: ${least.toFixed(1)} to ${most.toFixed(1)}`)
    rows.push({ given: [mask], checks: [{ ours, printed, decimals: 1 }] })
  }
  return {
    id: 'Table 5, text',
    where: 'Section 5.2.1',
    title: 'Interval width, Census file',
    sentence:
      'Width of an interval for an original value given the masked ones, in percent of its width without them ' +
      '(risk/value-disclosure, run 1). The value is the farthest from the printed one over eight sub-groups and eight ' +
      'columns. For Shuffled, described as very close to 100, it is the mean.',
    given: ['mask'],
    checks: ['width (%)'],
    rows,
    notes: [
      `Least and greatest widths: ${ranges.join('; ')}.`,
      'Shuffled: eight independent columns explain a part of 57 to 220 records by chance.',
    ],
  }
}

/** √(1 − R²(X_j | Y)) in every sub-group, for every column that has it. */
async function intervalWidths(
  { registry, seed }: PaperOptions,
  { data, columns, groups }: GroupedFile,
  mask: Dataset,
): Promise<number[]> {
  const found: number[] = []
  for (const rows of groups) {
    const call = { registry, original: takeRows(data, rows), masked: takeRows(mask, rows), columns, metric, seed }
    found.push(...numericValues(tableOf(await measured(call), 'columns', metric), 'interval width'))
  }
  return found
}
