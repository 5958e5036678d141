import type { CategoricalColumn, CellContributions, Relation, Table } from '@sdc/core'

/** A table with its cells in the order of their names, and their places before. */
export interface CanonicalTable {
  readonly table: Table
  /** Place in the given table of each cell of this one. */
  readonly places: Int32Array
}

/**
 * Returns a table in canonical order: cells in the order of the names of their levels, dimension by dimension. The
 * result of a method then does not depend on the order of cells, levels and relations in a file.
 *
 * @param table - The given table.
 * @returns The table in canonical order.
 */
export function canonicalTable(table: Table): CanonicalTable {
  const dimensions = table.dimensions.map(sortedLevels)
  const places = Int32Array.from(table.values, (_, c) => c).sort((a, b) => {
    for (const { codes } of dimensions) if (codes[a] !== codes[b]) return codes[a] - codes[b]
    return a - b
  })
  const now = new Int32Array(places.length)
  places.forEach((before, c) => (now[before] = c))
  const { largest, top = 2, magnitudes, given, costs, known, keys, alone, contributions, givenLevels } = table
  const floats = (numbers: Float64Array): Float64Array => Float64Array.from(places, (c) => numbers[c])
  return {
    places,
    table: {
      ...table,
      dimensions: dimensions.map((one) => ({ ...one, codes: places.map((c) => one.codes[c]) })),
      counts: places.map((c) => table.counts[c]),
      values: floats(table.values),
      equations: table.equations.map((relation) => moved(relation, now)).sort(byCells),
      largest:
        largest &&
        Float64Array.from({ length: largest.length }, (_, i) => largest[top * places[Math.floor(i / top)] + (i % top)]),
      magnitudes: magnitudes && floats(magnitudes),
      given: given && Uint8Array.from(places, (c) => given[c]),
      costs: costs && floats(costs),
      known: known && { low: floats(known.low), high: floats(known.high) },
      keys: keys && floats(keys),
      alone: alone && places.map((c) => alone[c]),
      contributions: contributions && gathered(contributions, places),
      givenLevels: givenLevels && { lower: floats(givenLevels.lower), upper: floats(givenLevels.upper) },
    },
  }
}

/** Contributions to each cell, with the cells in their new order. */
function gathered({ starts, respondents, values }: CellContributions, places: Int32Array): CellContributions {
  const now = new Int32Array(places.length + 1)
  places.forEach((before, c) => (now[c + 1] = now[c] + starts[before + 1] - starts[before]))
  const moved = { starts: now, respondents: new Int32Array(values.length), values: new Float64Array(values.length) }
  places.forEach((before, c) => {
    moved.respondents.set(respondents.subarray(starts[before], starts[before + 1]), now[c])
    moved.values.set(values.subarray(starts[before], starts[before + 1]), now[c])
  })
  return moved
}

/**
 * Puts numbers of the canonical table's cells at the places of the given table.
 *
 * @param numbers - One number per cell of the canonical table.
 * @param places - Place of each cell in the given table.
 * @returns One number per cell of the given table.
 */
export function inPlace<T extends Float64Array | Uint8Array>(numbers: T, places: Int32Array): T {
  const back = numbers.slice() as T
  places.forEach((before, c) => (back[before] = numbers[c]))
  return back
}

function sortedLevels(dimension: CategoricalColumn): CategoricalColumn {
  const order = dimension.levels
    .map((_, code) => code)
    .sort((a, b) => (dimension.levels[a] < dimension.levels[b] ? -1 : 1))
  const now = new Int32Array(order.length)
  order.forEach((before, code) => (now[before] = code))
  return {
    ...dimension,
    levels: order.map((code) => dimension.levels[code]),
    codes: dimension.codes.map((code) => (code < 0 ? code : now[code])),
  }
}

/** Relation with the new numbers of the cells: the total first, unchanged, then its parts in order. */
function moved({ cells, signs }: Relation, now: Int32Array): Relation {
  const pairs = Array.from(cells, (cell, i) => [now[cell], signs[i]] as const)
  pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0])
  return { cells: Int32Array.from(pairs, ([cell]) => cell), signs: Int8Array.from(pairs, ([, sign]) => sign) }
}

function byCells({ cells: a }: Relation, { cells: b }: Relation): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i]
  return a.length - b.length
}
