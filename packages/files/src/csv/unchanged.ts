import type { Column } from '@sdc/core'

/** Returns true if a column equals, bit for bit, the values of its source records (null: the same records). */
export function unchanged(source: Column, column: Column, origin: Int32Array | null): boolean {
  if (source === column && origin === null) return true
  if (source.kind === 'numeric') {
    return column.kind === 'numeric' && sameValues(source.values, column.values, origin)
  }
  if (column.kind === 'numeric') return false
  const same = source.levels === column.levels
  if (same) return sameCodes(source.codes, column.codes, undefined, origin)
  const sourceCode = new Map(source.levels.map((level, code) => [level, code]))
  const codeOf = Int32Array.from(column.levels, (level) => sourceCode.get(level) ?? -2)
  return sameCodes(source.codes, column.codes, codeOf, origin)
}

function sameValues(source: Float64Array, values: Float64Array, origin: Int32Array | null): boolean {
  if (source === values && origin === null) return true
  for (let r = 0; r < values.length; r++) {
    const came = origin === null ? r : origin[r]
    if (came < 0) return false
    const a = values[r]
    const b = source[came]
    // 0 and −0 have different texts; missing values are equal.
    if (a === b ? a === 0 && 1 / a !== 1 / b : a === a || b === b) return false
  }
  return true
}

function sameCodes(
  source: Int32Array,
  codes: Int32Array,
  codeOf: Int32Array | undefined,
  origin: Int32Array | null,
): boolean {
  for (let r = 0; r < codes.length; r++) {
    const came = origin === null ? r : origin[r]
    if (came < 0) return false
    const code = codes[r]
    if (source[came] !== (code < 0 ? -1 : codeOf ? codeOf[code] : code)) return false
  }
  return true
}

export function isMissing(column: Column, record: number): boolean {
  return column.kind === 'numeric' ? Number.isNaN(column.values[record]) : column.codes[record] < 0
}
