import { categorical, kindOf, takeColumn, type CategoricalColumn, type Column } from '@sdc/core'
import { valueOfText } from '@sdc/toolkit/internal'
import { isMissingAt, type KeyWithMissing } from './keys.js'

/** A class of one level, with the place of its values in the order of the column. */
interface OutputClass {
  readonly label: string
  /** Its first and last value in the order of the column, by which classes of several levels are ordered. */
  first: number
  last: number
}

/**
 * Returns a released key: each record has the class of its value at its level, a blanked one is missing.
 *
 * If no record is above level 0, the column keeps its values. Otherwise it is categorical, with the classes that occur
 * as levels, in the order of their first values, then of their last; ordered if the column was numeric or ordered.
 *
 * @param before - The original column.
 * @param key - Its rows and levels.
 * @param levels - The level of each record.
 * @param blanked - 1 for each record that is released without a value.
 * @returns The column, as long as before. Cost: O(n + rows × levels).
 */
export function recodedColumn(before: Column, key: KeyWithMissing, levels: Uint8Array, blanked: Uint8Array): Column {
  const { codes } = key
  let coarsest = 0
  for (let i = 0; i < codes.length; i++) if (blanked[i] === 0 && levels[i] > coarsest) coarsest = levels[i]
  if (coarsest === 0) return withoutUnused(before, blankedColumn(before, blanked))
  const order = orderOfRows(before, key)
  const found = new Map<string, OutputClass>()
  const perLevel = key.levels.map(({ labels }) => new Array<OutputClass | undefined>(labels.length))
  const classOf = codes.map((row, i) => {
    if (blanked[i] === 1 || isMissingAt(key, row, levels[i])) return -1
    return key.levels[levels[i]].classOf[row]
  })
  for (let i = 0; i < classOf.length; i++) {
    const own = classOf[i]
    if (own < 0 || perLevel[levels[i]][own] !== undefined) continue
    const label = key.levels[levels[i]].labels[own]
    const known = found.get(label) ?? { label, first: Infinity, last: -Infinity }
    found.set(label, known)
    perLevel[levels[i]][own] = known
  }
  for (const [h, { classOf: ofRow }] of key.levels.entries()) {
    for (let row = 0; row < ofRow.length; row++) {
      const one = perLevel[h][ofRow[row]]
      if (one === undefined || Number.isNaN(order[row])) continue
      one.first = Math.min(one.first, order[row])
      one.last = Math.max(one.last, order[row])
    }
  }
  const sorted = [...found.values()].sort(
    (a, b) => a.first - b.first || a.last - b.last || (a.label < b.label ? -1 : 1),
  )
  const codeOf = new Map(sorted.map((one, code) => [one, code]))
  const coded = classOf.map((own, i) => {
    const one = own < 0 ? undefined : perLevel[levels[i]][own]
    return one === undefined ? -1 : (codeOf.get(one) ?? -1)
  })
  const labels = sorted.map(({ label }) => label)
  return keepingTaxonomy(before, {
    ...categorical([]),
    codes: coded,
    levels: labels,
    ordered: kindOf(before) !== 'nominal',
  })
}

/** Place of each row in the order of the column: the value for numbers, the level for ordered categories. */
function orderOfRows(before: Column, { levels, missingRow }: KeyWithMissing): Float64Array {
  const [{ labels, classOf }] = levels
  if (kindOf(before) === 'nominal') return Float64Array.from(classOf.keys())
  const levelOf = new Map(before.kind === 'numeric' ? [] : before.levels.map((level, code) => [level, code]))
  // A row of an ordered column that is not one of its levels has no place.
  const placeOf = (text: string): number =>
    (before.kind === 'numeric' ? valueOfText(before.time, text) : levelOf.get(text)) ?? Number.NaN
  return Float64Array.from(classOf, (own, row) => (row === missingRow ? Number.NaN : placeOf(labels[own])))
}

/** Keeps the taxonomy only if it contains all classes. */
function keepingTaxonomy(before: Column, after: CategoricalColumn): CategoricalColumn {
  if (before.kind === 'numeric') return after
  const { taxonomy, notNumeric } = before
  const above = new Set(taxonomy?.values())
  const fits = taxonomy !== undefined && after.levels.every((level) => taxonomy.has(level) || above.has(level))
  return { ...after, ...(fits && { taxonomy }), ...(notNumeric !== undefined && { notNumeric }) }
}

/** Returns a column without the values of the blanked records; the same column if there are none. */
export function blankedColumn(column: Column, blanked: Uint8Array): Column {
  if (!blanked.includes(1)) return column
  return takeColumn(
    column,
    Int32Array.from(blanked, (one, i) => (one === 1 ? -1 : i)),
  )
}

/** Removes the levels that only blanked records had; an unchanged column keeps all. */
function withoutUnused(before: Column, after: Column): Column {
  if (after === before || after.kind === 'numeric') return after
  const { codes, levels } = after
  const used = new Set(codes)
  const kept = Array.from(levels.keys()).filter((code) => used.has(code))
  const place = new Int32Array(levels.length).fill(-1)
  kept.forEach((code, at) => (place[code] = at))
  return {
    ...after,
    codes: codes.map((code) => (code < 0 ? -1 : place[code])),
    levels: kept.map((code) => levels[code]),
  }
}
