import type { Paper004Masking } from '@sdc/datasets'
import { rangePlot, type RangePoint } from '@sdc/report'
import { mean } from '@sdc/stats'
import type { Figure, PaperOptions } from '../paper.js'
import { printedRows, runs } from './paper-004-runs.js'
import { bothRuns } from './paper-004-tables.js'

const maskings: readonly Paper004Masking[] = ['rank swapping', 'microaggregation']

/** Scores of Tables 1 and 2: mean and range of our runs, and the printed values. */
export async function scoreFigure(options: PaperOptions): Promise<Figure> {
  const all = await bothRuns(options)
  const ours = (masking: Paper004Masking): RangePoint[] =>
    printedRows(masking).map(({ optimised }) =>
      rangeOf(
        all[masking].flatMap((run) =>
          optimised
            ? run.optimised.filter(({ q }) => q === optimised.q).map(({ measures }) => measures.Score)
            : [run.masked.Score],
        ),
      ),
    )
  return {
    name: 'paper-004-scores.svg',
    svg: rangePlot({
      title: 'Tables 1 and 2. Score before and after Algorithm 1',
      subtitle: `Census file, truth nearest, p = .5. Ours: mean, least and greatest of ${runs} runs. Lower is better.`,
      x: { label: 'share of the records that may change (q)', names: ['not optimised', '.5', '.3', '.1'] },
      y: { label: 'score', unit: '' },
      series: maskings.flatMap((masking) => [
        { name: `${masking}, ours`, points: ours(masking) },
        { name: `${masking}, printed`, points: printedRows(masking).map(({ Score }) => rangeOf([Score])) },
      ]),
    }),
  }
}

function rangeOf(values: readonly number[]): RangePoint {
  return { value: mean(Float64Array.from(values)), low: Math.min(...values), high: Math.max(...values) }
}
