import { numericValues, takeRows, type Dataset } from '@sdc/core'
import { paper001Masks, paper001ValueDisclosure } from '@sdc/datasets'
import { mean } from '@sdc/stats'
import type { PaperOptions, PaperRow, PaperTable } from '../paper.js'
import { simulatedRun, type CensusRuns, type GroupedFile } from './paper-001-work.js'
import { measured, tableOf } from '../run.js'

const metric = 'risk/value-disclosure'
const { home, predicted, widths } = paper001ValueDisclosure

/** Section 5.1.1, on the stand-in: how well the masked values of sub-group 1 predict Home. */
export async function simulatedValues(options: PaperOptions): Promise<PaperTable> {
  const { file, masks } = await simulatedRun(options)
  const first: GroupedFile = { ...file, groups: file.groups.slice(0, 1) }
  const rows: PaperRow[] = []
  for (const { mask, correlation, standardError } of predicted) {
    // Shuffling is random, and the paper gives the correlation of its own draw: that one is taken.
    const width =
      mask === 'Shuffled'
        ? Math.sqrt(1 - correlation ** 2)
        : (await intervalWidths(options, first, masks[paper001Masks.indexOf(mask)]))[file.columns.indexOf('Home')]
    const ours = home.standardDeviation * width
    rows.push({
      given: [mask, correlation],
      checks: [{ ours, printed: standardError, decimals: 3, misprint: misprintedError }],
    })
  }
  return {
    id: 'Table 2, text',
    title: 'Standard error of Home in sub-group 1',
    sentence:
      `Its printed standard deviation, ${home.standardDeviation}, times what masked values leave of the width of an interval ` +
      'for an original one: √(1 − R²) by risk/value-disclosure, on the stand-in; of Shuffled from the printed correlation.',
    given: ['mask', 'r'],
    checks: ['standard error'],
    rows,
  }
}

const misprintedError = { id: 'M3', should: 8.639, why: '8.643 √(1 − .03²) is 8.639; the paper prints 8.642.' }

/** Section 5.2.1, on the Census file: how narrow an interval for an original value becomes. */
export async function censusValues(options: PaperOptions, { file, runs }: CensusRuns): Promise<PaperTable> {
  const rows: PaperRow[] = []
  for (const [m, mask] of paper001Masks.entries()) {
    const found = await intervalWidths(options, file, runs[0][m])
    const printed = widths.find(({ d }) => mask === `Perturbed (${d.toFixed(2)})`)?.percent ?? null
    const percents = found.map((width) => 100 * width)
    const [least, most] = [Math.min(...percents), Math.max(...percents)]
    const ours = printed === null ? mean(Float64Array.from(percents)) : most - printed > printed - least ? most : least
    rows.push({ given: [mask, least.toFixed(1), most.toFixed(1)], checks: [{ ours, printed, decimals: 1 }] })
  }
  return {
    id: 'Table 5, text',
    title: 'Interval width',
    sentence:
      'What masked values leave of the width of an interval for an original one, in percent, in the eight sub-groups for the ' +
      'eight columns (risk/value-disclosure, run 1): least, greatest, and the one farthest from what is printed; of Shuffled, ' +
      'said to be very close to 100, the mean. Eight columns explain a little of 57 to 220 records by chance.',
    given: ['mask', 'least', 'greatest'],
    checks: ['width (%)'],
    rows,
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
