import { listed, option, SdcError } from '@sdc/core'
import { broken } from './broken.js'
import { sharedTexts, visitCells, type CellSink, type SheetForm } from './read-sheet.js'
import { timeStyles } from './styles.js'
import { unzip } from './unzip.js'
import { visitXml } from './xml.js'

/** A sheet of a workbook. */
export interface XlsxSheetName {
  readonly name: string
  /** True if the workbook hides it; a hidden one is read only if it is named. */
  readonly isHidden: boolean
}

/** A workbook without its sheets read. */
export interface Book {
  readonly file: string | undefined
  /** The pieces of a part; undefined if it does not exist. */
  readonly text: (part: string) => Iterable<string> | undefined
  readonly links: ReadonlyMap<string, Link>
  readonly sheets: readonly LinkedSheet[]
  readonly from1904: boolean
}

/**
 * Opens a workbook.
 *
 * @param bytes - The file.
 * @param file - Name of the file, for messages.
 * @returns The workbook.
 * @throws FILE if it is not a workbook
 */
export function openBook(bytes: Uint8Array, file: string | undefined): Book {
  const part = unzip(bytes, file)
  const text = (name: string): Iterable<string> | undefined => {
    const found = part(name)
    return found && { [Symbol.iterator]: () => decoded(found, name, file) }
  }
  const book = text('xl/workbook.xml')
  if (book === undefined) throw broken('is not an Excel workbook (.xlsx)', file)
  const links = linksOf(text('xl/_rels/workbook.xml.rels') ?? [])
  return { file, text, links, ...sheetsOf(book, links) }
}

function* decoded(pieces: Iterable<Uint8Array>, name: string, file: string | undefined): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const next = (piece?: Uint8Array): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw broken(`has a part, ${name}, that is not in UTF-8`, file)
    }
  }
  for (const piece of pieces) yield next(piece)
  yield next()
}

/**
 * Visits the cells of a sheet.
 *
 * @param book - Its workbook.
 * @param sheet - The sheet.
 * @param sink - Receives its cells.
 * @returns Its form.
 * @throws FILE if the sheet is damaged
 */
export function visitSheet(book: Book, sheet: LinkedSheet, sink: CellSink): SheetForm {
  const { text, links, file } = book
  const linked = (kind: string): string | undefined => [...links.values()].find((link) => link.kind === kind)?.target
  const texts = sharedTexts(text(linked('sharedStrings') ?? 'xl/sharedStrings.xml'))
  const styles = timeStyles(text(linked('styles') ?? 'xl/styles.xml'))
  const xml = text(sheet.part)
  const form = texts && xml && visitCells(xml, { texts, styles }, sink)
  if (form === undefined) throw broken(`has a broken sheet "${sheet.name}"`, file)
  return form
}

/** A link from the workbook to one of its parts. */
export interface Link {
  /** The last word of its type: worksheet, styles, sharedStrings. */
  readonly kind: string
  readonly target: string
}

function linksOf(xml: Iterable<string>): Map<string, Link> {
  const links = new Map<string, Link>()
  visitXml(xml, {
    begin: (name, attributes) => {
      if (name !== 'Relationship') return
      const { Id = '', Type = '', Target = '' } = attributes()
      const target = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
      links.set(Id, { kind: Type.split('/').at(-1) ?? '', target })
    },
    end: () => {},
    text: () => {},
  })
  return links
}

/** A sheet and the part with its cells. */
export interface LinkedSheet extends XlsxSheetName {
  readonly part: string
}

function sheetsOf(
  xml: Iterable<string>,
  links: ReadonlyMap<string, Link>,
): { sheets: LinkedSheet[]; from1904: boolean } {
  const sheets: LinkedSheet[] = []
  let from1904 = false
  visitXml(xml, {
    begin: (name, attributes) => {
      if (name === 'workbookPr') from1904 ||= ['1', 'true'].includes(attributes().date1904)
      if (name !== 'sheet') return
      const { name: own = '', state = 'visible', id = '' } = attributes()
      const link = links.get(id)
      // A sheet of a chart has no cells.
      if (link?.kind === 'worksheet') sheets.push({ name: own, isHidden: state !== 'visible', part: link.target })
    },
    end: () => {},
    text: () => {},
  })
  return { sheets, from1904 }
}

/**
 * Chooses the sheet of a name, or the only visible one with cells, apart from a code book.
 *
 * @param book - The workbook.
 * @param wanted - Name of the sheet.
 * @returns The sheet.
 * @throws BAD_OPTION if the sheet does not exist, or several are visible and none is named
 */
export function chosenSheet(book: Book, wanted: string | undefined): LinkedSheet {
  const { sheets, file } = book
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const place = { file, parameter: 'sheet' }
  if (wanted !== undefined) {
    const found = sheets.find(({ name }) => name === wanted)
    if (found !== undefined) return found
    const message = `${file ?? 'the workbook'} has no sheet "${wanted}"`
    throw new SdcError('BAD_OPTION', message, place, `It has ${namesOf(shown)}.`)
  }
  // Workbooks from before 2013 begin with three sheets, two of them usually empty.
  const filled = shown.length > 1 ? shown.filter((sheet) => hasCells(book, sheet)) : shown
  if (filled.length === 1) return filled[0]
  // A code book describes the other sheet, as in the workbooks that sdc writes.
  const data = filled.filter(({ name }) => name.toLowerCase() !== 'codebook')
  if (data.length === 1) return data[0]
  if (filled.length === 0) throw broken('has no sheet with cells', file)
  const message = `${file ?? 'the workbook'} has ${filled.length} sheets: ${namesOf(filled)}`
  const choices = filled.map(({ name }) => name)
  const fix = `Name one: ${option('sheet', JSON.stringify(choices[0]))}.`
  throw new SdcError('BAD_OPTION', message, { ...place, choices }, fix)
}

function namesOf(sheets: readonly LinkedSheet[]): string {
  return listed(sheets.map(({ name }) => `"${name}"`))
}

/** Returns true if a sheet has a cell with a value, a text or a formula; stops at the first. */
function hasCells({ text }: Book, { part }: LinkedSheet): boolean {
  let found = false
  const untilFound = function* (pieces: Iterable<string>): Generator<string> {
    for (const piece of pieces) {
      if (found) return
      yield piece
    }
  }
  visitXml(untilFound(text(part) ?? []), {
    begin: (name) => void (found ||= name === 'v' || name === 't' || name === 'f'),
    end: () => {},
    text: () => {},
  })
  return found
}
