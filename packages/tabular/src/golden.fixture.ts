import { categorical, type CategoricalColumn, type Table } from '@sdc/core'
import { relationsOf } from './table/relations.js'

/**
 * A table in the format of the reference values: dimensions with the parent of every level, and cells by their codes.
 */
export interface WrittenTable {
  readonly dims: readonly {
    readonly name: string
    readonly levels: readonly { readonly code: string; readonly parent: string | null }[]
  }[]
  readonly cells: readonly Readonly<Record<string, string | number>>[]
}

/**
 * Reads a table of the reference values.
 *
 * @param written - Dimensions, levels and cells.
 * @returns Its cells in order, with the relations that follow from the dimensions.
 */
export function tableFrom({ dims, cells }: WrittenTable): Table {
  const dimensions = dims.map(({ name, levels }): CategoricalColumn => ({
    ...categorical(
      cells.map((cell) => String(cell[name])),
      levels.map(({ code }) => code),
    ),
    taxonomy: new Map(levels.map(({ code, parent }) => [code, parent])),
  }))
  return {
    dimensions,
    names: dims.map(({ name }) => name),
    counts: new Int32Array(cells.length).fill(10),
    values: Float64Array.from(cells, ({ value }) => Number(value)),
    equations: relationsOf(dimensions).relations,
  }
}

/** Finds a cell by its codes joined by `|`, the names of the reference values. */
export function cellNamed({ dimensions }: Table): (key: string) => number {
  const cells = dimensions[0].codes.length
  const at = new Map<string, number>()
  for (let c = 0; c < cells; c++) at.set(dimensions.map(({ codes, levels }) => levels[codes[c]]).join('|'), c)
  return (key) => {
    const cell = at.get(key)
    if (cell === undefined) throw new Error(`there is no cell ${key}`)
    return cell
  }
}
