import { paper003RankSwappingTable } from '@sdc/datasets'
import type { PaperOptions, PaperRow, PaperTable } from '../paper.js'
import { masked, measured } from '../run.js'
import type { Misprint } from '../verdict.js'
import { swappedFile } from './paper-003-work.js'

/** Some of the windows, and two rules of when two numbers agree: each takes some seconds. */
const windows: readonly number[] = [2, 8, 20]
const rules = [
  ['a tenth of a standard deviation', { agree: 'tol', tolerance: 0.1 }],
  ['2 % of the ranks', { agree: 'ranks', percent: 2 }],
] as const

/** The column PLD of the rank swapping table, on Census. */
export async function probabilisticTable({ registry, seed }: PaperOptions): Promise<PaperTable> {
  const { data, columns } = swappedFile('Census')
  const metric = 'risk/prl'
  const rows: PaperRow[] = []
  for (const percent of windows) {
    const own = `${seed} Census ${percent} run 1`
    const step = { use: 'swapping/rank-swap', columns: [...columns], params: { percent } }
    const swapped = await masked(registry, data, [step], own)
    const printed = paper003RankSwappingTable.find((row) => row.file === 'Census' && row.percent === percent)
    for (const [name, params] of rules) {
      const { value } = await measured({
        registry,
        original: data,
        masked: swapped,
        columns,
        metric,
        params,
        seed: own,
      })
      const check = { ours: value, printed: printed?.PLD ?? null, decimals: 2, misprint: agreement }
      rows.push({ given: [percent, name], checks: [check] })
    }
  }
  return {
    id: 'Rank swapping, Census, PLD',
    title: 'Records linked by probabilities after rank swapping',
    sentence:
      'By the first 1 … 7 columns, one-to-one, with the weights of the true pairs (risk/prl); one file for each window.',
    given: ['p', 'numbers agree within'],
    checks: ['percent'],
    rows,
  }
}

const agreement: Misprint = {
  id: 'PLD',
  should: null,
  why:
    'the slides do not say when two numbers agree, nor how links among equal weights are chosen. Tried: .02 and .1 standard ' +
    'deviations, 10 and 50 bins of equal frequency, 2 % of the ranks; none gives the printed column.',
}
