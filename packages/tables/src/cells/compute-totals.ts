import { categorical, dataset, numeric, option, SdcError, type CategoricalColumn, type Column } from '@sdc/core'
import { writeCsv } from '@sdc/files'
import type { InputFile } from '@sdc/inspect'
import { decimalsOf } from '../read/decimals-of.js'
import { namedColumns, type TableColumns } from '../read/table-columns.js'
import type { TableSource } from '../read/table-source.js'

/** A computed cell: its level in each dimension, and its parts. */
interface Computed {
  readonly levels: readonly string[]
  readonly parts: readonly number[]
}

/**
 * Adds the missing totals to a file, each the sum of its parts. Dimension by dimension, these are the levels with
 * parts, for every combination of the other dimensions' codes with one of the parts. Existing totals are unchanged.
 * O(cells × dimensions).
 *
 * @param source - The table.
 * @param dimensions - Dimensions with the level above each level, possibly with levels without cells.
 * @param columns - Meanings of the columns; sums have the decimals of their parts.
 * @returns The file with the totals after its records, and their number.
 * @throws BAD_OPTION if contributors may be in several parts: their numbers then do not add up
 */
export function computeTotals(
  source: TableSource,
  dimensions: readonly CategoricalColumn[],
  columns: TableColumns,
): { readonly file: InputFile; readonly computed: number } {
  const { file, csv } = source
  const missing = missingTotals(dimensions)
  if (missing.length === 0) return { file, computed: 0 }
  if (columns.distinct && (columns.count !== undefined || columns.largest !== undefined)) {
    const message = `${missing.length} total(s) are to be computed, and contributors may be in several of their parts`
    const fix =
      'Give the totals with their numbers of contributors, or build the table from the microdata (sdc table build).'
    throw new SdcError('BAD_OPTION', message, { parameter: option('computeTotals') }, fix)
  }
  const kinds = new Map(namedColumns(columns).map(([what, name]) => [name, what]))
  const sums = contributionSums(source, columns, missing)
  const written = csv.dataset.names.map((name): [string, Column] => {
    const column = csv.dataset.column(name)
    const d = columns.by.indexOf(name)
    if (d >= 0) return [name, categorical([...labels(column), ...missing.map(({ levels }) => levels[d])])]
    const what = kinds.get(name) ?? ''
    if (what === 'alone') return [name, categorical([...labels(column), ...loneIn(source, columns, missing)])]
    if (what === 'status' || what === '' || column.kind === 'categorical')
      return [name, lengthened(column, missing.length)]
    if (what === 'largest') return [name, numeric(sums.get(name) ?? [])]
    return [name, numeric(added(column.values, missing, what === 'key', decimalsOf(csv, name)))]
  })
  const origin = Int32Array.from({ length: csv.dataset.rows + missing.length }, (_, c) =>
    c < csv.dataset.rows ? c : -1,
  )
  return { file: { name: file.name, content: writeCsv(csv, dataset(written), origin) }, computed: missing.length }
}

/** The missing totals, each after its parts. */
function missingTotals(dimensions: readonly CategoricalColumn[]): Computed[] {
  const cells = Array.from(dimensions[0].codes, (_, c) => dimensions.map(({ levels, codes }) => levels[codes[c]]))
  const own = cells.length
  const key = (levels: readonly string[]): string => JSON.stringify(levels)
  const place = new Map(cells.map((levels, c) => [key(levels), c]))
  /** Parts of each cell by dimension. */
  const parts: Map<number, number[]>[] = []
  // The list grows during the loop: a total has totals of its own.
  for (let c = 0; c < cells.length; c++) {
    dimensions.forEach(({ taxonomy }, d) => {
      const above = taxonomy?.get(cells[c][d]) ?? null
      if (above === null) return
      const levels = cells[c].map((level, other) => (other === d ? above : level))
      let total = place.get(key(levels))
      if (total === undefined) {
        place.set(key(levels), (total = cells.length))
        cells.push(levels)
      }
      parts[total] ??= new Map()
      const known = parts[total].get(d)
      if (known) known.push(c)
      else parts[total].set(d, [c])
    })
  }
  const number = new Map<number, number>()
  const computed: Computed[] = []
  const placed = (c: number): number => {
    const known = c < own ? c : number.get(c)
    if (known !== undefined) return known
    // Any dimension: the sums are equal in all.
    const [of] = parts[c].values()
    const all = of.map(placed)
    number.set(c, own + computed.length)
    computed.push({ levels: cells[c], parts: all })
    return own + computed.length - 1
  }
  for (let c = own; c < cells.length; c++) placed(c)
  return computed
}

/** Numbers of a column followed by the sums of their parts; NaN if a part has none. */
function added(own: Float64Array, missing: readonly Computed[], isKey: boolean, decimals: number): number[] {
  const all = Array.from(own)
  for (const { parts } of missing) {
    const sum = parts.reduce((total, c) => total + all[c], 0)
    all.push(isKey ? sum - Math.floor(sum) : Number(sum.toFixed(Math.min(decimals, 100))))
  }
  return all
}

/** Largest contributions of the totals: the largest of those of their parts, whose contributors differ. */
function contributionSums(
  { csv }: TableSource,
  { largest = [] }: TableColumns,
  missing: readonly Computed[],
): ReadonlyMap<string, number[]> {
  const columns = largest.map((name) => {
    const column = csv.dataset.column(name)
    return column.kind === 'numeric' ? Array.from(column.values) : []
  })
  // By size if the file has this order, else by sign.
  const bySize = columns.every((own, j) => j === 0 || own.every((x, c) => !(Math.abs(x) > Math.abs(columns[j - 1][c]))))
  for (const { parts } of missing) {
    const all = parts.flatMap((c) => columns.map((own) => own[c])).filter((x) => !Number.isNaN(x) && x !== 0)
    all.sort((a, b) => (bySize ? Math.abs(b) - Math.abs(a) : b - a))
    columns.forEach((own, j) => own.push(all[j] ?? Number.NaN))
  }
  return new Map(largest.map((name, j) => [name, columns[j]]))
}

/** Lone respondent of each total: that of one part, if no other part has a contributor. */
function loneIn({ csv }: TableSource, { alone, count }: TableColumns, missing: readonly Computed[]): (string | null)[] {
  if (alone === undefined) return []
  const who = labels(csv.dataset.column(alone))
  const counts = count === undefined ? undefined : csv.dataset.column(count)
  const number = counts?.kind === 'numeric' ? Array.from(counts.values) : who.map(() => Number.NaN)
  return missing.map(({ parts }) => {
    const filled = parts.filter((c) => number[c] !== 0)
    const lone = filled.length === 1 ? who[filled[0]] : null
    who.push(lone)
    number.push(parts.reduce((sum, c) => sum + number[c], 0))
    return lone
  })
}

function labels(column: Column): (string | null)[] {
  if (column.kind === 'numeric') return Array.from(column.values, (x) => (Number.isNaN(x) ? null : String(x)))
  return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
}

/** A computed cell has no properties. */
function lengthened(column: Column, more: number): Column {
  if (column.kind === 'numeric') return numeric([...column.values, ...Array.from({ length: more }, () => Number.NaN)])
  return categorical([...labels(column), ...Array.from({ length: more }, () => null)])
}
