import type { CategoricalColumn, Table } from '@sdc/core'

/** A row or column of a printed table. */
export interface CrosstabLine {
  readonly label: string
  /** Depth in the hierarchy of its dimension; the total and its parts are at 0. */
  readonly depth: number
  /** True if other lines are part of it. */
  readonly isTotal: boolean
}

/** Rows × columns of one table, or of one slice of a table of more than two dimensions. */
export interface CrosstabSheet {
  /** Levels of the other dimensions: `sex = Total`; empty if there are none. */
  readonly title: string
  /** Number of the cell in row r, column c at index r · columns + c; −1 if the table has none. */
  readonly cells: Int32Array
}

/** A table arranged for printing. */
export interface Crosstab {
  readonly rowName: string
  /** Name of the dimension across; empty if the table has one dimension. */
  readonly columnName: string
  readonly rows: readonly CrosstabLine[]
  readonly columns: readonly CrosstabLine[]
  readonly sheets: readonly CrosstabSheet[]
}

/** A level of a dimension at its place in the printed table; code −1 is the only column of a table of one dimension. */
interface Placed extends CrosstabLine {
  readonly code: number
}

/**
 * Arranges a table for printing: the last dimension across, the one before it down, a sheet for every combination of
 * the others. Levels keep the order of the table (numbers are sorted); parts follow their total, indented; the grand
 * total comes last. O(cells).
 *
 * @param table - Its dimensions with their names.
 * @param value - Heading of the only column of a table of one dimension.
 * @returns Positions of the cells.
 */
export function crosstabOf({ dimensions, names }: Pick<Table, 'dimensions' | 'names'>, value = 'value'): Crosstab {
  const placed = dimensions.map(placedLevels)
  const nameOf = (d: number): string => names?.[d] ?? `d${d + 1}`
  const last = dimensions.length - 1
  const one = dimensions.length === 1
  const rows = placed[one ? 0 : last - 1]
  const columns = one ? [{ label: value, depth: 0, isTotal: false, code: -1 }] : placed[last]
  const others = one ? 0 : last - 1
  const at = placed.map((lines, d) => {
    const place = new Int32Array(dimensions[d].levels.length).fill(-1)
    lines.forEach(({ code }, i) => (place[code] = i))
    return place
  })
  const sheets = new Map<number, Int32Array>()
  const cells = dimensions[0].codes.length
  for (let cell = 0; cell < cells; cell++) {
    const place = (d: number): number => at[d][dimensions[d].codes[cell]]
    let key = 0
    for (let d = 0; d < others; d++) key = key * placed[d].length + place(d)
    let sheet = sheets.get(key)
    if (!sheet) sheets.set(key, (sheet = new Int32Array(rows.length * columns.length).fill(-1)))
    sheet[one ? place(0) : place(last - 1) * columns.length + place(last)] = cell
  }
  const title = (key: number): string => {
    const levels: string[] = []
    for (let d = others - 1, rest = key; d >= 0; rest = Math.floor(rest / placed[d].length), d--)
      levels.unshift(`${nameOf(d)} = ${placed[d][rest % placed[d].length].label}`)
    return levels.join(', ')
  }
  return {
    rowName: nameOf(one ? 0 : last - 1),
    columnName: one ? '' : nameOf(last),
    rows,
    columns,
    sheets: [...sheets].sort(([a], [b]) => a - b).map(([key, own]) => ({ title: title(key), cells: own })),
  }
}

/** Returns the levels that occur in cells, each below its parent; a level that contains all others comes last. */
function placedLevels({ levels, codes, taxonomy }: CategoricalColumn): Placed[] {
  const used = new Uint8Array(levels.length)
  for (const code of codes) if (code >= 0) used[code] = 1
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  const parts = new Map<number, number[]>()
  levels.forEach((level, code) => {
    if (!used[code]) return
    const above = codeOf.get(taxonomy?.get(level) ?? '\0none') ?? -1
    const parent = above >= 0 && used[above] ? above : -1
    const known = parts.get(parent)
    if (known) known.push(code)
    else parts.set(parent, [code])
  })
  for (const [parent, siblings] of parts) parts.set(parent, inNumbersOrder(siblings, levels))
  const lines: Placed[] = []
  const line = (code: number, depth: number): void =>
    void lines.push({ label: levels[code], depth, isTotal: parts.has(code), code })
  const below = (code: number, depth: number): void => {
    for (const part of parts.get(code) ?? []) {
      line(part, depth)
      below(part, depth + 1)
    }
  }
  for (const root of parts.get(-1) ?? []) {
    below(root, 0)
    line(root, 0)
  }
  return lines
}

/** Sorts levels that are all numbers in numeric order, 2 before 10; leaves others unchanged. */
function inNumbersOrder(codes: readonly number[], levels: readonly string[]): number[] {
  const isNumber = (code: number): boolean => /^-?\d+(\.\d+)?$/.test(levels[code])
  return codes.every(isNumber) ? [...codes].sort((a, b) => Number(levels[a]) - Number(levels[b])) : [...codes]
}
