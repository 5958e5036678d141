import { listed, SdcError, type Dataset, type ErrorPlace } from '@sdc/core'
import { readTable, type InputFile } from '@sdc/inspect'
import type { Margin } from './margins.js'

const FORM = 'Give columns column, category and total: sex,f,512000; for a sum of values: income,,1.2e9.'

/**
 * Reads known totals: a table with the columns `column`, `category` and `total`. An empty category is a sum of values.
 *
 * @param file - The table (CSV).
 * @returns The margins, in the order of the file.
 * @throws UNKNOWN_COLUMN, EMPTY_FILE; WRONG_INPUT for a line without a column or total, or a repeated one.
 */
export function readMargins(file: InputFile): Margin[] {
  const { names: found } = readTable(file, undefined, null).dataset
  const lacking = ['column', 'total'].find((name) => !found.includes(name))
  if (lacking !== undefined) {
    const message = `${file.name} has no column "${lacking}"; it has ${listed(found)}`
    throw new SdcError('UNKNOWN_COLUMN', message, { file: file.name, column: lacking }, FORM)
  }
  const columns = { column: { kind: 'categorical' }, total: { kind: 'numeric' } } as const
  const hasCategories = found.includes('category')
  const category = { kind: 'categorical' as const, missing: [''] }
  const data = readTable(file, { columns: { ...columns, ...(hasCategories && { category }) } }, null).dataset
  const names = texts(data, 'column')
  const categories = hasCategories ? texts(data, 'category') : names.map(() => null)
  const total = data.column('total')
  const seen = new Set<string>()
  return names.map((column, i) => {
    const place = { file: file.name, row: i + 1 }
    if (column === null) throw wrong(`line ${i + 2} names no column`, place)
    const value = total.kind === 'numeric' ? total.values[i] : Number.NaN
    const what = categories[i] === null ? `"${column}"` : `"${column}", category "${categories[i]}"`
    if (!Number.isFinite(value)) throw wrong(`the total of ${what} is missing`, { ...place, column: 'total' })
    const key = JSON.stringify([column, categories[i]])
    if (seen.has(key)) throw wrong(`the total of ${what} is given twice`, place)
    seen.add(key)
    return { column, category: categories[i], total: value }
  })
}

function texts(data: Dataset, name: string): (string | null)[] {
  const column = data.column(name)
  if (column.kind === 'numeric') throw new TypeError(`column ${name} was read as numeric`)
  return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
}

function wrong(message: string, place: ErrorPlace): SdcError {
  return new SdcError('WRONG_INPUT', message, place, FORM)
}

/** Margins of one column, or of the sum of one. */
export interface MarginBlock {
  readonly column: string
  readonly isSum: boolean
  readonly margins: readonly Margin[]
}

/**
 * Groups margins by their column, and checks that the categories of each column have the same sum.
 *
 * @throws INFEASIBLE with the two columns whose totals differ by more than 10⁻⁶ of them.
 */
export function marginBlocks(margins: readonly Margin[], file: string): MarginBlock[] {
  const blocks = new Map<string, Margin[]>()
  for (const margin of margins) {
    const key = JSON.stringify([margin.column, margin.category === null])
    blocks.set(key, [...(blocks.get(key) ?? []), margin])
  }
  const all = [...blocks.values()].map((own) => ({
    column: own[0].column,
    isSum: own[0].category === null,
    margins: own,
  }))
  const [first, ...others] = all.filter(({ isSum }) => !isSum).map((one) => ({ ...one, sum: totalOf(one) }))
  const other = others.find(({ sum }) => Math.abs(sum - first.sum) > 1e-6 * Math.abs(first.sum))
  if (other === undefined) return all
  const message =
    `the totals of "${first.column}" add up to ${first.sum}, those of "${other.column}" to ${other.sum}: ` +
    'no weights can give both'
  const fix = `Both must be the size of the same population. Columns: ${listed(all.map(({ column }) => column))}.`
  throw new SdcError('INFEASIBLE', message, { file, column: other.column }, fix)
}

function totalOf({ margins }: MarginBlock): number {
  return margins.reduce((sum, { total }) => sum + total, 0)
}
