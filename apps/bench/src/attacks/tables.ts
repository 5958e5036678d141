import { categorical, dataset, numeric, type Dataset, type Rng } from '@sdc/core'
import { exp } from '@sdc/stats'

/** A cell as read by an intruder; null if missing. */
export type Cell = string | number | null
export type Table = Readonly<Record<string, readonly Cell[]>>

export function toTable(data: Dataset): Table {
  const cells = data.names.map((name) => {
    const column = data.column(name)
    if (column.kind === 'numeric') return Array.from(column.values, (one) => (Number.isNaN(one) ? null : one))
    return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
  })
  return Object.fromEntries(data.names.map((name, j) => [name, cells[j]]))
}

export function toDataset(table: Table): Dataset {
  const text = (cells: readonly Cell[]): boolean => cells.some((cell) => typeof cell === 'string')
  return dataset(
    Object.entries(table).map(([name, cells]) => [
      name,
      text(cells)
        ? categorical(cells.map((cell) => (cell === null ? null : String(cell))))
        : numeric(cells.map((cell) => (cell === null ? Number.NaN : Number(cell)))),
    ]),
  )
}

/** Numbers of a column; NaN for other cells. */
export const numbers = (cells: readonly Cell[]): number[] => cells.map((cell) => (typeof cell === 'number' ? cell : Number.NaN)) // oxfmt-ignore

/** A table with other cells in some columns. */
export function mapped(
  table: Table,
  names: readonly string[],
  of: (cell: Cell, row: number, j: number) => Cell,
): Table {
  return { ...table, ...Object.fromEntries(names.map((name, j) => [name, table[name].map((cell, row) => of(cell, row, j))])) } // oxfmt-ignore
}

export const keys = ['age', 'sex', 'town', 'job', 'family', 'born'] as const
export const amounts = ['income', 'wealth', 'rent', 'debt', 'food', 'travel'] as const

const rowsOf = <T>(n: number, of: (row: number) => T): T[] => Array.from({ length: n }, (_, row) => of(row))

/** People: six keys, most of them skewed, and six related log-normal amounts in whole numbers. */
export function people(n: number, rng: Rng): Table {
  const size = rowsOf(n, () => rng.normal())
  const key = (name: string, levels: number): [string, Cell[]] => {
    const own = rng.child(name)
    return [name, rowsOf(n, () => `${name} ${Math.floor(levels * own.uniform() * own.uniform())}`)]
  }
  const amount = (name: string): [string, Cell[]] => {
    const own = rng.child(name)
    return [name, size.map((z) => Math.round(exp(8 + 0.9 * (0.6 * z + 0.8 * own.normal()))))]
  }
  return {
    age: rowsOf(n, () => 18 + rng.int(70)),
    sex: rowsOf(n, () => 'fm'[rng.int(2)]),
    ...Object.fromEntries([key('town', 20), key('job', 12), key('family', 5), key('born', 8)]),
    ...Object.fromEntries(amounts.map(amount)),
  }
}

/** Twelve answers, each missing for one person in seven. */
export function answers(n: number, rng: Rng): Table {
  const cells = (own: Rng): Cell[] => rowsOf(n, () => (own.uniform() < 1 / 7 ? null : Math.round(100 * exp(own.normal())))) // oxfmt-ignore
  return Object.fromEntries(rowsOf(12, (q) => [`q${q + 1}`, cells(rng.child(`${q}`))]))
}

/** Visits of patients, one to eight each. */
export function visits(n: number, rng: Rng): Table {
  const rows: Cell[][] = []
  for (let p = 0; rows.length < n; p++) {
    const patient = [`p${p}`, 20 + 5 * rng.int(12), 'fm'[rng.int(2)], `region ${rng.int(8)}`]
    for (let v = 1 + rng.int(8); v > 0; v--) rows.push([...patient, Math.round(100 + 900 * rng.uniform())])
  }
  const names = ['patient', 'age', 'sex', 'region', 'cost']
  return Object.fromEntries(names.map((name, j) => [name, rows.slice(0, n).map((row) => row[j])]))
}

/** Number of rows with the same cells, by row. */
export function alike(columns: readonly (readonly Cell[])[]): number[] {
  const texts = columns[0].map((_, row) => JSON.stringify(columns.map((column) => column[row])))
  const count = new Map<string, number>()
  for (const text of texts) count.set(text, (count.get(text) ?? 0) + 1)
  return texts.map((text) => count.get(text) ?? 0)
}

/** Share of items that satisfy a condition. */
export function share<T>(all: readonly T[], holds: (one: T, i: number) => boolean): number {
  return all.length === 0 ? 0 : all.filter(holds).length / all.length
}

/**
 * Share of linked people: one released row has the greatest score for them, and it is theirs.
 *
 * @param n - Rows; those of the same number belong together.
 * @param score - Score of person i and row t; −Infinity if the row cannot be theirs.
 */
export function found(n: number, score: (i: number, t: number) => number): number {
  const rows = rowsOf(n, (t) => t)
  return share(rows, (i) => {
    let [best, most, ties] = [-1, -Infinity, 0]
    for (const t of rows) {
      const one = score(i, t)
      if (one > most) [best, most, ties] = [t, one, 1]
      else if (one === most) ties++
    }
    return ties === 1 && best === i
  })
}
