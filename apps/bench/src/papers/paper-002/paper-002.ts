import { drawnCheck } from '../drawn.js'
import { numericValues, seededRng, type Dataset } from '@sdc/core'
import { paper002Attributes, paper002Microdata, paper002Table1, type Paper002Column } from '@sdc/datasets'
import { permutationPlot, type PermutationSeries } from '@sdc/report'
import { decompose } from '@sdc/permutation'
import { mean, rank, variance } from '@sdc/stats'
import type { Figure, Paper, PaperOptions, PaperRow, PaperTable } from '../paper.js'
import { masked } from '../run.js'

/** Domingo-Ferrer and Muralidhar (2016): Table 1, and the permutation levels of Figures 1 to 3. */
export const paper002: Paper = {
  id: '002',
  title: 'a permutation model of microdata masking',
  citation:
    'Domingo-Ferrer and Muralidhar, a permutation model of microdata masking and a maximum-knowledge adversary.',
  introduction: [
    'Masking is a permutation of the original values plus noise that changes no rank. The paper shows that one ' +
      'parameter protects two files very differently: Table 1 with ten values, Figures 1 to 3 with a file of 1000 ' +
      'records. The permutation level of a record is the change of its rank.',
    'The 1000 records are not published. Ours are drawn with the mean, variance, least and greatest value of Table 2, ' +
      'and masked by the registered methods.',
  ],
  prints: [
    { where: 'Table 1', values: 50, leftOut: 'the masked values are the input of the multipliers and ranks.' },
    { where: 'Table 2', values: 12, leftOut: 'the least and greatest values are limits of the laws of our file.' },
    { where: 'Section 5', values: 4, leftOut: 'M19: the greatest value of attribute 1 contradicts Table 2.' },
  ],
  parts: [
    { name: '1', deterministic: true, tables: async () => [table1(), table1Moves()] },
    { name: '2', tables: async (options) => [table2(options)] },
    { name: 'figures', tables: async (options) => [await figureClaims(options)] },
  ],
  figures,
}

/** Number of files, each drawn and masked: enough to see the spread of a greatest value. */
const runs = 20

/** A number that the text gives for a figure. */
interface Claim {
  readonly figure: number
  readonly attribute: string
  readonly mask: MaskName
  readonly printed: number
  readonly text: string
}

type MaskName = 'additive' | 'multiplicative'

const maskSteps: Readonly<Record<MaskName, object>> = {
  additive: { use: 'noise/additive', columns: 'all', params: { relativeVariance: 0.1 } },
  multiplicative: { use: 'noise/multiplicative', columns: 'all', params: { halfWidth: 0.1 } },
}

const claims: readonly Claim[] = [
  {
    figure: 1,
    attribute: 'attribute 1',
    mask: 'multiplicative',
    printed: 50,
    text: 'no record by more than 50',
  },
  {
    figure: 1,
    attribute: 'attribute 2',
    mask: 'multiplicative',
    printed: 900,
    text: 'as large as 900',
  },
  {
    figure: 2,
    attribute: 'attribute 1',
    mask: 'additive',
    printed: 450,
    text: 'from 0 to 450',
  },
]

const column = (name: Paper002Column): Float64Array => numericValues(paper002Table1, name)

function table1(): PaperTable {
  const [first, second] = [1, 2].map((which) => ({
    multiplier: column(`masked ${which as 1 | 2}`).map((one, i) => one / column(`data set ${which as 1 | 2}`)[i]),
    rank: rank(column(`masked ${which as 1 | 2}`), 'average'),
  }))
  return {
    id: 'Table 1',
    title: 'The same multiplicative noise on two files',
    sentence:
      'Ten values, and the same plus 1000, times the same ten random numbers from .9 to 1.1. The multiplier is ' +
      'masked/original, printed once for both files. Rank 1 is the smallest value; by @sdc/stats.',
    given: ['no.', 'data 1', 'data 2', 'masked 1', 'masked 2'],
    checks: ['multiplier 1', 'multiplier 2', 'rank 1', 'rank 2'],
    rows: [...column('observation')].map((id, i) => ({
      given: [
        id,
        column('data set 1')[i],
        column('data set 2')[i],
        column('masked 1')[i].toFixed(3),
        column('masked 2')[i].toFixed(3),
      ],
      checks: [
        { ours: first.multiplier[i], printed: column('multiplier')[i], decimals: 3 },
        { ours: second.multiplier[i], printed: column('multiplier')[i], decimals: 3, again: true },
        { ours: first.rank[i], printed: column('rank of masked 1')[i] },
        { ours: second.rank[i], printed: column('rank of masked 2')[i] },
      ],
    })),
  }
}

function table1Moves(): PaperTable {
  const moved = ([1, 2] as const).map((which) => decompose(column(`data set ${which}`), column(`masked ${which}`)))
  // The originals ascend, so record i has rank i, and the printed ranks give every change.
  const printedMoves = ([1, 2] as const).map((which) =>
    column(`rank of masked ${which}`).map((one, i) => Math.abs(one - (i + 1))),
  )
  const how = 'from the printed ranks: the change from rank i to the printed one'
  const row = (what: string, of: (moves: Float64Array) => number, decimals: number): PaperRow => ({
    given: [what],
    checks: moved.map(({ distance }, k) => ({
      ours: of(distance),
      printed: null,
      derived: { value: of(printedMoves[k]), how },
      decimals,
      shown: decimals,
    })),
  })
  return {
    id: 'Table 1, text',
    title: 'Changes of rank',
    sentence: 'Change of rank in the first and the second file, by `decompose` of @sdc/permutation.',
    given: ['change of rank'],
    checks: ['data set 1', 'data set 2'],
    rows: [
      row('mean over the ten records', mean, 1),
      row('greatest', (moves) => Math.max(...moves), 0),
      row('records that keep their rank', (moves) => moves.filter((one) => one === 0).length, 0),
    ],
  }
}

function table2({ seed }: PaperOptions): PaperTable {
  const files = Array.from({ length: runs }, (_, run) => paper002Microdata(seededRng(`${seed} table 2 run ${run + 1}`)))
  return {
    id: 'Table 2',
    title: 'Characteristics of the file',
    sentence:
      `Mean and variance of 1000 values: means of ${runs} drawn files, and the file of the paper. All values are within ` +
      'the printed least and greatest value.',
    given: ['attribute', 'law'],
    checks: ['mean', 'variance'],
    rows: paper002Attributes.map(({ name, law, mean: printedMean, variance: printedVariance }) => {
      const columns = files.map((file) => numericValues(file, name))
      return {
        given: [name, law],
        checks: [
          drawnCheck(columns.map(mean), printedMean, { shown: 3 }),
          drawnCheck(
            columns.map((values) => variance(values)),
            printedVariance,
            { shown: 3 },
          ),
        ],
      }
    }),
    notes: [
      'M19: section 5.1 says that attribute 1 is between 0 and 20, Table 2 that its greatest value is 10; ours follow the ' +
        'table.',
    ],
  }
}

async function figureClaims(options: PaperOptions): Promise<PaperTable> {
  const greatest = claims.map((): number[] => [])
  for (let run = 1; run <= runs; run++) {
    const seed = `${options.seed} run ${run}`
    const data = paper002Microdata(seededRng(seed))
    const files = {
      additive: await masked(options.registry, data, [maskSteps.additive], seed),
      multiplicative: await masked(options.registry, data, [maskSteps.multiplicative], seed),
    }
    for (const [c, { attribute, mask }] of claims.entries()) {
      greatest[c].push(Math.max(...distances(data, files[mask], attribute)))
    }
  }
  return {
    id: 'Figures 1 to 3, text',
    where: 'Section 5',
    title: 'Greatest change of rank',
    sentence:
      `Greatest change of rank of 1000 records, mean of ${runs} files. Additive noise: noise/additive with ` +
      'relativeVariance .1. Multiplicative noise: noise/multiplicative, uniform from .9 to 1.1.',
    given: ['figure', 'attribute', 'noise', 'text'],
    checks: ['greatest change'],
    rows: claims.map(({ figure, attribute, mask, printed, text }, c) => ({
      given: [figure, attribute, mask, text],
      checks: [
        // The text gives a rounded number.
        drawnCheck(greatest[c], printed, { shown: 1, rounding: halfUnit(printed) }),
      ],
    })),
    notes: [
      `Least and greatest of our files: ${greatest.map((all) => `${Math.min(...all)} to ${Math.max(...all)}`).join('; ')}.`,
    ],
  }
}

/** Half the unit of the last digit that is not 0: 50 for 900, 5 for 450. */
function halfUnit(value: number): number {
  let unit = 1
  while (value % (10 * unit) === 0) unit *= 10
  return unit / 2
}

function distances(data: Dataset, made: Dataset, attribute: string): Float64Array {
  return decompose(numericValues(data, attribute), numericValues(made, attribute)).distance
}

async function figures({ registry, seed }: PaperOptions): Promise<readonly Figure[]> {
  const data = paper002Microdata(seededRng(seed))
  const additive = await masked(registry, data, [maskSteps.additive], seed)
  const multiplicative = await masked(registry, data, [maskSteps.multiplicative], seed)
  const one = (name: string, made: Dataset, attribute: string): PermutationSeries => ({
    name,
    distance: distances(data, made, attribute),
  })
  const both = (attribute: string): PermutationSeries[] => [
    one('additive noise, 10 % of the variance', additive, attribute),
    one('multiplicative noise, ±10 %', multiplicative, attribute),
  ]
  const subtitle = '1000 records drawn with the characteristics of Table 2'
  const figure = (number: number, title: string, series: readonly PermutationSeries[]): Figure => ({
    name: `paper-002-figure-${number}.svg`,
    svg: permutationPlot({ title: `Figure ${number}. ${title}`, subtitle, series }),
  })
  return [
    figure(
      1,
      'Permutation level by multiplicative noise',
      data.names.map((name) => one(name, multiplicative, name)),
    ),
    figure(2, 'Attribute 1: additive and multiplicative noise', both('attribute 1')),
    figure(3, 'Attribute 2: additive and multiplicative noise', both('attribute 2')),
  ]
}
