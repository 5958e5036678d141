import { option, SdcError } from '@sdc/core'
import type { BuiltColumn } from './columns/column-builder.js'
import type { CsvOptions } from './csv-file.js'
import type { Layout } from './layout/layout.js'

/**
 * Refuses numbers of which nobody can say whether they are thousands: in a file whose separator leaves the comma free
 * for decimals, `1.234` beside `999` may be 1234 or 1.234, and a file masked on the wrong one is wrong by a thousand.
 * Any number of the file that shows the mark to be decimal settles it for all: 0.5, 12.25, 1234 without a mark in a
 * column that has one; so does a decimal mark that is said. Between commas, and in a file of one column, a point is decimal by convention.
 *
 * @param names - The columns.
 * @param built - What was read of each.
 * @param layout - How the file is cut.
 * @param options - What was said of it.
 * @throws NOT_NUMERIC with the column, the first such number and its line.
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
  const { decimal } = layout
  const place = { column: names[j], line: first.line, file: options.file }
  const plain = first.text.replace(decimal, '')
  const decimals = first.text.replace(',', '.')
  const message =
    `line ${first.line}, column "${names[j]}": ${first.text} may mean ${plain} or ${decimals}, since every ` +
    `number with a ${decimal === '.' ? 'point' : 'comma'} has one to three digits before it and three after`
  const fix =
    `If the mark is decimal, say so in a schema (decimal: '${decimal}'); for a table, set the language of ` +
    `its numbers (${option('locale', decimal === '.' ? 'en' : 'de')}). Else write thousands without a mark (${plain}).`
  throw new SdcError('NOT_NUMERIC', message, place, fix)
}
