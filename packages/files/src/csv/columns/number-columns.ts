import { SdcError, type Column } from '@sdc/core'
import type { CsvOptions } from '../csv-file.js'
import type { Layout } from '../layout/layout.js'
import { decimalText, type DecimalMark } from '../number-text.js'
import { packedText } from '../text/packed-text.js'
import { undecidedThousands } from '../thousands.js'
import type { BuiltColumn } from './built-column.js'
import { OtherMark } from './other-mark.js'
import { writtenNumber, writtenNumbers, type WrittenForm } from './written-numbers.js'

/** Forms of a column's texts that may be numbers. */
export interface ColumnForms {
  /** Form with the decimal mark of the file. */
  readonly own: WrittenForm | undefined
  /** Form with the other mark. */
  readonly other: WrittenForm | undefined
}

/** Follows the texts of a column that is not plainly numeric. */
export interface FormsOfColumn {
  add(texts: Iterable<string>): void
  forms(): ColumnForms
}

/**
 * Follows the texts of a column, by both decimal marks.
 *
 * @param decimal - Decimal mark of the file.
 * @returns The initial state.
 */
export function formsOfColumn(decimal: DecimalMark): FormsOfColumn {
  const both = [writtenNumbers(decimal), writtenNumbers(decimal === '.' ? ',' : '.')]
  return {
    add(texts) {
      for (const text of texts) {
        const alive = both.map((one) => one.add(text))
        if (!alive.includes(true)) return
      }
    },
    forms: () => ({ own: both[0].form(), other: both[1].form() }),
  }
}

/** Facts about the file that decide on a column. */
export interface FormContext {
  readonly layout: Pick<Layout, 'decimal' | 'separator'>
  readonly options: CsvOptions
  /** True if some number of the file proves its decimal mark. */
  readonly hasDecimals: boolean
}

/**
 * Decides whether the texts of a column are numbers.
 *
 * @param forms - Forms of its texts.
 * @param context - Facts about the file.
 * @returns `numbers`; `undecided` if a mark may be decimal or separate thousands; `text`.
 * @throws OtherMark if the assumed decimal mark separates thousands
 */
export function decide(
  { own, other }: ColumnForms,
  { layout, options, hasDecimals }: FormContext,
): 'numbers' | 'undecided' | 'text' {
  if (own?.grouping === layout.decimal || (own === undefined && other?.grouping === layout.decimal && other.isProven)) {
    if (options.decimal === undefined && !hasDecimals) throw new OtherMark(layout.decimal === '.' ? ',' : '.')
    return 'text'
  }
  if (own === undefined) return 'text'
  if (own.grouping === undefined || own.isProven || hasDecimals || options.decimal !== undefined) return 'numbers'
  return 'undecided'
}

/**
 * Converts categories that are written numbers to numeric columns. Ambiguous ones follow the evidence of other columns.
 *
 * @param names - Names of the columns.
 * @param built - Cells of the columns.
 * @param layout - Widths of the columns.
 * @param options - Known properties of the file.
 * @param lineOf - Returns the line of a record.
 * @returns The columns; cells keep their texts.
 * @throws NOT_NUMERIC for an infinite value between decimals, and if a column declared numeric is not
 */
export function numberColumns(
  names: readonly string[],
  built: readonly BuiltColumn[],
  layout: Layout,
  options: CsvOptions,
  lineOf: (record: number) => number | undefined,
): BuiltColumn[] {
  const forms = built.map(({ column, mayBeNumeric }) =>
    column.kind === 'categorical' && mayBeNumeric ? formsOf(column.levels, layout.decimal) : undefined,
  )
  const shown = [...forms].some((one) => one?.own?.isProven === true && one.own.hasDecimals)
  const context = {
    layout,
    options,
    hasDecimals: shown || built.some(({ column, marks }) => column.kind === 'numeric' && marks.decimals),
  }
  const isGrouped = forms.some((one) => one?.own?.isProven === true)
  return built.map((one, j) => {
    const found = forms[j]
    const { column } = one
    if (found === undefined || column.kind !== 'categorical') return one
    const byOthers = { ...context, hasDecimals: context.hasDecimals || isGrouped || hasFractions(built, layout) }
    const kind = decide(found, found.own?.isProven === false ? byOthers : context)
    if (kind === 'undecided' && layout.decimal === ',') throw undecidedThousands(names[j], one, layout, options)
    if (kind !== 'numbers' || found.own === undefined) {
      if (one.problem) throw one.problem
      return one
    }
    if (found.own.infinite !== undefined) throw infinite(names[j], column, found.own.infinite, options, lineOf)
    return asNumbers(one, column, found.own, layout.decimal)
  })
}

function formsOf(levels: readonly string[], decimal: DecimalMark): ColumnForms {
  const forms = formsOfColumn(decimal)
  forms.add(levels)
  return forms.forms()
}

/** With comma as separator a point is decimal by convention, without evidence. */
function hasFractions(built: readonly BuiltColumn[], { separator }: Pick<Layout, 'separator'>): boolean {
  if (separator !== ',') return false
  return built.some(({ column }) => column.kind === 'numeric' && column.values.some((value) => value % 1 !== 0))
}

function asNumbers(
  { source, marks }: BuiltColumn,
  { codes, levels }: Extract<Column, { kind: 'categorical' }>,
  { grouping, hasDecimals }: WrittenForm,
  mark: DecimalMark,
): BuiltColumn {
  const numbers = Float64Array.from(levels, (text) => writtenNumber(text, grouping, mark))
  const isPlain = levels.map((text, code) => decimalText(numbers[code], -1, mark) === text)
  const values = new Float64Array(codes.length)
  const exceptions = packedText()
  for (let r = 0; r < codes.length; r++) {
    const code = codes[r]
    values[r] = code < 0 ? Number.NaN : numbers[code]
    const text = source.exceptions.get(r) ?? (code < 0 || isPlain[code] ? undefined : levels[code])
    if (text !== undefined) exceptions.push(r, text)
  }
  return {
    column: { kind: 'numeric', values },
    source: { ...source, decimals: -1, grouping, exceptions },
    marks: { ...marks, decimals: marks.decimals || hasDecimals },
    mayBeNumeric: true,
  }
}

function infinite(
  name: string,
  { codes, levels }: Extract<Column, { kind: 'categorical' }>,
  text: string,
  { file }: CsvOptions,
  lineOf: (record: number) => number | undefined,
): SdcError {
  const line = lineOf(codes.indexOf(levels.indexOf(text)))
  const place = { column: name, line, file }
  const message = `line ${line}, column "${name}": ${text} is infinite, which no method can mask`
  const fix = `Name it as missing in a schema, ${name}: { missing: ['', NA, ${text}] }, or declare the column categorical.`
  return new SdcError('NOT_NUMERIC', message, place, fix)
}
