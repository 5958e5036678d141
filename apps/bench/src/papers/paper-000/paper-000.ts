import { paper000Masks, paper000Recipes, paper000Results, type Paper000Mask } from '@sdc/datasets'
import { covariance, mean, rank, variance } from '@sdc/stats'
import { drawnTolerance } from '../drawn.js'
import type { Paper, PaperOptions, PaperRow, PaperTable } from '../paper.js'
import {
  mapBack,
  maskX,
  measuresOf,
  original,
  ownMasks,
  ownSteps,
  printedColumn,
  type Mask,
  type Measures,
} from './paper-000-work.js'
import { claimsOfTable1, claimsOfTable2 } from './paper-000-claims.js'
import { questionFigures, questionTables } from './paper-000-questions.js'
import type { Check, Tolerance } from '../verdict.js'

/** Muralidhar, Sarathy and Domingo-Ferrer (2014): Tables 1 to 5, the claims on them, and the open questions. */
export const paper000: Paper = {
  id: '000',
  title: 'reverse mapping of masked microdata',
  citation:
    'Muralidhar, Sarathy and Domingo-Ferrer (2014), Reverse mapping to preserve the marginal distributions of ' +
    'attributes in masked microdata.',
  introduction: [
    'The paper has 25 records of two columns: S is not confidential and unchanged, X is masked into Y. Reverse ' +
      'mapping then gives the record with the smallest Y the smallest X, and so on for each rank. The result Z ' +
      'has exactly the values of X, in the order of Y. The values have no unit; rank 1 is the smallest value.',
    'Ours are computed from the printed masked values by registered methods and metrics, named before each table.',
  ],
  prints: [
    { where: 'Table 1', values: 100 },
    { where: 'Section 3', values: 2 },
    {
      where: 'Table 2',
      values: 175,
      leftOut: 'MIC Z and SWP Z are random permutations; the claims of section 5 compare their properties.',
    },
    { where: 'Section 5', values: 13 },
    { where: 'Table 3', values: 4 },
    { where: 'Table 4', values: 5 },
    { where: 'Table 5', values: 36 },
  ],
  parts: [
    {
      name: '1',
      async tables(options) {
        const z = await mapBack(options, printedColumn('Y'))
        return [table1(z), claimsOfTable1(z, await measuresOf(options, z))]
      },
    },
    {
      name: '2',
      async tables(options) {
        const z = await masks(options)
        const microaggregated = await maskX(options, 'MIC')
        return [
          table2(z, microaggregated),
          maskedValues(),
          claimsOfTable2(await measuresOfAll(options, z), microaggregated),
        ]
      },
    },
    { name: '3', tables: async (options) => [table3(await found(options))] },
    { name: '4', tables: async (options) => [table4(await found(options))] },
    {
      name: '5',
      async tables(options) {
        const own = options.own ? [ownTable(await ownMasks(options), options.seed)] : []
        return [table5(await found(options)), ...own]
      },
    },
    { name: 'questions', tables: questionTables },
  ],
  figures: questionFigures,
}

/** Z of every mask: mapped back from the printed Y, or as printed. */
async function masks(options: PaperOptions): Promise<ReadonlyMap<Paper000Mask, Float64Array>> {
  return new Map<Paper000Mask, Float64Array>([
    ['ADD', await mapBack(options, printedColumn('ADD Y'))],
    ['IMP', await mapBack(options, printedColumn('IMP Y'))],
    // Random ties and random swaps: the printed outcome is measured.
    ['MIC', printedColumn('MIC Z')],
    ['SWP', printedColumn('SWP Z')],
  ])
}

async function measuresOfAll(
  options: PaperOptions,
  z: ReadonlyMap<Paper000Mask, Float64Array>,
): Promise<ReadonlyMap<Paper000Mask, Measures>> {
  const measures = new Map<Paper000Mask, Measures>()
  for (const [mask, values] of z) measures.set(mask, await measuresOf(options, values))
  return measures
}

/** Measures for Tables 3 to 5. */
async function found(options: PaperOptions): Promise<Found> {
  const measures = await measuresOfAll(options, await masks(options))
  if (!options.own) return { measures, own: null, notes: [] }
  const own = new Map([...(await ownMasks(options))].map(([mask, { z }]) => [mask, z]))
  return { measures, own: await measuresOfAll(options, own), notes: [ownNote(options.seed)] }
}

interface Found {
  readonly measures: ReadonlyMap<Paper000Mask, Measures>
  /** null if this run makes no masks. */
  readonly own: ReadonlyMap<Paper000Mask, Measures> | null
  readonly notes: readonly string[]
}

const ids = [...printedColumn('ID')]

function table1(z: Float64Array): PaperTable {
  const ranks = (['S', 'X', 'Y'] as const).map((name) => rank(printedColumn(name), 'average'))
  return {
    id: 'Table 1',
    title: 'Reverse mapping of 25 records',
    sentence:
      'S, X, the masked value Y, their ranks, and Z, the value of X with the rank of Y. Z by reverse-map/rank, ranks by ' +
      '@sdc/stats.',
    given: ['ID', 'S', 'X', 'Y'],
    checks: ['rank of S', 'rank of X', 'rank of Y', 'Z'],
    rows: ids.map((id, i) => ({
      given: [id, printedColumn('S')[i], printedColumn('X')[i], printedColumn('Y')[i].toFixed(2)],
      checks: [
        { ours: ranks[0][i], printed: printedColumn('rank of S')[i] },
        { ours: ranks[1][i], printed: printedColumn('rank of X')[i] },
        { ours: ranks[2][i], printed: printedColumn('rank of Y')[i] },
        { ours: z[i], printed: printedColumn('Z')[i] },
      ],
    })),
  }
}

function table2(z: ReadonlyMap<Paper000Mask, Float64Array>, microaggregated: Float64Array): PaperTable {
  return {
    id: 'Table 2',
    title: 'Four masks and their reverse mapping',
    sentence:
      `ADD: ${paper000Recipes.ADD}; IMP: ${paper000Recipes.IMP}; MIC: ${paper000Recipes.MIC}; SWP: ` +
      `${paper000Recipes.SWP}. ` +
      'ADD Z and IMP Z follow from the printed Y by reverse-map/rank, MIC Y from X by ' +
      'microaggregation/individual-ranking. MIC Z (random ties) and SWP Z (random swaps) are draws: see the claims.',
    given: ['ID', 'X', 'ADD Y', 'IMP Y'],
    checks: ['ADD Z', 'IMP Z', 'MIC Y'],
    rows: ids.map((id, i) => ({
      given: [id, printedColumn('X')[i], printedColumn('ADD Y')[i].toFixed(2), printedColumn('IMP Y')[i].toFixed(2)],
      checks: [
        { ours: z.get('ADD')?.[i] ?? null, printed: printedColumn('ADD Z')[i] },
        { ours: z.get('IMP')?.[i] ?? null, printed: printedColumn('IMP Z')[i] },
        { ours: microaggregated[i], printed: printedColumn('MIC Y')[i], decimals: 2 },
      ],
    })),
  }
}

/** ADD Y and IMP Y: each printed value and the distribution that it is drawn from. */
function maskedValues(): PaperTable {
  const [s, x] = [printedColumn('S'), printedColumn('X')]
  const slope = covariance(s, x) / variance(s)
  const fitted = s.map((value) => mean(x) + slope * (value - mean(s)))
  const n = x.length
  const residual = Math.sqrt(sumOfSquares(x.map((value, i) => value - fitted[i])) / (n - 2))
  const spread = sumOfSquares(s.map((value) => value - mean(s)))
  const noise = drawnTolerance(
    Math.sqrt(0.25 * variance(x)),
    'ADD Y is X plus noise with 25 % of its variance; 95 % of draws are this near to X.',
    { rounding: 0.005 },
  )
  const predicted = (i: number): Tolerance =>
    drawnTolerance(
      residual * Math.sqrt(1 + 1 / n + (s[i] - mean(s)) ** 2 / spread),
      'IMP Y is drawn from the posterior predictive distribution given S; 95 % of draws are this near to its mean.',
      { degrees: n - 2, rounding: 0.005 },
    )
  return {
    id: 'Table 2, masked values',
    where: 'Table 2',
    title: 'Random masked values',
    sentence:
      'Ours: mean of the distribution that the printed value is drawn from, X for ADD and the regression on S for IMP.',
    given: ['ID', 'S', 'X'],
    checks: ['ADD Y', 'IMP Y'],
    rows: ids.map((id, i) => ({
      given: [id, s[i], x[i]],
      checks: [
        { ours: x[i], printed: printedColumn('ADD Y')[i], decimals: 2, tolerance: noise },
        { ours: fitted[i], printed: printedColumn('IMP Y')[i], decimals: 2, tolerance: predicted(i) },
      ],
    })),
  }
}

const sumOfSquares = (values: Float64Array): number => values.reduce((sum, value) => sum + value * value, 0)

/** Printed with three decimals, shown with four. */
function correlation(ours: number | null | undefined, printed: number, own: number | null | undefined): Check {
  return {
    ours: ours ?? null,
    reason: 'the metric has no value',
    printed,
    decimals: 3,
    shown: 4,
    ...(own === undefined ? {} : { own }),
  }
}

function table3({ measures, own, notes }: Found): PaperTable {
  return {
    id: 'Table 3',
    title: 'Disclosure risk',
    sentence:
      'Spearman’s rank correlation of X and Z, from −1 to 1, by risk/rank-correlation. At 1 the order of Z discloses ' +
      'that of X; at 0 it discloses nothing.',
    given: ['mask', 'recipe'],
    checks: ['X and Z'],
    rows: paper000Masks.map((mask) => ({
      given: [mask, paper000Recipes[mask]],
      checks: [
        correlation(
          measures.get(mask)?.xz,
          paper000Results.table3[mask],
          own ? (own.get(mask)?.xz ?? null) : undefined,
        ),
      ],
    })),
    notes,
  }
}

function table4({ measures, own }: Found): PaperTable {
  const unmasked: PaperRow = {
    given: ['none', 'X itself'],
    checks: [
      correlation(measures.get('ADD')?.sx, paper000Results.table4.X, own ? (own.get('ADD')?.sx ?? null) : undefined),
    ],
  }
  return {
    id: 'Table 4',
    title: 'Information loss',
    sentence:
      'Spearman’s rank correlation of S and Z, from −1 to 1, by loss/rank-correlation (its table of pairs). The first ' +
      'row is that of S and X; the nearer to it, the smaller the loss.',
    given: ['mask', 'recipe'],
    checks: ['S and Z'],
    rows: [
      unmasked,
      ...paper000Masks.map((mask) => ({
        given: [mask, paper000Recipes[mask]],
        checks: [
          correlation(
            measures.get(mask)?.sz,
            paper000Results.table4[mask],
            own ? (own.get(mask)?.sz ?? null) : undefined,
          ),
        ],
      })),
    ],
    notes: own ? ['own: see Table 3.'] : [],
  }
}

function table5({ measures, own }: Found): PaperTable {
  const { bins, counts } = paper000Results.table5
  return {
    id: 'Table 5',
    title: 'Changes of rank',
    sentence:
      'Number of records by the difference between their ranks in Z and in X, by permutation/level (its rank-change table).',
    given: ['change'],
    checks: [...paper000Masks],
    rows: bins.map(({ label }, b) => ({
      given: [label],
      checks: paper000Masks.map((mask) => ({
        ours: measures.get(mask)?.changes[b] ?? null,
        printed: counts[mask][b],
        ...(own ? { own: own.get(mask)?.changes[b] ?? null } : {}),
      })),
    })),
    notes: own ? ['own: see Table 3.'] : [],
  }
}

function ownNote(seed: string): string {
  return (
    `own: X masked in this run with the paper's parameters (seed ${seed}) and mapped back: another random draw ` +
    `than the paper's, without a verdict.`
  )
}

function ownTable(own: ReadonlyMap<Paper000Mask, Mask>, seed: string): PaperTable {
  const x = printedColumn('X')
  const columns = [...own].flatMap(([mask, { y, z }]) => [
    ...(y ? [{ name: `${mask} Y`, values: [...y].map((value) => value.toFixed(2)) }] : []),
    { name: `${mask} Z`, values: [...z] },
  ])
  return {
    id: 'Own masks',
    title: 'X masked in this run',
    sentence:
      `The values behind the columns "own" (seed ${seed}): ${Object.values(ownSteps)
        .map(({ use }) => use)
        .join(', ')} with the ` +
      `paper's parameters, each followed by reverse-map/rank, which does not change swapped values.`,
    given: ['ID', 'X', ...columns.map(({ name }) => name)],
    checks: [],
    rows: Array.from({ length: original.rows }, (_, i) => ({
      given: [ids[i], x[i], ...columns.map(({ values }) => values[i])],
      checks: [],
    })),
  }
}
