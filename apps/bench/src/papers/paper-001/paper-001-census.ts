import { paper001Masks, paper001Table6, paper001Table7 } from '@sdc/datasets'
import { drawnCheck } from '../drawn.js'
import type { PaperTable } from '../paper.js'
import { correlations, type CensusRuns, type CorrelationKind } from './paper-001-work.js'
import type { Check } from '../verdict.js'

const decimals = 3

/** Tables 6 and 7: FICA and WSALVAL of the Census file; of what is drawn the mean over the runs. */
export function censusCorrelations({ file, runs }: CensusRuns, kind: CorrelationKind): readonly PaperTable[] {
  const printed = kind === 'pearson' ? paper001Table6 : paper001Table7
  const original = correlations(file, file.data, kind, printed.columns)
  const masked = runs.map((masks) => masks.map((mask) => correlations(file, mask, kind, printed.columns)))
  const ofMask = (m: number, g: number): Check => {
    const values = masked.map((masks) => masks[m][g])
    const shown = printed.groups[g].masked[m]
    if (kept(kind, m)) return { ours: farthest(values, original[g]), printed: shown, decimals }
    const drawn = drawnCheck(values, shown, { decimals })
    return paper001Masks[m] === 'Perturbed (0.50)' ? { ...drawn, disagreement: oddColumn } : drawn
  }
  const id = kind === 'pearson' ? 'Table 6' : 'Table 7'
  const table: PaperTable = {
    id,
    title: `${kind === 'pearson' ? 'Product-moment' : 'Rank'} correlation of FICA and WSALVAL, Census file`,
    sentence:
      `Within the sub-groups of Table 5, in its order, and in the whole file. Masks: the mean over ${runs.length} runs` +
      (kind === 'pearson' ? '; perturbed ones: the run farthest from the original, which every run must equal.' : '.'),
    given: ['group'],
    checks: ['Original', ...paper001Masks],
    rows: printed.groups.map((group, g) => ({
      given: [g < file.groups.length ? g + 1 : 'all'],
      checks: [
        {
          ours: original[g],
          printed: group.original,
          decimals,
          ...(kind === 'pearson' ? {} : { tolerance: tiesUnknown }),
        },
        ...paper001Masks.map((_, m) => ofMask(m, g)),
      ],
    })),
    notes: kind === 'pearson' ? [eightColumns] : [],
  }
  if (kind === 'spearman') return [table]
  const offsets = masked.flatMap((masks) =>
    masks.flatMap((one, m) => (kept(kind, m) ? one.map((value, g) => Math.abs(value - original[g])) : [])),
  )
  return [table, exactness(id, Math.max(...offsets))]
}

/** Product-moment correlations are kept by the linear models, all masks but the first. */
function kept(kind: CorrelationKind, m: number): boolean {
  return kind === 'pearson' && m > 0
}

function farthest(values: readonly number[], from: number): number {
  return values.reduce((a, b) => (Math.abs(b - from) > Math.abs(a - from) ? b : a))
}

const eightColumns = 'M2: section 5.2.2 speaks of 21 correlations of 8 columns; there are 28.'

const tiesUnknown = {
  by: 0.005,
  why: 'no rule for tied ranks gives all nine printed values of the original; ours have the mean of tied ranks.',
}

const oddColumn = {
  id: 'D5',
  should: null,
  why:
    'FICA and WSALVAL of sub-group 2 have the product-moment correlation 1.000, which masking with d = .5 keeps (Table 6): ' +
    'their rank correlation cannot be .955, as printed. Sub-group 6 is as far off. This printed column is not of the file ' +
    'that Table 6 is of.',
}

const noDifference = { value: 0, how: 'from the printed columns, which are equal to three decimals: none at all.' }

function exactness(id: string, greatest: number): PaperTable {
  return {
    id: `${id}, text`,
    title: 'What perturbed files keep',
    sentence:
      'Greatest difference of a product-moment correlation from the original: d = 0, .5 and .9, all sub-groups, the whole ' +
      'file, all runs.',
    given: ['difference'],
    checks: ['value'],
    rows: [{ given: ['greatest'], checks: [{ ours: greatest, printed: null, derived: noDifference, decimals: 9 }] }],
  }
}
