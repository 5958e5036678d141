import type { Column } from '@sdc/core'

/** Whether a column holds, bit for bit, the values of the source's records it came from (null: the same records). */
export function unchanged(source: Column, column: Column, origin: Int32Array | null): boolean {
  if (source === column && origin === null) return true
  const at = (r: number): number => (origin ? origin[r] : r)
  if (source.kind === 'numeric') {
    return (
      column.kind === 'numeric' &&
      column.values.every((value, r) => at(r) >= 0 && Object.is(value, source.values[at(r)]))
    )
  }
  if (column.kind === 'numeric') return false
  const sourceCode = new Map(source.levels.map((level, code) => [level, code]))
  const codeOf = column.levels.map((level) => sourceCode.get(level) ?? -2)
  return column.codes.every((code, r) => at(r) >= 0 && source.codes[at(r)] === (code < 0 ? -1 : codeOf[code]))
}

export function isMissing(column: Column, record: number): boolean {
  return column.kind === 'numeric' ? Number.isNaN(column.values[record]) : column.codes[record] < 0
}
