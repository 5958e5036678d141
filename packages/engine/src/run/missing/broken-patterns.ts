import { kParameter, type Column, type MaskingMethod, type MaskResult } from '@sdc/core'
import { equalRecords } from '@sdc/stats'

/** Groups of masked records that missing cells broke. */
export interface BrokenPatterns {
  readonly k: number
  /** Number of groups with a record that shares its masked values and missing cells with fewer than k records. */
  readonly groups: number
  /** Number of these records. */
  readonly records: number
}

/**
 * Finds groups of k records that have fewer than k equal records because some of them lack a cell: everybody sees the
 * pattern of missing cells, which acts as a quasi-identifier.
 *
 * @param method - The method, and `params` its resolved parameters.
 * @param columns - The masked columns.
 * @param filled - Its result for filled columns.
 * @param released - The same result with the cells missing again.
 * @returns The counts; undefined if the method keeps no k, or if the records may differ.
 */
export function brokenPatterns(
  {
    method,
    params,
    columns,
  }: { readonly method: MaskingMethod; readonly params: unknown; readonly columns: readonly string[] },
  filled: MaskResult,
  released: MaskResult,
): BrokenPatterns | undefined {
  const name = kParameter(method.traits, params)
  const k = name === null ? 0 : Number((params as Readonly<Record<string, unknown>>)[name])
  const [before, after] = [filled.files[0], released.files[0]]
  if (!(k > 1) || !before || !after) return undefined
  const numbers = ({ columns: of }: typeof before): Float64Array[] =>
    columns.flatMap((one) => {
      const column = of.get(one)
      return column ? [cellsOf(column)] : []
    })
  if (numbers(before).length === 0) return undefined
  const [groups, seen] =
    method.traits.scope === 'file' ? [equalRecords(numbers(before)), equalRecords(numbers(after))] : []
  if (!groups || !seen) return undefined
  const broken = new Set<number>()
  let records = 0
  for (let i = 0; i < seen.ids.length; i++) {
    // A group that was too small before is not broken by missing cells.
    if (seen.sizes[seen.ids[i]] >= k || groups.sizes[groups.ids[i]] < k) continue
    broken.add(groups.ids[i])
    records++
  }
  return { k, groups: broken.size, records }
}

function cellsOf(column: Column): Float64Array {
  return column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
}
