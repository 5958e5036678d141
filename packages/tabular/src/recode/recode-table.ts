import { SdcError, type Table } from '@sdc/core'
import { addKeys } from '../cell-key/record-keys.js'
import { relationsOf } from '../table/relations.js'
import type { MergedLevels } from './merge-levels.js'

/**
 * Recodes a table after levels of a dimension were merged or left out. Counts, values, costs, bounds and cell keys of
 * merged cells are added. The largest of all their largest contributions are kept, as if nobody contributed to two of
 * the cells. O(cells).
 *
 * @param table - The table.
 * @param d - Number of the dimension.
 * @param merged - Target of each level.
 * @returns The coarser table; its cells are in the order of their first parts.
 * @throws BAD_TABLE if relations do not follow from the levels, as in joined tables
 */
export function recodeTable(table: Table, d: number, { levels, taxonomy, target }: MergedLevels): Table {
  const { dimensions, counts, values, equations } = table
  if (equations.length > 0 && relationsOf(dimensions).relations.length !== equations.length) {
    const message =
      'the relations of the table differ from those of its levels, so the relations after merging are unknown'
    throw new SdcError('BAD_TABLE', message, {}, 'Merge the levels of each table before you join the tables.')
  }
  const parts = partsOf(table, d, target)
  const first = parts.map(([cell]) => cell)
  const recoded = dimensions.map((dimension, e) => ({
    ...dimension,
    codes: Int32Array.from(first, (cell) => (e === d ? target[dimension.codes[cell]] : dimension.codes[cell])),
    ...(e === d && { levels, taxonomy }),
  }))
  const added = (of: Float64Array): Float64Array =>
    Float64Array.from(parts, (cells) => cells.reduce((sum, c) => sum + of[c], 0))
  const { magnitudes, costs, known, keys, largest, top = 2, given, alone } = table
  return {
    ...table,
    dimensions: recoded,
    counts: Int32Array.from(parts, (cells) =>
      cells.some((c) => counts[c] < 0) ? -1 : cells.reduce((sum, c) => sum + counts[c], 0),
    ),
    values: added(values),
    equations: equations.length > 0 ? relationsOf(recoded).relations : [],
    magnitudes: magnitudes && added(magnitudes),
    costs: costs && added(costs),
    known: known && { low: added(known.low), high: added(known.high) },
    keys: keys && Float64Array.from(parts, (cells) => cells.map((c) => keys[c]).reduce(addKeys, 0)),
    largest: largest && Float64Array.from(parts.flatMap((cells) => Array.from(largestOf(largest, top, cells)))),
    given:
      given &&
      Uint8Array.from(parts, (cells) => (cells.every((c) => given[c] === given[cells[0]]) ? given[cells[0]] : 0)),
    // Levels and contributions of merged cells are unknown.
    givenLevels: undefined,
    contributions: undefined,
    alone: alone && Int32Array.from(parts, (cells) => aloneIn(alone, counts, cells)),
  }
}

/** Old cells of every new one. */
function partsOf({ dimensions }: Table, d: number, target: Int32Array): readonly (readonly number[])[] {
  const found = new Map<string, number[]>()
  for (let c = 0; c < dimensions[d].codes.length; c++) {
    const now = target[dimensions[d].codes[c]]
    if (now < 0) continue
    const name = dimensions.map(({ codes }, e) => (e === d ? now : codes[c])).join()
    const cells = found.get(name)
    if (cells) cells.push(c)
    else found.set(name, [c])
  }
  return [...found.values()]
}

function largestOf(largest: Float64Array, top: number, cells: readonly number[]): Float64Array {
  const all = Float64Array.from(cells.flatMap((c) => Array.from(largest.subarray(c * top, (c + 1) * top))))
  // The largest come first, by absolute value.
  return all.sort((a, b) => Math.abs(b) - Math.abs(a)).slice(0, top)
}

function aloneIn(alone: Int32Array, counts: Int32Array, cells: readonly number[]): number {
  const filled = cells.filter((c) => counts[c] !== 0)
  return filled.length === 1 ? alone[filled[0]] : -1
}
