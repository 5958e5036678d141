import { kindOf, SdcError, unknownColumn, type CategoricalColumn, type Dataset, type MeasureInput } from '@sdc/core'

/** Largest number of levels of a column that are subdomains: those with the most records. */
const MOST = 20

/** Records of a separate analysis. */
export interface Subdomain {
  /** `region=north`, or `all records`. */
  readonly label: string
  readonly original: Int32Array
  /** Rows of the masked file, by its own values. */
  readonly masked: Int32Array
}

export interface Subdomains {
  /** Subdomains, the whole file first. */
  readonly domains: readonly Subdomain[]
  /** Columns that define them. */
  readonly columns: readonly string[]
  /** Levels with too few records in the original. */
  readonly small: number
  /** Levels beyond the maximum. */
  readonly more: number
  /** Columns that are not categorical in the masked file. */
  readonly gone: number
}

/**
 * Returns the subdomains: the whole file, and the records with one value of one column. By default the given columns
 * and the categorical quasi-identifiers define them.
 *
 * The masked file's records are those with that value in the masked file, as its analyst sees them. A column with one
 * value defines none. Cost: O(n) a column.
 *
 * @param input - Both files, whole.
 * @param named - The columns; none for those with a role.
 * @param least - Smallest number of original records of a subdomain.
 * @returns The subdomains, and the omitted ones.
 * @throws UNKNOWN_COLUMN, BAD_PARAMETER if a named column is absent or numeric.
 */
export function subdomains(input: MeasureInput<unknown>, named: readonly string[], least: number): Subdomains {
  const { original, masked, roles } = input
  for (const name of named) {
    if (!original.names.includes(name)) throw unknownColumn(name, original.names)
    if (kindOf(original.column(name)) !== 'numeric') continue
    const message = `subdomains: column "${name}" is numeric, but a subdomain is the records of one category`
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'subdomains', column: name }, 'Name categorical columns.')
  }
  const asked = named.length > 0 ? named : [...input.given, ...roles.given, ...roles.keys]
  const isCategorical = (file: Dataset, name: string): boolean =>
    file.names.includes(name) && file.column(name).kind === 'categorical'
  const columns = original.names.filter((name) => asked.includes(name) && isCategorical(original, name))
  const there = columns.filter((name) => isCategorical(masked, name))
  const all = (file: Dataset): Int32Array => Int32Array.from({ length: file.rows }, (_, i) => i)
  const domains: Subdomain[] = [{ label: 'all records', original: all(original), masked: all(masked) }]
  let small = 0
  let more = 0
  for (const name of there) {
    const before = original.column(name) as CategoricalColumn
    const rows = rowsByLevel(before)
    if (rows.size < 2) continue
    const of = rowsByLevel(masked.column(name) as CategoricalColumn)
    const large = [...rows].filter(([, of]) => of.length >= least).sort(([, a], [, b]) => b.length - a.length)
    small += rows.size - large.length
    more += Math.max(0, large.length - MOST)
    for (const [level, own] of large.slice(0, MOST))
      domains.push({
        label: `${name}=${level}`,
        original: Int32Array.from(own),
        masked: Int32Array.from(of.get(level) ?? []),
      })
  }
  return { domains, columns: there, small, more, gone: columns.length - there.length }
}

/** Returns the records of every level that has some, in the order of the levels. */
function rowsByLevel({ codes, levels }: CategoricalColumn): Map<string, number[]> {
  const rows = new Map<number, number[]>()
  codes.forEach((code, i) => {
    if (code < 0) return
    const held = rows.get(code)
    if (held) held.push(i)
    else rows.set(code, [i])
  })
  return new Map([...rows].sort(([a], [b]) => a - b).map(([code, own]) => [levels[code], own]))
}
