import { paper000Masks, paper000Recipes, paper000Results, type Paper000Mask } from '@sdc/datasets'
import { rank } from '@sdc/stats'
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
import type { Check } from '../verdict.js'

/** Muralidhar, Sarathy and Domingo-Ferrer (2014): Tables 1 to 5, and what the text says of them. */
export const paper000: Paper = {
  id: '000',
  title: 'reverse mapping of masked microdata',
  citation:
    'Muralidhar, Sarathy and Domingo-Ferrer (2014), Reverse mapping to preserve the marginal distributions of ' +
    'attributes in masked microdata.',
  introduction: [
    'The paper has 25 records of two columns: S is not confidential and stays as it is, X is masked into Y. ' +
      'Reverse mapping then gives the record with the smallest Y the smallest X, the one with the second smallest ' +
      'Y the second smallest X, and so on: the result Z has exactly the values of X, in the order of Y. S, X, Y ' +
      'and Z have no unit in the paper; ranks count from 1, the smallest value.',
    'Ours are computed from the masked values that the paper prints, by the registered methods and metrics that ' +
      'the sentence before each table names.',
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
        return [table2(z, microaggregated), claimsOfTable2(await measuresOfAll(options, z), microaggregated)]
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
  ],
}

/** Z of every mask: mapped back from the printed Y, or as printed. */
async function masks(options: PaperOptions): Promise<ReadonlyMap<Paper000Mask, Float64Array>> {
  return new Map<Paper000Mask, Float64Array>([
    ['ADD', await mapBack(options, printedColumn('ADD Y'))],
    ['IMP', await mapBack(options, printedColumn('IMP Y'))],
    // Ties broken at random and random swaps cannot be drawn again: the printed outcome is what is measured.
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

/** What Tables 3 to 5 show. */
async function found(options: PaperOptions): Promise<Found> {
  const measures = await measuresOfAll(options, await masks(options))
  if (!options.own) return { measures, own: null, notes: [] }
  const own = new Map([...(await ownMasks(options))].map(([mask, { z }]) => [mask, z]))
  return { measures, own: await measuresOfAll(options, own), notes: [ownNote(options.seed)] }
}

interface Found {
  readonly measures: ReadonlyMap<Paper000Mask, Measures>
  /** null where this run makes no masks of its own. */
  readonly own: ReadonlyMap<Paper000Mask, Measures> | null
  readonly notes: readonly string[]
}

const ids = [...printedColumn('ID')]

function table1(z: Float64Array): PaperTable {
  const ranks = (['S', 'X', 'Y'] as const).map((name) => rank(printedColumn(name), 'average'))
  return {
    id: 'Table 1',
    title: 'How reverse mapping works',
    sentence:
      'Every record with its value of S and X, the masked value Y, their ranks, and Z, the value of X that has ' +
      'the rank of Y. Z by reverse-map/rank, ranks by @sdc/stats.',
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
    title: 'X masked in four ways',
    sentence:
      `ADD: ${paper000Recipes.ADD}; IMP: ${paper000Recipes.IMP}; MIC: ${paper000Recipes.MIC}; SWP: ` +
      `${paper000Recipes.SWP}. ` +
      'Z of ADD and IMP follow from the printed Y by reverse-map/rank, Y of MIC from X by ' +
      'microaggregation/individual-ranking. MIC Z (ties broken at random) and SWP Z (random swaps) cannot be ' +
      'drawn again: the claims below check them.',
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
      'Spearman’s rank correlation of X and Z, from −1 to 1, by risk/rank-correlation. At 1 the order of Z tells ' +
      'that of X exactly; the nearer to 0, the less an intruder learns.',
    given: ['mask', 'how it was made'],
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
      'Spearman’s rank correlation of S and Z, from −1 to 1, by loss/rank-correlation (its table of pairs). The ' +
      'nearer to that of S and X in the first line, the less a mask did to the relationship.',
    given: ['mask', 'how it was made'],
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
    title: 'How far the records moved',
    sentence:
      'How many of the 25 records have in Z a rank that differs by so much from their rank in X, by ' +
      'permutation/level (its rank-change table).',
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
    `than the paper's, so there is no verdict on it.`
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
      `paper's parameters, each followed by reverse-map/rank, of which swapping has no need.`,
    given: ['ID', 'X', ...columns.map(({ name }) => name)],
    checks: [],
    rows: Array.from({ length: original.rows }, (_, i) => ({
      given: [ids[i], x[i], ...columns.map(({ values }) => values[i])],
      checks: [],
    })),
  }
}
