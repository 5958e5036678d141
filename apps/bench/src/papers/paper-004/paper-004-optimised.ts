import { paper004Table, type Paper004Masking, type Paper004Row } from '@sdc/datasets'
import { mean } from '@sdc/stats'
import type { PaperOptions, PaperRow, PaperTable } from '../paper.js'
import type { Check, Misprint, Tolerance } from '../verdict.js'
import { paper004Run, runs, type Measures, type Paper004Run } from './paper-004-runs.js'
import { runsTable } from './paper-004-runs-table.js'

/** Table 1 or 2: the means of our runs beside what is printed, and every run by itself. */
export async function optimisedTables(options: PaperOptions, masking: Paper004Masking): Promise<readonly PaperTable[]> {
  const printed = paper004Table.filter((row) => row.masking === masking)
  const wanted = printed.flatMap(({ optimised, E }) => (optimised ? [{ q: optimised.q, target: E }] : []))
  const all: Paper004Run[] = []
  for (let run = 1; run <= runs; run++) all.push(await paper004Run(options, masking, run, wanted))
  return [meansTable(masking, printed, all), startTable(masking, printed, all), runsTable(masking, all)]
}

/** The objective function of the file that nothing has optimised. */
function startTable(
  masking: Paper004Masking,
  printed: readonly Paper004Row[],
  all: readonly Paper004Run[],
): PaperTable {
  const values = Float64Array.from(all, ({ E }) => E)
  const [first] = printed.filter(({ optimised }) => optimised === null)
  return {
    id: masking === 'rank swapping' ? 'Table 1, E' : 'Table 2, E',
    title: 'The objective function before optimisation',
    sentence: `E of eq. 7 on standardised columns; the mean, least and greatest of ${all.length} runs.`,
    given: ['from', 'to'],
    checks: ['E'],
    rows: [
      {
        given: [Math.min(...values).toFixed(3), Math.max(...values).toFixed(3)],
        checks: [{ ours: mean(values), printed: first.E, decimals: 3, tolerance: ofStart[masking] }],
      },
    ],
  }
}

const ofStart: Readonly<Record<Paper004Masking, Tolerance>> = {
  'rank swapping': drawn(0.1, 'the printed value is one file; those of another program are .397 to .419.'),
  microaggregation: near(0.01, 'another program has .116 by the same recipe; ties are left open.'),
}

/** The table of the paper. */
export function meansTable(
  masking: Paper004Masking,
  printed: readonly Paper004Row[],
  all: readonly Paper004Run[],
): PaperTable {
  return {
    id: masking === 'rank swapping' ? 'Table 1' : 'Table 2',
    title: titles[masking],
    sentence:
      `${sentences[masking]} Means of ${all.length} runs by truth nearest (score/sebe); of Score also the least and greatest, ` +
      'and the mean by truth identity.',
    given: ['p', 'q', 'from', 'to', 'identity'],
    checks: ['Score', 'IL', 'DLD', 'ID'],
    rows: printed.map((row) => meansRow(row, all)),
    notes: masking === 'rank swapping' ? [...notes, above] : notes,
  }
}

function meansRow(row: Paper004Row, all: readonly Paper004Run[]): PaperRow {
  const { masking, optimised } = row
  const measures = all.flatMap((run): Measures[] =>
    optimised ? run.optimised.filter(({ q }) => q === optimised.q).map((one) => one.measures) : [run.masked],
  )
  const of = (name: keyof Measures): Float64Array => Float64Array.from(measures, (one) => one[name])
  const scores = of('Score')
  return {
    given: [
      optimised?.p ?? 'none',
      optimised?.q ?? 'none',
      Math.min(...scores).toFixed(2),
      Math.max(...scores).toFixed(2),
      mean(of('identity')).toFixed(2),
    ],
    checks: (['Score', 'IL', 'DLD', 'ID'] as const).map((name): Check => {
      const tolerance = optimised ? ofOptimised : ofMasked[masking][name]
      const isOff = optimised && knownOff[masking][String(optimised.q)]?.includes(name)
      return { ours: mean(of(name)), printed: row[name], decimals: 2, tolerance, ...(isOff && { misprint: partsOff }) }
    }),
  }
}

const titles: Readonly<Record<Paper004Masking, string>> = {
  'rank swapping': 'Rank swapping within 14 % of the ranks, optimised',
  microaggregation: 'Microaggregation of four columns at a time in tens, optimised',
}

const sentences: Readonly<Record<Paper004Masking, string>> = {
  'rank swapping': 'Census, swapping/rank-swap with percent 14, drawn anew for every run; then optimize/post-mask.',
  microaggregation:
    'Census, microaggregation/mdav with k = 10 and blocks of four columns in the order of the file, the 13th alone, which ' +
    'draws nothing; then optimize/post-mask.',
}

const notes = [
  'The column identity is the score by the record that each was made of: it rises where that of the paper falls. About half ' +
    'of what the paper gains is IL1, which p = .5 halves by definition, and which is measured against the nearest record.',
  'M17: as printed, Algorithm 1 never takes undo back, does not restore E and IL1 with the value, and may stop while IL1 is ' +
    'outside of its band; ours does all three. IL1 is of raw values, E of standardised ones: only so the scores come out.',
]

const above =
  'With q = .5 the printed score lies above that of every run of ours, by 2 to 4.5: with the default seed the mean of five ' +
  'runs comes within 3 of it, with others (--seed) it may not, since IL of the swapped file is heavy-tailed.'

type Part = 'Score' | 'IL' | 'DLD' | 'ID'

/** How near the files must come that nothing has optimised. */
const ofMasked: Readonly<Record<Paper004Masking, Readonly<Record<Part, Tolerance>>>> = {
  microaggregation: {
    Score: near(0.5, 'as far as its parts are off, ID above all.'),
    IL: near(0.05, 'another program has 22.49 by the same recipe; the order of equal distances is left open.'),
    DLD: near(0.5, 'ties, of which there are ten in every group, are left open; another program has 22.59.'),
    ID: near(1.5, 'which windows are meant is not said; those of the masked ranks are nearest.'),
  },
  'rank swapping': {
    Score: drawn(4, 'half of what IL is apart by.'),
    IL: drawn(
      8,
      'IL is carried by a few values near zero: files are up to 4 apart (sd), and the printed one is one file.',
    ),
    DLD: drawn(2.2, 'the printed value is one file.'),
    ID: drawn(1.5, 'the printed value is one file, and which windows are meant is not said.'),
  },
}

/** How near the optimised files must come. */
const ofOptimised = drawn(
  3,
  'the printed value is one run of a random search on one masked file, ours the mean of several.',
)

/** The parts of optimised files that do not come so near, by table and q. */
const knownOff: Readonly<Record<Paper004Masking, Readonly<Partial<Record<string, readonly Part[]>>>>> = {
  'rank swapping': { '0.5': ['IL', 'DLD', 'ID'], '0.3': ['IL'] },
  microaggregation: { '0.5': ['IL', 'DLD', 'ID'], '0.3': ['IL'], '0.1': ['IL'] },
}

const partsOff: Misprint = {
  id: 'parts',
  should: null,
  why:
    'how the paper draws its steps is not said. With ours (N(0, .5²) standard deviations, and IL1 within its band at the end) ' +
    'some parts of the optimised scores are 3 to 5 off: IL, above all after ' +
    'microaggregation, below, which is the better; DLD and ID after q = .5 on either side.',
}

function near(by: number, why: string): Tolerance {
  return { by, why }
}

function drawn(by: number, why: string): Tolerance {
  return { by, why, random: true }
}
