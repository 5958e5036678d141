import { option, SdcError, type Column } from '@sdc/core'
import type { BuiltColumn } from './columns/built-column.js'
import type { CsvOptions } from './csv-file.js'
import type { DecimalMark } from './number-text.js'
import type { Layout } from './layout/layout.js'

/**
 * Refuses numbers with a possible thousands mark that nothing resolves. If the separator leaves the comma free for
 * decimals, `1.234` in a column with `999` may be 1234 or 1.234, and masking the wrong one errs by a factor of a
 * thousand. Any number of the file that proves the mark decimal resolves all: 0.5, 12.25, or 1234 without a mark in a
 * column that has one. So does a given decimal mark. With comma as separator, and in a file of one column, a point is
 * decimal by convention.
 *
 * @param names - Names of the columns.
 * @param built - Cells of the columns.
 * @param layout - Separator and decimal mark.
 * @param options - Known properties of the file.
 * @throws NOT_NUMERIC with the column, the first such number and its line
 */
export function checkThousands(
  names: readonly string[],
  built: readonly Pick<BuiltColumn, 'marks'>[],
  layout: Pick<Layout, 'separator' | 'decimal'>,
  options: CsvOptions,
): void {
  if (options.decimal !== undefined || layout.separator === ',' || names.length === 1) return
  if (built.some(({ marks }) => marks.decimals || (marks.unmarked && marks.either))) return
  const j = built.findIndex(({ marks }) => marks.either)
  const first = built[j]?.marks.either
  if (!first) return
  throw mayMean(names[j], first, layout.decimal, options)
}

/**
 * Returns the error about a column between decimal commas in which every point may separate thousands or decimals.
 *
 * @param name - Name of the column.
 * @param built - Its cells; `notNumeric` has the line of its first such number.
 * @param layout - Decimal mark.
 * @param options - Known properties of the file.
 * @returns NOT_NUMERIC, to be thrown.
 */
export function undecidedThousands(
  name: string,
  { column }: Pick<BuiltColumn, 'column'>,
  { decimal }: Pick<Layout, 'decimal'>,
  options: CsvOptions,
): SdcError {
  const { levels, notNumeric = '' } = column as Extract<Column, { kind: 'categorical' }>
  const text = levels.find((level) => /[.,]/.test(level)) ?? levels[0]
  const line = Number(/^line (\d+)/.exec(notNumeric)?.[1] ?? 1)
  return mayMean(name, { text, line }, decimal === '.' ? ',' : '.', options)
}

function mayMean(
  column: string,
  { text, line }: { readonly text: string; readonly line: number },
  mark: DecimalMark,
  { file }: CsvOptions,
): SdcError {
  const plain = text.replace(mark, '')
  const decimals = text.replace(',', '.')
  const choices = mark === '.' ? [decimals, plain] : [plain, decimals]
  const place = { column, line, file, parameter: 'decimal', choices }
  const message =
    `line ${line}, column "${column}": ${text} may mean ${plain} or ${decimals}, since every ` +
    `number with a ${mark === '.' ? 'point' : 'comma'} has one to three digits before it and three after`
  const fix =
    `If the mark is decimal, say so in a schema (decimal: '${mark}'); for a table, set the language of ` +
    `its numbers (${option('locale', mark === '.' ? 'en' : 'de')}). Else write thousands without a mark (${plain}).`
  return new SdcError('NOT_NUMERIC', message, place, fix)
}
