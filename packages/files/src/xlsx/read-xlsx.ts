import { listed, option, SdcError } from '@sdc/core'
import { broken } from './broken.js'
import { sharedTexts, sheetCells, type MergedCells, type SheetContext } from './read-sheet.js'
import { dateStyles } from './styles.js'
import { unzip } from './unzip.js'
import type { XlsxCell } from './xlsx-cell.js'
import { visitXml } from './xml.js'

/** A sheet of a workbook. */
export interface XlsxSheetName {
  readonly name: string
  /** True if the workbook hides it; a hidden one is read only if it is named. */
  readonly isHidden: boolean
}

export interface XlsxOptions {
  /** The sheet to read; where none is named the book has to show one only. */
  readonly sheet?: string | undefined
  /** The name of the file, for messages. */
  readonly file?: string | undefined
}

/** One sheet of a workbook. */
export interface Xlsx {
  /** The name of the sheet. */
  readonly sheet: string
  /** Its rows, each as long as its last cell that is not empty. */
  readonly rows: readonly (readonly XlsxCell[])[]
  readonly merged: readonly MergedCells[]
}

/**
 * Reads a sheet of an Excel workbook (.xlsx): values only, for formulas the stored results. Numbers with the format of
 * a date are dates; text stays text.
 *
 * @param bytes - The file.
 * @param options - Which sheet.
 * @returns Its cells.
 * @throws FILE for a damaged file or one that is not a workbook; BAD_OPTION if the sheet does not exist, or several are
 *   shown and none is named. O(bytes unpacked).
 * @see ECMA-376-1, 18
 */
export function readXlsx(bytes: Uint8Array, { sheet, file }: XlsxOptions = {}): Xlsx {
  const { text, links, sheets, from1904 } = openBook(bytes, file)
  const chosen = chosenSheet(sheets, sheet, file)
  const linked = (kind: string): string | undefined => [...links.values()].find((link) => link.kind === kind)?.target
  const context: SheetContext = {
    texts: sharedTexts(text(linked('sharedStrings') ?? 'xl/sharedStrings.xml')),
    dates: dateStyles(text(linked('styles') ?? 'xl/styles.xml')),
    from1904,
  }
  const xml = text(chosen.part)
  const cells = xml === undefined ? undefined : sheetCells(xml, context)
  if (cells === undefined) throw broken(`has a broken sheet "${chosen.name}"`, file)
  return { sheet: chosen.name, ...cells }
}

/**
 * The sheets of a workbook that have cells.
 *
 * @param bytes - The file.
 * @param file - Its name, for messages.
 * @returns Their names, in their order.
 * @throws FILE for what is not a workbook
 */
export function xlsxSheets(bytes: Uint8Array, file?: string): XlsxSheetName[] {
  return openBook(bytes, file).sheets.map(({ name, isHidden }) => ({ name, isHidden }))
}

interface Book {
  readonly text: (part: string) => string | undefined
  readonly links: ReadonlyMap<string, Link>
  readonly sheets: readonly LinkedSheet[]
  readonly from1904: boolean
}

function openBook(bytes: Uint8Array, file: string | undefined): Book {
  const part = unzip(bytes, file)
  const text = (name: string): string | undefined => {
    const found = part(name)
    try {
      return found && new TextDecoder('utf-8', { fatal: true }).decode(found)
    } catch {
      throw broken(`has a part, ${name}, that is not in UTF-8`, file)
    }
  }
  const book = text('xl/workbook.xml')
  if (book === undefined) throw broken('is not an Excel workbook (.xlsx)', file)
  const links = linksOf(text('xl/_rels/workbook.xml.rels') ?? '')
  return { text, links, ...sheetsOf(book, links) }
}

interface Link {
  /** The last word of its type: worksheet, styles, sharedStrings. */
  readonly kind: string
  readonly target: string
}

function linksOf(xml: string): Map<string, Link> {
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

interface LinkedSheet extends XlsxSheetName {
  readonly part: string
}

function sheetsOf(xml: string, links: ReadonlyMap<string, Link>): { sheets: LinkedSheet[]; from1904: boolean } {
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

function chosenSheet(
  sheets: readonly LinkedSheet[],
  wanted: string | undefined,
  file: string | undefined,
): LinkedSheet {
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const found = wanted === undefined ? shown : sheets.filter(({ name }) => name === wanted)
  if (found.length === 1) return found[0]
  const names = listed(shown.map(({ name }) => `"${name}"`))
  const book = file ?? 'the workbook'
  if (shown.length === 0 && wanted === undefined) throw broken('has no sheet with cells', file)
  const message =
    wanted === undefined ? `${book} has ${shown.length} sheets: ${names}` : `${book} has no sheet "${wanted}"`
  const fix = wanted === undefined ? `Name one: ${option('sheet', JSON.stringify(shown[0].name))}.` : `It has ${names}.`
  throw new SdcError('BAD_OPTION', message, { file, parameter: 'sheet' }, fix)
}
