import { dataset, listed, SdcError, type Column } from '@sdc/core'
import { bitSet, setBit } from './bits.js'
import { columnBuilder, type ColumnBuilder } from './column-builder.js'
import { checkColumnSchemas, defaultMissing, missingOf } from './column-schema.js'
import type { ColumnSchema, ColumnSource, CsvFile, CsvOptions } from './csv-file.js'
import { layoutOf, type Layout } from './dialect.js'
import { refuseLongCells } from './long-cells.js'
import { checkHeader, headerNames } from './header.js'
import { checkThousands } from './thousands.js'
import { detached } from './text/detached.js'
import { eachRecord, lineOfCell, type RecordView } from './records.js'

/**
 * Reads CSV text: a header, where it has one, and records. A column is numeric where every cell that is not missing is a decimal number
 * that a double holds; else categorical, and its `notNumeric` names the first cell that is none.
 * Throws EMPTY_FILE, RAGGED_ROW, DUPLICATE_COLUMN, UNKNOWN_COLUMN, NOT_NUMERIC (also for what may be thousands), BAD_PLAN
 * (a value outside the schema's levels, a schema at odds with itself), BAD_OPTION and FILE (malformed quotes, a column
 * without a name, a header of numbers, content that is not text, a cell of more than a million letters or a line of more
 * than sixteen). O(letters).
 */
export function readCsv(text: string, options: CsvOptions = {}): CsvFile {
  const { file } = options
  checkColumnSchemas(options)
  const prefix = /^\uFEFF*/.exec(text)?.[0] ?? ''
  const content = text.slice(prefix.length)
  refuseBinary(content, file)
  const layout = layoutOf(content, prefix, options)
  if (layout.end === 0) throw emptyFile(`${file ?? 'the file'} is empty`, file)
  refuseLongCells(content, layout, file)

  const capacity = lineCount(content, layout)
  let names: readonly string[] = []
  let headers: readonly string[] = []
  let builders: readonly ColumnBuilder[] = []
  let otherLineEnds: Uint8Array | null = null
  // Below 0 until the names are known.
  let records = -1
  const current: { view?: RecordView; cell: number } = { cell: 0 }

  eachRecord(content, layout, file, (view) => {
    current.view = view
    if (records < 0) {
      names = headerNames(view, layout, options)
      headers = names.map((name, j) => (layout.header ? headerText(view, name, j, layout) : name))
      builders = names.map((name) => {
        const schema: ColumnSchema = options.columns?.get(name) ?? {}
        const missing = missingOf(schema, options)
        const line = (): number => (current.view ? lineOfCell(current.view, current.cell, layout) : 1)
        return columnBuilder({ name, schema, missing, mark: layout.decimal, capacity, file, line })
      })
      records = 0
      if (layout.header) return
    }
    const record = records++
    const { cells, quoted, trailing } = view
    if (cells.length !== names.length) throw ragged(view, names.length, options)
    for (let j = 0; j < cells.length; j++) {
      current.cell = j
      builders[j].add(record, cells[j], quoted?.[j] === 1, trailing?.get(j))
    }
    if (layout.mixed && view.crlf !== (layout.newline === '\r\n')) setBit((otherLineEnds ??= bitSet(capacity)), record)
  })

  if (records < 1) {
    const message = `${file ?? 'the file'} has a header (${listed(names)}) and no records below it`
    throw emptyFile(message, file)
  }
  return assembled(names, headers, builders, records, layout, options, otherLineEnds)
}

function assembled(
  names: readonly string[],
  headers: readonly string[],
  builders: readonly ColumnBuilder[],
  records: number,
  layout: Layout,
  options: CsvOptions,
  otherLineEnds: Uint8Array | null,
): CsvFile {
  const built = builders.map((builder) => builder.finish(records))
  checkHeader(names, built, options)
  checkThousands(names, built, layout, options)
  const ofFile = (name: string): boolean => options.columns?.get(name)?.missing === undefined
  const seen = built.find(({ source }, j) => source.missing && ofFile(names[j]))
  const missing = seen?.source.missing?.text ?? (options.missing ?? defaultMissing)[0] ?? ''
  const columns: [string, Column][] = []
  const source = new Map<string, ColumnSource>()
  for (const [j, name] of names.entries()) {
    const newMissing = built[j].source.missing?.text ?? options.columns?.get(name)?.missing?.[0] ?? missing
    columns.push([name, built[j].column])
    source.set(name, { ...built[j].source, header: headers[j], newMissing })
  }
  const { separator, quote, decimal, newline, header, prefix, tail } = layout
  const dialect = { separator, quote, decimal, newline, header, prefix, tail: detached(tail), missing }
  return { dataset: dataset(columns), dialect, source, otherLineEnds }
}

function headerText(view: RecordView, name: string, j: number, layout: Layout): string {
  if (!view.quoted?.[j]) return name
  const { quote } = layout
  return quote + name.replaceAll(quote, quote + quote) + quote + (view.trailing?.get(j) ?? '')
}

function emptyFile(message: string, file: string | undefined): SdcError {
  return new SdcError(
    'EMPTY_FILE',
    message,
    { file },
    'Give a file with a line of names and a record in each line below.',
  )
}

function ragged(view: RecordView, expected: number, options: CsvOptions): SdcError {
  const { file } = options
  const { line, cells } = view
  const empty = cells.length === 1 && cells[0] === ''
  const found = empty ? 'is empty' : `has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`
  const advice = empty
    ? 'Remove the empty line.'
    : 'Correct the line; a separator within a text needs quotes around the text.'
  return new SdcError(
    'RAGGED_ROW',
    `line ${line} ${found}, the ${options.header === false ? 'first line' : 'header'} has ${expected} ${expected === 1 ? 'column' : 'columns'}`,
    { file, line },
    advice,
  )
}

function refuseBinary(text: string, file: string | undefined): void {
  const at = text.indexOf('\0')
  if (at < 0) return
  const line = text.slice(0, at).split(/\r\n|\n|\r/).length
  throw new SdcError(
    'FILE',
    `line ${line} holds a NUL character: this is not a text file in UTF-8`,
    { file, line },
    'Save it as CSV in UTF-8.',
  )
}

/** How many lines there are below the header: no fewer than records; one more where there is no header. */
function lineCount(text: string, layout: Layout): number {
  const mark = layout.newline === '\r' ? '\r' : '\n'
  let lines = layout.header ? 0 : 1
  for (let at = text.indexOf(mark); at >= 0 && at < layout.end; at = text.indexOf(mark, at + 1)) lines++
  return lines
}
