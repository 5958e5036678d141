import { paper001Census, paper001Masks, paper001Table2, paper001Table5, type Paper001Identified } from '@sdc/datasets'
import { drawnCheck, drawnTolerance } from '../drawn.js'
import type { PaperOptions, PaperTable } from '../paper.js'
import { identified, simulatedRun, type CensusRuns } from './paper-001-work.js'
import type { Check } from '../verdict.js'

const measure =
  'Records identified: a normal model of the sub-group gives their own masked record the highest probability ' +
  '(risk/fuller-identification, ties to the first).'

/** The mask with constant counts: without covariance with the original all records point to one. */
const independent = paper001Masks.indexOf('Perturbed (0.00)')

/** Table 2, on one draw of the simulated file. */
export async function table2(options: PaperOptions): Promise<PaperTable> {
  const { file, masks } = await simulatedRun(options)
  const counts: number[][] = []
  for (const mask of masks) counts.push(await identified(options, file, mask, options.seed))
  return {
    id: 'Table 2',
    title: 'Identity disclosure, simulated file',
    sentence:
      'One draw of the file (paper001Microdata) with the printed sub-groups, masked within each by copula/data-shuffling ' +
      `and linear/sblm. ${measure}`,
    given: ['gender', 'marital', 'age', 'records'],
    checks: [...paper001Masks],
    rows: paper001Table2.map((group, g) => ({
      given: [...group.labels, group.size],
      checks: group.identified.map((printed, m): Check =>
        m === independent ? { ours: counts[m][g], printed } : twoDraws(counts[m][g], printed),
      ),
    })),
    notes: [theorem],
  }
}

const theorem =
  'Perturbed (0.00): masked and original values have covariance 0, so that every target points to the same masked ' +
  'record. One record is identified in each sub-group, in every draw.'

/** Compares counts of two draws; their difference varies like that of two Poisson counts. */
function twoDraws(ours: number, printed: number): Check {
  return {
    ours,
    printed,
    tolerance: drawnTolerance(
      Math.sqrt(ours + printed),
      'two counts of random draws; 95 % of the differences of two Poisson counts are this near.',
    ),
  }
}

/** Table 5, the mean over the runs on the Census file. */
export async function table5(options: PaperOptions, { file, runs }: CensusRuns): Promise<PaperTable> {
  const counts: number[][][] = []
  for (const [r, masks] of runs.entries()) {
    const seed = `${options.seed} run ${r + 1}`
    const ofRun: number[][] = []
    for (const mask of masks) ofRun.push(await identified(options, file, mask, seed))
    counts.push(ofRun)
  }
  const check = ({ identified: printed }: Paper001Identified, g: number, m: number): Check => {
    const drawn = counts.map((ofRun) => ofRun[m][g])
    // A constant count is the same in every run: the run farthest from the printed value is compared.
    const farthest = drawn.reduce((a, b) => (Math.abs(b - printed[m]) > Math.abs(a - printed[m]) ? b : a))
    return m === independent
      ? { ours: farthest, printed: printed[m] }
      : drawnCheck(drawn, printed[m], { decimals: 0, shown: 1 })
  }
  return {
    id: 'Table 5',
    title: 'Identity disclosure, Census file',
    sentence:
      `Census file in eight sub-groups: ${paper001Census.groupedBy.join(', ')}, each below its mean or not. ` +
      `${paper001Census.columns.length} other columns are masked within each. Means of ${runs.length} runs. ${measure}`,
    given: [...paper001Census.groupedBy],
    checks: ['records', ...paper001Masks],
    rows: paper001Table5.map((group, g) => ({
      given: [...group.labels],
      checks: [
        { ours: file.groups[g].length, printed: group.size },
        ...paper001Masks.map((_, m) => check(group, g, m)),
      ],
    })),
    notes: [
      'M1: the paper names PEARNVAL as the third column, and codes a value below the mean as 0. Only PTOTVAL, with 1 below ' +
        'the mean, gives the printed sizes here and the printed correlations of Table 6.',
      theorem,
    ],
  }
}
