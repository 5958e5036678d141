import { seededRng, type Registry, type Sensitivity, type Table, type TableResult } from '@sdc/core'
import { paper003CellNumber, paper003Tables, type Paper003Cell } from '@sdc/datasets'
import { applyTableMethod } from '@sdc/engine'

/** Arguments of a table method apart from the table. */
export interface TableCall {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly sensitive?: Sensitivity
  readonly pattern?: Uint8Array
}

/** Returns the result of a registered table method. Nothing is drawn. */
export async function tableResult(registry: Registry, table: Table, call: TableCall): Promise<TableResult> {
  const { result } = await applyTableMethod({ registry, table, ...call, rng: seededRng('paper 003') })
  return result
}

/** Returns a number of a result's report; NaN if it has none of that name. */
export function reported({ report }: TableResult, name: string): number {
  const value = report?.get(name)
  return typeof value === 'number' ? value : Number.NaN
}

/** Printed table of salaries; every pattern publishes all totals. */
export const salaries: Table = {
  ...paper003Tables.salaries,
  given: Uint8Array.from(paper003Tables.salaries.values, (_, cell) => (cellName(cell).includes('Total') ? 2 : 0)),
}

/** Returns the sensitivity of cells: the given percentage of each must remain unknown on both sides. */
export function sensitiveCells(cells: readonly Paper003Cell[], percent: number): Sensitivity {
  const { values } = salaries
  const status = new Uint8Array(values.length)
  for (const one of cells) status[paper003CellNumber(one)] = 1
  const lower = Float64Array.from(status, (one, cell) => (one * percent * values[cell]) / 100)
  return { status, lower, upper: lower.slice(), width: new Float64Array(values.length) }
}

/** Returns the name of a cell: `M2 P3`. */
export function cellName(cell: number): string {
  return paper003Tables.salaries.dimensions.map(({ codes, levels }) => levels[codes[cell]]).join(' ')
}

/** Returns the cells of a pattern with this status, in order. */
export function cellsOf(status: Uint8Array, which: number): string {
  return Array.from(status.keys())
    .filter((cell) => status[cell] === which)
    .map(cellName)
    .join(', ')
}

/** Returns the interval of a cell in whole numbers: `[0, 342]`. */
export function intervalText({ intervals }: TableResult, cell: Paper003Cell): string {
  const c = paper003CellNumber(cell)
  const end = (value = Number.NaN): string => (Number.isFinite(value) ? String(Math.round(1e6 * value) / 1e6) : '∞')
  return `[${end(intervals?.low[c])}, ${end(intervals?.high[c])}]`
}
