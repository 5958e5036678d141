import { paper001Census, paper001Masks, paper001Table6, paper001Table7 } from '@sdc/datasets'
import { drawnCheck } from '../drawn.js'
import type { PaperTable } from '../paper.js'
import { correlations, type CensusRuns, type CorrelationKind } from './paper-001-work.js'
import type { Check, Misprint } from '../verdict.js'

const decimals = 3

/** Tables 6 and 7: correlation of FICA and WSALVAL in the Census file; means over the runs if drawn. */
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
      `Sub-groups of Table 5, in its order, and the whole file. Masks: means of ${runs.length} runs` +
      (kind === 'pearson'
        ? '. Perturbed: the run farthest from the original, since SBLM keeps the value in every run.'
        : '.'),
    given: ['group'],
    checks: ['Original', ...paper001Masks],
    rows: printed.groups.map((group, g) => ({
      given: [g < file.groups.length ? g + 1 : 'all'],
      checks: [
        {
          ours: original[g],
          printed: group.original,
          decimals,
          ...(kind === 'pearson' ? {} : { misprint: tiesUnknown }),
        },
        ...paper001Masks.map((_, m) => ofMask(m, g)),
      ],
    })),
  }
  if (kind === 'spearman') return [table]
  const offsets = masked.flatMap((masks) =>
    masks.flatMap((one, m) => (kept(kind, m) ? one.map((value, g) => Math.abs(value - original[g])) : [])),
  )
  return [table, exactness(id, Math.max(...offsets))]
}

/** Tests for a value that is kept exactly: linear models, all masks but the first, keep product-moment correlations. */
function kept(kind: CorrelationKind, m: number): boolean {
  return kind === 'pearson' && m > 0
}

function farthest(values: readonly number[], from: number): number {
  return values.reduce((a, b) => (Math.abs(b - from) > Math.abs(a - from) ? b : a))
}

const tiesUnknown: Misprint = {
  id: 'ties',
  should: null,
  why:
    'the treatment of tied values is not stated. Mean, least, greatest, dense, first, last and random ranks, within the ' +
    'sub-groups or the whole file, and 1 − 6 Σd² / (n³ − n) instead of the correlation of ranks: none gives all nine values. ' +
    'Ours are mean ranks, the nearest.',
}

const oddColumn = {
  id: 'D5',
  should: null,
  why:
    'FICA and WSALVAL of sub-group 2 have the product-moment correlation 1.000, which masking with d = .5 keeps (Table 6). ' +
    'Their rank correlation cannot be .955, as printed. Sub-group 6 is as far off. The column and Table 6 belong to ' +
    'different files.',
}

const noDifference = { value: 0, how: 'from the printed columns, which are equal to three decimals: 0.' }

const eightColumns: Misprint = {
  id: 'M2',
  should: 28,
  why: 'section 5.2.2 speaks of 21 correlations of 8 columns; there are 28.',
}

function exactness(id: string, greatest: number): PaperTable {
  const columns = paper001Census.columns.length
  return {
    id: `${id}, text`,
    where: 'Section 5.2.2',
    title: 'Product-moment correlations of perturbed files',
    sentence:
      'Greatest difference from the original over d = 0, .5 and .9, all sub-groups, the whole file, and all runs; number of ' +
      'pairs of columns.',
    given: ['value'],
    checks: ['value'],
    rows: [
      {
        given: ['greatest difference'],
        checks: [{ ours: greatest, printed: null, derived: noDifference, decimals: 9 }],
      },
      {
        given: [`pairs of ${columns} columns`],
        checks: [{ ours: (columns * (columns - 1)) / 2, printed: 21, misprint: eightColumns }],
      },
    ],
  }
}
