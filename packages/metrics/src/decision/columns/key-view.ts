import { fillByBlocks, type Rng } from '@sdc/core'
import { countUpTo } from '@sdc/stats'
import {
  isAnyNumber,
  type CategoryCell,
  type KeyDomain,
  type NumberCell,
  type ReleasedKey,
} from '@sdc/toolkit/internal'

/**
 * Returns an analyst's view of a released key: draws a value for every coarse or blank cell from its possible values.
 *
 * A number is uniform in its interval, and whole if all finite bounds of the released cells are; an open-ended interval
 * ends at the outermost bound. A class of numbers is one of its values, equally probable. A blank number is that of
 * another record. A category is drawn from the possible categories of the cell, by their counts among the exact cells,
 * plus ½. A blank one is drawn from the categories of exact cells, or from all if there is none. Missing cells stay
 * missing if the original has missing values, because an analyst cannot distinguish these. Source: this project.
 *
 * @param domain - The key of the original.
 * @param key - The released key.
 * @param rng - Random stream of this key alone.
 * @param isMissing - Returns true for a masked record whose cell is missing, not just blank.
 * @returns Number of each record (NaN if missing), or its level in the original (−1 if missing). Cost: O(n + cells ·
 *   levels).
 */
export function keyView(
  domain: KeyDomain,
  key: ReleasedKey,
  rng: Rng,
  isMissing: (row: number) => boolean,
): Float64Array {
  const keepsMissing =
    domain.kind === 'numeric' ? domain.sorted.length < domain.values.length : domain.codes.some((code) => code < 0)
  const missing = (row: number): boolean => keepsMissing && isMissing(row)
  return domain.kind === 'numeric'
    ? numberView(key.codes, key.cells as readonly NumberCell[], rng, missing)
    : categoryView(domain.levels.length, key.codes, key.cells as readonly CategoryCell[], rng, missing)
}

function uniforms(rows: number, rng: Rng): Float64Array {
  return fillByBlocks(rng, new Float64Array(rows), (stream, part) => stream.fillUniform(part))
}

function numberView(
  codes: Int32Array,
  cells: readonly NumberCell[],
  rng: Rng,
  missing: (row: number) => boolean,
): Float64Array {
  const isExact = cells.map(({ low, high }) => low === high)
  const view = Float64Array.from(codes, (code) => (isExact[code] ? cells[code].low : Number.NaN))
  if (codes.every((code) => isExact[code])) return view
  const bounds = [...new Set(codes)].flatMap((code) => [cells[code].low, cells[code].high]).filter(Number.isFinite)
  const least = bounds.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = bounds.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const whole = bounds.every(Number.isInteger)
  const u = uniforms(codes.length, rng)
  for (let i = 0; i < codes.length; i++) {
    const cell = cells[codes[i]]
    if (!isExact[codes[i]] && !isAnyNumber(cell)) view[i] = drawnNumber(cell, u[i], { least, most, whole })
  }
  const pool = view.filter((value) => !Number.isNaN(value))
  for (let i = 0; i < codes.length; i++)
    if (isAnyNumber(cells[codes[i]]) && !missing(i) && pool.length > 0) view[i] = pool[Math.floor(u[i] * pool.length)]
  return view
}

function drawnNumber(
  { low, high, openHigh, members }: NumberCell,
  u: number,
  { least, most, whole }: { readonly least: number; readonly most: number; readonly whole: boolean },
): number {
  if (members) return members[Math.floor(u * members.length)]
  const [from, to] = [Math.max(low, least), Math.min(high, most)]
  if (!whole) return from + u * (to - from)
  const end = openHigh && high <= most ? to : to + 1
  return Math.min(Math.floor(from + u * (end - from)), Math.max(from, end - 1))
}

function categoryView(
  levels: number,
  codes: Int32Array,
  cells: readonly CategoryCell[],
  rng: Rng,
  missing: (row: number) => boolean,
): Float64Array {
  const exact = cells.map(({ members }) => (members?.length === 1 ? members[0] : -1))
  const view = Float64Array.from(codes, (code) => exact[code])
  if (view.every((level) => level >= 0)) return view
  const counts = new Float64Array(levels)
  for (const level of view) if (level >= 0) counts[level]++
  const seen = counts.some((count) => count > 0)
  const all = Int32Array.from(counts.keys())
  const any = seen ? all.filter((level) => counts[level] > 0) : all
  const used = new Set(codes)
  const cumulated = cells.map(({ members = any }, cell) => {
    let total = 0
    const sums = new Float64Array(exact[cell] < 0 && used.has(cell) ? members.length : 0)
    sums.forEach((_, i) => (sums[i] = total += counts[members[i]] + 0.5))
    return { members, sums }
  })
  const u = uniforms(codes.length, rng)
  for (let i = 0; i < codes.length; i++) {
    if (view[i] >= 0) continue
    const code = codes[i]
    if (cells[code].members === undefined && missing(i)) continue
    const { members, sums } = cumulated[code]
    const at = u[i] * (sums[sums.length - 1] ?? 0)
    view[i] = members[countUpTo(sums, at)] ?? -1
  }
  return view
}
