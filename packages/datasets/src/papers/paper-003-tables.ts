import {
  categorical,
  dataset,
  numeric,
  type CategoricalColumn,
  type Dataset,
  type Relation,
  type Table,
} from '@sdc/core'

const professions = ['P1', 'P2', 'P3', 'P4', 'P5', 'Total'] as const
const towns = ['M1', 'M2', 'M3', 'Total'] as const

/** The table of frequencies as printed: a line a town, a column a profession, totals last. */
// oxfmt-ignore
const frequencies: readonly (readonly number[])[] = [
  [  2, 15, 30, 20, 10,  77],
  [ 72, 20,  1, 30, 10, 133],
  [ 38, 38, 15, 40,  5, 136],
  [112, 73, 46, 90, 25, 346],
]

/** The table of salaries as printed. */
// oxfmt-ignore
const salaries: readonly (readonly number[])[] = [
  [ 360,  450,  720,  400,  360, 2290],
  [1440,  540,   22,  570,  320, 2892],
  [ 722, 1178,  375,  800,  363, 3438],
  [2522, 2168, 1117, 1770, 1043, 8620],
]

/** A cell of the tables. */
export interface Paper003Cell {
  readonly town: (typeof towns)[number]
  readonly profession: (typeof professions)[number]
}

/** The number of a cell in the two tables: line by line. */
export function paper003CellNumber({ town, profession }: Paper003Cell): number {
  return towns.indexOf(town) * professions.length + professions.indexOf(profession)
}

/** The five records of file A that the slides print: profession, town and salary. */
export const paper003Salaries: Dataset = dataset([
  ['profession', categorical(['P1', 'P1', 'P2', 'P2', 'P2'])],
  ['town', categorical(['M1', 'M1', 'M1', 'M1', 'M1'])],
  ['salary', numeric([160, 200, 40, 60, 75])],
])

/**
 * Number of people of each profession in each town, and the sum of their salaries, with the totals of both: 24 cells,
 * line by line, and their ten relations. Single salaries are unknown except those in `paper003Contributions`.
 */
export const paper003Tables: { readonly frequencies: Table; readonly salaries: Table } = {
  frequencies: tableOf(frequencies),
  salaries: tableOf(salaries),
}

/** All salaries in a cell, largest first. */
export interface Paper003Contributions extends Paper003Cell {
  readonly salaries: readonly number[]
}

/** Cells whose single salaries the slides print, or that have only one person. */
export const paper003Contributions: readonly Paper003Contributions[] = [
  { town: 'M1', profession: 'P1', salaries: [200, 160] },
  { town: 'M2', profession: 'P3', salaries: [22] },
  { town: 'M3', profession: 'P5', salaries: [350, 4, 3, 3, 3] },
]

/** Suppressed cells as printed: PS is the sensitive one, SS are those that protect it. */
export const paper003Pattern: {
  readonly primary: readonly Paper003Cell[]
  readonly secondary: readonly Paper003Cell[]
} = {
  primary: [{ town: 'M2', profession: 'P3' }],
  secondary: [
    { town: 'M1', profession: 'P3' },
    { town: 'M1', profession: 'P5' },
    { town: 'M2', profession: 'P5' },
  ],
}

function tableOf(printed: readonly (readonly number[])[]): Table {
  const cells = printed.flat()
  return {
    names: ['town', 'profession'],
    dimensions: [
      dimension(
        cells.map((_, c) => towns[Math.floor(c / professions.length)]),
        towns,
      ),
      dimension(
        cells.map((_, c) => professions[c % professions.length]),
        professions,
      ),
    ],
    counts: Int32Array.from(frequencies.flat()),
    values: Float64Array.from(cells),
    equations: [
      ...professions.map((profession) => relation(towns.map((town) => ({ town, profession })))),
      ...towns.map((town) => relation(professions.map((profession) => ({ town, profession })))),
    ],
  }
}

/** The last level is the total of the others. */
function dimension(labels: readonly string[], levels: readonly string[]): CategoricalColumn {
  const taxonomy = new Map(levels.map((level) => [level, level === 'Total' ? null : 'Total']))
  return { ...categorical(labels, levels), ordered: false, taxonomy }
}

/** The last cell is the sum of the others. */
function relation(cells: readonly Paper003Cell[]): Relation {
  const [total, ...parts] = cells.map(paper003CellNumber).reverse()
  return {
    cells: Int32Array.of(total, ...parts.reverse()),
    signs: Int8Array.from(cells, (_, i) => (i === 0 ? -1 : 1)),
  }
}
