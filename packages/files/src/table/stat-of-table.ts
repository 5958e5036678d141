import { type CategoricalColumn, type Column, type Dataset, isoNumber, type NumericColumn } from '@sdc/core'
import { timesAsWritten } from '../csv/times/time-columns.js'
import { columnToWrite, missingText, type ColumnToWrite } from '../csv/cells.js'
import type { CsvFile } from '../csv/csv-file.js'
import { isMissing } from '../csv/unchanged.js'
import { codesOf, isNumberText } from './codes-of-levels.js'
import type { ColumnDescription, Dictionary, MissingDefinition } from '../dictionary/dictionary.js'
import type { FormatId } from '../formats/formats.js'
import { missingKinds } from '../dictionary/missing-kinds.js'
import type { MissingKinds, StatColumn, StatTable } from '../dictionary/stat-table.js'

/** A file with its dictionary, if it has one. */
export type DescribedFile = CsvFile & {
  readonly dictionary?: Dictionary | undefined
  /** Undefined for a file that was not read. */
  readonly format?: FormatId | undefined
}

/** Options for the dictionary of a written file. */
export interface StatOptions {
  /** True for a release: labels and missing definitions that no record uses are dropped, with the label of the file. */
  readonly released?: boolean | undefined
  /** True for a format with texts among numbers: kinds of missing cells that are not codes remain texts. */
  readonly textsAmongNumbers?: boolean | undefined
}

/**
 * Converts a dataset to the table of a statistical file or workbook. An unchanged column keeps its description. A
 * changed one keeps the labels of the values that it still has; new categories of coded numbers get new codes, with
 * their texts as labels.
 *
 * @param source - Source file of the data.
 * @param data - Records to write.
 * @param origin - Source record of each, −1 for none; undefined for the same ones.
 * @param options - Release or not, and the format.
 * @returns The table, with the description of its content.
 */
export function statOfTable(
  source: DescribedFile,
  data: Dataset,
  origin: Int32Array | undefined,
  options: StatOptions = {},
): StatTable {
  const { dictionary } = source
  const columns = data.names.map((name) => {
    const held = source.source.get(name)
    const before = held ? { column: source.dataset.column(name), source: held, origin: origin ?? null } : null
    const described = dictionary?.columns.get(name) ?? {}
    const what = columnToWrite(name, data.column(name), source.dialect, before)
    const time = held?.time
    if (what.column.kind !== 'numeric') return statColumn(what, described, options)
    if (time === undefined) return statColumn(what, { ...described, time: undefined }, options)
    // A text file has no date type; other files may store dates as texts or numbers.
    if (described.stored === undefined || described.time !== undefined)
      return statColumn(what, { ...described, time: time.kind }, options)
    return statColumn({ ...what, column: timesAsWritten(what, what.column, time) }, described, options)
  })
  const weight = dictionary?.weight
  return {
    rows: data.rows,
    fileLabel: options.released ? undefined : dictionary?.fileLabel,
    weight: weight !== undefined && data.names.includes(weight) ? weight : undefined,
    columns,
  }
}

function statColumn(what: ColumnToWrite, said: ColumnDescription, options: StatOptions): StatColumn {
  const { released = false, textsAmongNumbers = false } = options
  const { name, column } = what
  const known = what.same ? said : ofChanged(said, column)
  const textKinds = column.kind === 'categorical' && isText(column, known) ? (known.missing?.values ?? []) : null
  const kinds = namedKinds(what, textKinds, textsAmongNumbers)
  const made =
    column.kind === 'numeric'
      ? ofNumbers(column, known, kinds)
      : ofCategories(column, known, kinds, what.before?.column)
  const { label, measure, format, time, width, displayWidth } = made.description
  const isTrimmed = released || !what.same
  const labels = isTrimmed ? usedLabels(made, kinds.missing) : made.description.labels
  const description: ColumnDescription = {
    label,
    labels: labels?.size ? labels : undefined,
    missing: released ? usedMissing(known.missing, kinds.missing) : known.missing,
    measure,
    format,
    time,
    width: released ? undefined : width,
    displayWidth,
    stored: made.cells.kind === 'numbers' ? 'number' : 'text',
  }
  return { name, description, cells: made.cells }
}

/** A masked column has another width, and may have decimals that its format hides. */
function ofChanged(said: ColumnDescription, column: NumericColumn | CategoricalColumn): ColumnDescription {
  const hides = said.format !== undefined && /^(?:F\d+(?:\.0)?|%\d+\.0f)$/i.test(said.format)
  const hasDecimals = column.kind === 'numeric' && column.values.some((value) => value % 1 !== 0 && value === value)
  return { ...said, width: undefined, format: hides && hasDecimals ? undefined : said.format }
}

type Made = Pick<StatColumn, 'cells' | 'description'>

interface Kinds {
  readonly missing: MissingKinds | null
  /** Labels of kinds without a code: their texts. */
  readonly labels: ReadonlyMap<string, string>
}

function ofNumbers({ values }: NumericColumn, description: ColumnDescription, kinds: Kinds): Made {
  const labels = new Map([...(description.labels ?? []), ...kinds.labels])
  return { cells: { kind: 'numbers', values, missing: kinds.missing }, description: { ...description, labels } }
}

function ofCategories(
  column: CategoricalColumn,
  description: ColumnDescription,
  { missing, labels }: Kinds,
  source: Column | undefined,
): Made {
  const { codes, levels, ordered } = column
  const texts = { cells: { kind: 'texts', codes, levels, missing }, description } as const
  const { time } = description
  if (time !== undefined) {
    const moments = levels.map((level) => isoNumber(time, level))
    const isOther = codes.some((code) => code >= 0 && Number.isNaN(moments[code]))
    if (isOther) return { ...texts, description: { ...description, time: undefined, format: undefined } }
    return { cells: { kind: 'numbers', values: valuesOf(codes, moments), missing }, description }
  }
  if (isText(column, description)) return texts
  const coded = codesOf(column, description, source)
  const measure = coded.isNew ? (ordered ? 'ordinal' : 'nominal') : description.measure
  return {
    cells: { kind: 'numbers', values: valuesOf(codes, coded.numbers), missing },
    description: {
      ...description,
      measure,
      format: coded.isNew ? undefined : description.format,
      labels: new Map([...(description.labels ?? []), ...coded.labels, ...labels]),
    },
  }
}

/** True if categories are written as texts: those that were, and those of a text file that are not all numbers. */
function isText({ codes, levels }: CategoricalColumn, { stored, time }: ColumnDescription): boolean {
  if (stored !== undefined || time !== undefined) return stored === 'text'
  const isNumber = levels.map(isNumberText)
  return codes.some((code) => code >= 0 && !isNumber[code])
}

function valuesOf(codes: Int32Array, numbers: readonly number[]): Float64Array {
  return Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : numbers[code]))
}

/** Kinds of the missing cells: in a column of numbers, texts other than codes get a letter of their own, with a label. */
function namedKinds(what: ColumnToWrite, textKinds: readonly string[] | null, textsAmongNumbers: boolean): Kinds {
  const { column } = what
  const rows = column.kind === 'numeric' ? column.values.length : column.codes.length
  const kinds = missingKinds(rows)
  const labels = new Map<string, string>()
  const known = new Map<string, string>()
  for (let r = 0; r < rows; r++) {
    if (!isMissing(column, r)) continue
    const text = missingText(what, r).trim()
    let kind = known.get(text)
    if (kind === undefined) {
      kind = textKinds ? textKind(text, textKinds) : numberKind(text, textsAmongNumbers ? null : labels)
      known.set(text, kind)
    }
    kinds.note(r, kind)
  }
  return { missing: kinds.finish(), labels }
}

/** `NA` means no value, unless the dictionary names it. */
const textKind = (text: string, said: readonly string[]): string => (text === 'NA' && !said.includes(text) ? '' : text)

function numberKind(text: string, labels: Map<string, string> | null): string {
  if (text === '' || text === 'NA' || text === '.') return ''
  if (/^\.[a-z_]$/.test(text)) return text
  if (Number.isFinite(Number(text))) return String(Number(text))
  if (labels === null) return text
  const kind = `.${String.fromCharCode(97 + Math.min(labels.size, 25))}`
  labels.set(kind, text)
  return kind
}

function usedLabels(
  { cells, description }: Made,
  missing: MissingKinds | null,
): ReadonlyMap<string, string> | undefined {
  const { labels } = description
  if (labels === undefined || labels.size === 0) return undefined
  const used = new Set(missing?.texts)
  if (cells.kind === 'numbers') for (const value of new Set(cells.values)) used.add(String(value))
  else for (const code of new Set(cells.codes)) if (code >= 0) used.add(cells.levels[code])
  return new Map([...labels].filter(([text]) => used.has(text)))
}

function usedMissing(said: MissingDefinition | undefined, kinds: MissingKinds | null): MissingDefinition | undefined {
  if (said === undefined || kinds === null) return undefined
  const values = said.values.filter((text) => kinds.texts.includes(text))
  const [low, high] = said.range ?? [Number.NaN, Number.NaN]
  const inRange = kinds.texts.some((text) => text !== '' && Number(text) >= low && Number(text) <= high)
  if (values.length === 0 && !inRange) return undefined
  return { values, range: inRange ? said.range : undefined }
}
