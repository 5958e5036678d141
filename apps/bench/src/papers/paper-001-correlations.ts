import {
  paper001Masks,
  paper001Table3,
  paper001Table4,
  paper001Table6,
  paper001Table7,
  type Paper001Correlations,
} from '@sdc/datasets'
import { mean, standardDeviation } from '@sdc/stats'
import { drawnCheck } from './drawn.js'
import type { PaperOptions, PaperRow, PaperTable } from './paper.js'
import { correlations, simulatedRun, type CensusRuns } from './paper-001-work.js'
import type { Check } from './verdict.js'

type Kind = 'pearson' | 'spearman'

const nameOf: Readonly<Record<Kind, string>> = { pearson: 'product-moment correlation', spearman: 'rank correlation' }
const decimals = 3

/** Correlations of two columns beside the printed ones: of the original, and of every mask. */
interface Found {
  readonly printed: Paper001Correlations
  readonly original: readonly number[]
  readonly masked: readonly (readonly number[])[]
}

/** Tables 3 and 4, on one drawing of the stand-in: a table for every pair of columns, and what follows from all. */
export async function simulatedCorrelations(options: PaperOptions, kind: Kind): Promise<readonly PaperTable[]> {
  const id = kind === 'pearson' ? 'Table 3' : 'Table 4'
  const { file, masks } = await simulatedRun(options)
  const found = (kind === 'pearson' ? paper001Table3 : paper001Table4).map((printed): Found => ({
    printed,
    original: correlations(file, file.data, kind, printed.columns),
    masked: masks.map((mask) => correlations(file, mask, kind, printed.columns)),
  }))
  return [
    ...found.map((one) => pairTable(id, kind, one)),
    kind === 'pearson' ? productMomentClaims(id, found) : rankClaims(id, found),
  ]
}

function pairTable(id: string, kind: Kind, { printed, original, masked }: Found): PaperTable {
  const [a, b] = printed.columns
  const columns = [original, ...masked]
  const printedColumns = columns.map((_, c) => printed.groups.map((group) => [group.original, ...group.masked][c]))
  const spread = columns.map((ours, c) => 5 * Math.hypot(overGroups(ours), overGroups(printedColumns[c])))
  return {
    id: `${id}, ${a} and ${b}`,
    title: `${nameOf[kind]} of the simulated file`,
    sentence:
      `By sub-groups 1 to 24 of Table 2, and in the whole file: O original, S shuffled, P1 to P3 perturbed with d = 0, ` +
      '.5 and .9. The records of the paper are not published; ours are a stand-in, with other parameters.',
    given: ['group'],
    checks: ['O', 'S', 'P1', 'P2', 'P3'],
    rows: original.map((_, g) => ({
      given: [g < 24 ? g + 1 : 'all'],
      checks: columns.map((ours, c): Check => ({
        ours: ours[g],
        printed: printedColumns[c][g],
        decimals,
        tolerance: {
          random: true,
          by: spread[c],
          why: 'other records: five standard deviations between the sub-groups of both files',
        },
      })),
    })),
  }
}

/** Standard deviation between sub-groups, the whole file left out. */
function overGroups(values: readonly number[]): number {
  return standardDeviation(Float64Array.from(values.slice(0, -1)))
}

const distances = (masked: readonly number[], original: readonly number[]): number[] =>
  masked.map((value, g) => Math.abs(value - original[g]))

/** By mask: how far every correlation of the tables is from the original's, ours and as printed. */
function offsets(found: readonly Found[]): { readonly ours: number[]; readonly printed: number[] }[] {
  return paper001Masks.map((_, m) => ({
    ours: found.flatMap(({ original, masked }) => distances(masked[m], original)),
    printed: found.flatMap(({ printed: { groups } }) =>
      groups.map(({ original, masked }) => Math.abs(masked[m] - original)),
    ),
  }))
}

function productMomentClaims(id: string, found: readonly Found[]): PaperTable {
  const [shuffled, ...perturbed] = offsets(found)
  return {
    id: `${id}, text`,
    title: 'How far the masks are from the original',
    sentence: `Absolute difference from the column O, over the ${shuffled.ours.length} correlations of the three tables.`,
    given: ['mask', 'difference'],
    checks: ['value'],
    rows: [
      ...perturbed.map(({ ours, printed }, m): PaperRow => ({
        given: [paper001Masks[m + 1], 'greatest'],
        checks: [{ ours: Math.max(...ours), printed: Math.max(...printed), decimals: 9 }],
      })),
      meanRow('Shuffled', shuffled),
    ],
    notes: ['P1, P2 and P3 are O in every sub-group and overall, in print to three decimals, ours to nine.'],
  }
}

function rankClaims(id: string, found: readonly Found[]): PaperTable {
  const all = offsets(found)
  const closer = (which: 'ours' | 'printed'): number =>
    all[0][which].filter((one, k) => all.slice(1).every((other) => one < other[which][k])).length
  return {
    id: `${id}, text`,
    title: 'How far the masks are from the original',
    sentence: `Absolute difference from the column O, over the ${all[0].ours.length} correlations of the three tables.`,
    given: ['mask', 'difference'],
    checks: ['value'],
    rows: [
      ...all.map((one, m) => meanRow(paper001Masks[m], one)),
      {
        given: ['Shuffled', 'the least of all four masks, of 75'],
        checks: [
          {
            ours: closer('ours'),
            printed: closer('printed'),
            tolerance: { random: true, by: 7, why: 'other records: a tenth of the correlations' },
          },
        ],
      },
    ],
  }
}

function meanRow(mask: string, { ours, printed }: { readonly ours: number[]; readonly printed: number[] }): PaperRow {
  return {
    given: [mask, 'mean'],
    checks: [
      {
        ours: mean(Float64Array.from(ours)),
        printed: mean(Float64Array.from(printed)),
        decimals,
        tolerance: {
          random: true,
          by: 0.04,
          why: 'other records: the mean original correlations of print and stand-in differ by up to .08, those left by half',
        },
      },
    ],
  }
}

/** Tables 6 and 7: FICA and WSALVAL of the Census file, the mean over the runs. */
export function censusCorrelations({ file, runs }: CensusRuns, kind: Kind): readonly PaperTable[] {
  const printed = kind === 'pearson' ? paper001Table6 : paper001Table7
  const id = kind === 'pearson' ? 'Table 6' : 'Table 7'
  const original = correlations(file, file.data, kind, printed.columns)
  const masked = runs.map((masks) => masks.map((mask) => correlations(file, mask, kind, printed.columns)))
  const keeps = (m: number): boolean => kind === 'pearson' && m > 0
  const ofMask = (m: number, g: number): Check => {
    const values = masked.map((masks) => masks[m][g])
    const shown = printed.groups[g].masked[m]
    if (keeps(m)) return { ours: farthest(values, original[g]), printed: shown, decimals }
    const drawn = drawnCheck(values, shown, { decimals })
    return paper001Masks[m] === 'Perturbed (0.50)' ? { ...drawn, misprint: oddColumn } : drawn
  }
  const greatest = Math.max(
    ...masked.flatMap((masks) => masks.flatMap((one, m) => (keeps(m) ? distances(one, original) : []))),
  )
  const table: PaperTable = {
    id,
    title: `${nameOf[kind]} of FICA and WSALVAL, Census file`,
    sentence:
      `Within the sub-groups of Table 5, in its order, and in the whole file; masks: the mean over ${runs.length} runs, or, ` +
      'where every run must have the original’s, the run farthest from it.',
    given: ['group'],
    checks: ['Original', ...paper001Masks],
    rows: printed.groups.map((group, g) => ({
      given: [g < file.groups.length ? g + 1 : 'all'],
      checks: [
        kind === 'pearson'
          ? { ours: original[g], printed: group.original, decimals }
          : { ours: original[g], printed: group.original, decimals, tolerance: tiesUnknown },
        ...paper001Masks.map((_, m) => ofMask(m, g)),
      ],
    })),
    notes: kind === 'pearson' ? [eightColumns] : [],
  }
  return kind === 'pearson' ? [table, exactness(id, greatest)] : [table]
}

const eightColumns = 'M2: section 5.2.2 speaks of 21 correlations of 8 columns; there are 28.'

const tiesUnknown = {
  by: 0.005,
  why: 'no rule for tied ranks gives all nine printed values; ours have the mean of tied ranks',
}

const oddColumn = {
  id: 'D3',
  should: null,
  why:
    'In sub-group 2 the two columns have the product-moment correlation 1.000, which masking with d = .5 keeps (Table 6), ' +
    'but .955 is printed as their rank correlation; sub-group 6 is as far off. The file behind this printed column ' +
    'cannot be that of Table 6.',
}

function farthest(values: readonly number[], from: number): number {
  return values.reduce((a, b) => (Math.abs(b - from) > Math.abs(a - from) ? b : a))
}

function exactness(id: string, greatest: number): PaperTable {
  return {
    id: `${id}, text`,
    title: 'What perturbed files keep',
    sentence: 'Greatest difference from the original over d = 0, .5 and .9, all sub-groups and all runs.',
    given: ['difference'],
    checks: ['value'],
    rows: [
      {
        given: ['of product-moment correlations'],
        checks: [
          { ours: greatest, printed: null, derived: { value: 0, how: 'from equations 7 to 9: none' }, decimals: 9 },
        ],
      },
    ],
  }
}
