import { kParameter, type Column, type MaskingMethod, type MaskResult } from '@sdc/core'
import { equalRecords } from '@sdc/stats'

/** Groups of masked records that missing cells took apart. */
export interface BrokenPatterns {
  readonly k: number
  /** Groups with a record whose masked values and missing cells fewer than k records have in common. */
  readonly groups: number
  /** These records. */
  readonly records: number
}

/**
 * Which groups of k records are no groups of k any more because some of their records lack a cell: the pattern of missing
 * cells is a key of its own, that everybody sees.
 *
 * @param method - The method, and `params` its resolved parameters.
 * @param columns - The masked columns.
 * @param filled - What it made of filled columns.
 * @param released - The same with the cells missing again.
 * @returns What is broken; undefined where the method keeps no k, or the records are not known to be the same.
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
    // A group that was too small before is not broken by what is missing.
    if (seen.sizes[seen.ids[i]] >= k || groups.sizes[groups.ids[i]] < k) continue
    broken.add(groups.ids[i])
    records++
  }
  return { k, groups: broken.size, records }
}

function cellsOf(column: Column): Float64Array {
  return column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
}
