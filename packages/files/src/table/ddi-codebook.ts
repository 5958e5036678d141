import type { ColumnDescription, Measure } from '../dictionary/dictionary.js'
import { kindAt } from '../dictionary/missing-kinds.js'
import type { StatColumn, StatTable } from '../dictionary/stat-table.js'

/** Largest number of different texts of a column without labels that are listed as its categories. */
const MOST_TEXTS = 50

/** Element of XML: its name, its attributes, and its elements or its text. An attribute without a value is left out. */
type Element = readonly [
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  content: readonly Element[] | string,
]

/**
 * Describes a file by DDI-Codebook 2.5, the metadata standard of data archives: its variables with their labels,
 * categories and frequencies, formats, and the values that mean missing. The description contains only what the table
 * has, no time and no author; the same table gives the same text.
 *
 * @param table - Table of the file, from `statOfTable`.
 * @param file - Name of the file.
 * @returns The XML document.
 * @see DDI Alliance, DDI-Codebook 2.5 XML Schema, 2012
 */
export function ddiCodebook(table: StatTable, file: string): string {
  const { rows, columns, fileLabel, weight } = table
  const title: Element = ['titlStmt', {}, [['titl', {}, fileLabel ?? file]]]
  const dimensions: Element[] = [
    ['caseQnty', {}, String(rows)],
    ['varQnty', {}, String(columns.length)],
  ]
  const fileText: Element[] = [
    ['fileName', {}, file],
    ['dimensns', {}, dimensions],
  ]
  const book: Element = [
    'codeBook',
    { xmlns: 'ddi:codebook:2_5', version: '2.5' },
    [
      ['stdyDscr', {}, [['citation', {}, [title]]]],
      ['fileDscr', { ID: 'F1' }, [['fileTxt', {}, fileText]]],
      ['dataDscr', {}, columns.map((column, i) => variable(column, `V${i + 1}`, column.name === weight))],
    ],
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlOf(book, '')}`
}

const natures: Readonly<Record<Measure, string>> = { nominal: 'nominal', ordinal: 'ordinal', scale: 'interval' }

function variable(column: StatColumn, id: string, isWeight: boolean): Element {
  const { name, description } = column
  const { label, measure, time } = description
  const { values, kinds, valid, invalid } = counts(column)
  const isText = column.cells.kind === 'texts'
  const isCode = description.labels !== undefined || (isText && values.size <= MOST_TEXTS)
  const attributes = {
    ID: id,
    name,
    files: 'F1',
    wgt: isWeight ? 'wgt' : undefined,
    intrvl: isText || isCode ? 'discrete' : 'contin',
    nature: measure && natures[measure],
    representationType: time !== undefined ? 'datetime' : isCode ? 'code' : isText ? 'text' : 'numeric',
  }
  return [
    'var',
    attributes,
    [
      ...labelOf(label),
      ...invalidRange(description),
      ['sumStat', { type: 'vald' }, String(valid)],
      ['sumStat', { type: 'invd' }, String(invalid)],
      ...(isCode ? categories(values, description, false) : []),
      ...categories(kinds, description, true),
      format(description, isText),
    ],
  ]
}

function labelOf(label: string | undefined): Element[] {
  return label === undefined ? [] : [['labl', {}, label]]
}

interface Counts {
  /** Number of records with each value, and with each kind of missing values except system-missing. */
  readonly values: ReadonlyMap<string, number>
  readonly kinds: ReadonlyMap<string, number>
  readonly valid: number
  readonly invalid: number
}

function counts({ cells, description }: StatColumn): Counts {
  const [values, kinds] = [new Map<string, number>(), new Map<string, number>()]
  const add = (to: Map<string, number>, text: string): void => void to.set(text, (to.get(text) ?? 0) + 1)
  const isCounted = cells.kind === 'texts' || description.labels !== undefined
  const rows = cells.kind === 'texts' ? cells.codes.length : cells.values.length
  let valid = 0
  for (let i = 0; i < rows; i++) {
    if (cells.kind === 'texts' ? cells.codes[i] < 0 : Number.isNaN(cells.values[i])) {
      const kind = kindAt(cells.missing, i)
      if (kind !== '') add(kinds, kind)
      continue
    }
    valid++
    if (isCounted) add(values, cells.kind === 'texts' ? cells.levels[cells.codes[i]] : String(cells.values[i]))
  }
  return { values, kinds, valid, invalid: rows - valid }
}

/** Categories that occur, with their frequencies: those with labels in the order of the labels, then the others. */
function categories(found: ReadonlyMap<string, number>, { labels }: ColumnDescription, isMissing: boolean): Element[] {
  const labelled = [...(labels?.keys() ?? [])].filter((value) => found.has(value))
  const others = [...found.keys()].filter((value) => labels?.has(value) !== true)
  return [...labelled, ...others].map((value) => [
    'catgry',
    { missing: isMissing ? 'Y' : undefined },
    [['catValu', {}, value], ...labelOf(labels?.get(value)), ['catStat', { type: 'freq' }, String(found.get(value))]],
  ])
}

function invalidRange({ missing }: ColumnDescription): Element[] {
  if (missing === undefined) return []
  const { values, range } = missing
  const items = values.map((value): Element => ['item', { UNITS: unitsOf(Number(value)), VALUE: value }, []])
  if (range === undefined) return items.length === 0 ? [] : [['invalrng', {}, items]]
  const [min, max] = range.map((bound) => (Number.isFinite(bound) ? String(bound) : undefined))
  const units = range.map(unitsOf).includes('REAL') ? 'REAL' : undefined
  return [['invalrng', {}, [...items, ['range', { UNITS: units, min, max }, []]]]]
}

/** Numbers are whole by default. */
function unitsOf(value: number): 'REAL' | undefined {
  return Number.isFinite(value) && !Number.isInteger(value) ? 'REAL' : undefined
}

function format({ format: formatname, time }: ColumnDescription, isText: boolean): Element {
  const category = time === 'datetime' ? 'date' : time
  return ['varFormat', { type: isText ? 'character' : 'numeric', formatname, ...schemaOf(formatname), category }, []]
}

/** The program of a format's notation: `%td`, `DATE9.` or `$CHAR8.`, `F8.2`. */
function schemaOf(format: string | undefined): Record<string, string> {
  if (format === undefined) return {}
  if (format.startsWith('%')) return { schema: 'other', otherSchema: 'Stata' }
  return { schema: /^[$\d]|\.$/.test(format) ? 'SAS' : 'SPSS' }
}

function xmlOf([name, attributes, content]: Element, indent: string): string {
  const own = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escaped(value)}"`,
  )
  const begin = `${indent}<${name}${own.join('')}`
  if (content.length === 0) return `${begin}/>\n`
  if (typeof content === 'string') return `${begin}>${escaped(content)}</${name}>\n`
  return `${begin}>\n${content.map((element) => xmlOf(element, `${indent}  `)).join('')}${indent}</${name}>\n`
}

/** Escapes text for XML; letters that XML does not have are replaced. */
function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex
  const allowed = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
  return allowed.replace(/[&<>"\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
