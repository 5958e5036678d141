import { missingKinds } from '../../dictionary/missing-kinds.js'
import type { NumberCells, TextCells } from '../../dictionary/stat-table.js'
import type { SpssMissing } from './columns.js'

/**
 * Separates user-missing numbers from the values of a column.
 *
 * @param values - Numbers of the file, NaN if system-missing; user-missing ones become NaN.
 * @param definition - Numbers that mean missing.
 */
export function numberCells(values: Float64Array, definition: SpssMissing | undefined): NumberCells {
  if (definition === undefined) return { kind: 'numbers', values, missing: null }
  const single = new Set<number | string>(definition.values)
  const [low, high] = definition.range ?? [NaN, NaN]
  const kinds = missingKinds(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (!single.has(value) && !(value >= low && value <= high)) continue
    kinds.note(i, String(value))
    values[i] = NaN
  }
  return { kind: 'numbers', values, missing: kinds.finish() }
}

/** Separates user-missing texts from the values of a column. */
export function textCells(
  levels: readonly string[],
  codes: Int32Array,
  definition: SpssMissing | undefined,
): TextCells {
  const missing = new Set<number | string>(definition?.values)
  if (!levels.some((level) => missing.has(level))) return { kind: 'texts', levels, codes, missing: null }
  const kept = levels.filter((level) => !missing.has(level))
  const places = new Map(kept.map((level, code) => [level, code]))
  const codeOf = Int32Array.from(levels, (level) => places.get(level) ?? -1)
  const kinds = missingKinds(codes.length)
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] < 0) continue
    const code = codeOf[codes[i]]
    if (code < 0) kinds.note(i, levels[codes[i]])
    codes[i] = code
  }
  return { kind: 'texts', levels: kept, codes, missing: kinds.finish() }
}
