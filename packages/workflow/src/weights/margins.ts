import {
  asWarning,
  categorical,
  dataset,
  numeric,
  numericValues,
  type Dataset,
  type Message,
  SdcError,
} from '@sdc/core'
import { writeCsv } from '@sdc/files'
import { counted, type Outcome } from '@sdc/inspect'
import { marginCells, MISSING } from './margin-cells.js'
import { weightsOf, type NamedWeight } from './weights-of.js'

/** Known total of a population: of a category, or of the values of a column. */
export interface Margin {
  /** Column, or crossed columns: `sex:region`. */
  readonly column: string
  /** Category; null for the sum of the values of a numeric column. */
  readonly category: string | null
  readonly total: number
}

/** Options of `marginsOfFile`. */
export interface MarginsOptions extends NamedWeight {
  /** Columns, or crossed columns, whose categories are counted. */
  readonly columns?: readonly string[] | undefined
  /** Numeric columns whose values are summed. */
  readonly sums?: readonly string[] | undefined
  readonly out?: string | undefined
}

/** Categories with fewer records disclose single people. */
const FEW = 3

/**
 * Computes weighted totals of a file, by category or of numeric values; without a weight each record counts once.
 *
 * @param data - The original file.
 * @param options - Columns, weight and output.
 * @returns The margins, in the order of the columns, and a CSV file for `readMargins`.
 * @throws UNKNOWN_COLUMN, NOT_NUMERIC, NO_COLUMNS; WRONG_INPUT for an invalid weight.
 */
export function marginsOfFile(data: Dataset, options: MarginsOptions): Outcome<readonly Margin[]> {
  const { columns = [], sums = [], out } = options
  if (columns.length + sums.length === 0)
    throw new SdcError('NO_COLUMNS', 'no margin is named', {}, 'Name columns of categories, or numeric columns.')
  const weights = weightsOf(data, options)?.values ?? new Float64Array(data.rows).fill(1)
  const messages: Message[] = []
  const margins = columns.flatMap((column): Margin[] => {
    const { ofRecord, labels, counts } = marginCells(data, column)
    const totals = new Float64Array(labels.length)
    for (let i = 0; i < data.rows; i++) totals[ofRecord[i]] += weights[i]
    const few = counts.filter((count) => count < FEW).length
    if (few > 0) {
      const have = few === 1 ? 'one category has' : `${few} categories have`
      messages.push(asWarning(`column "${column}": ${have} fewer than ${FEW} records; do not publish these totals`))
    }
    const missing = labels.findIndex((label) => label.split(':').includes(MISSING))
    if (missing >= 0)
      messages.push(
        asWarning(`column "${column}": ${counted(counts[missing], 'record')} with missing values have their own total`),
      )
    return Array.from(labels.keys())
      .sort((a, b) => (labels[a] < labels[b] ? -1 : 1))
      .map((id) => ({ column, category: labels[id], total: totals[id] }))
  })
  for (const column of sums) {
    const values = numericValues(data, column)
    const total = values.reduce((sum, value, i) => (Number.isNaN(value) ? sum : sum + weights[i] * value), 0)
    if (values.some(Number.isNaN))
      messages.push(asWarning(`column "${column}": missing values are left out of its total`))
    margins.push({ column, category: null, total })
  }
  const table = dataset([
    ['column', categorical(margins.map(({ column }) => column))],
    ['category', categorical(margins.map(({ category }) => category))],
    ['total', numeric(margins.map(({ total }) => total))],
  ])
  return { result: margins, artefacts: [{ kind: 'table', name: out, content: writeCsv(undefined, table) }], messages }
}
