import { SdcError } from '@sdc/core'
import { zipSync } from 'fflate'
import { cellPlace } from './cell-place.js'
import { withEscapes } from './escapes.js'
import { escapedXml } from './xml.js'

/** A sheet to write. */
export interface XlsxSheet {
  /** As `sheetNames` gives it. */
  readonly name: string
  readonly rows: readonly (readonly (string | number | boolean | null)[])[]
  /** The rows in bold, from 0. */
  readonly bold?: ReadonlySet<number> | undefined
}

const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 16_384
const LONGEST_TEXT = 32_767
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * An Excel workbook of values. The same sheets give the same bytes: it holds no time, no author, no program, and no
 * properties of a document.
 *
 * @param sheets - Its sheets, one at least. Numbers are written with the digits that read back bit-equal, text as text.
 * @returns The file.
 * @throws NOT_NUMERIC for a number that is not finite; BAD_OPTION for more rows, columns or letters than a sheet or cell holds
 * @see ECMA-376-1, 18
 */
export function writeXlsx(sheets: readonly XlsxSheet[]): Uint8Array {
  const each = (of: (sheet: XlsxSheet, number: number) => string): string =>
    sheets.map((sheet, i) => of(sheet, i + 1)).join('')
  const part = (n: number): string => `worksheets/sheet${n}.xml`
  const texts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/${part(n)}" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': relations(`<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets>${each(({ name }, n) => `<sheet name="${escapedXml(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      `${each((_, n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="${part(n)}"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/>`,
    ),
    'xl/styles.xml': styles,
  }
  for (const [i, sheet] of sheets.entries()) texts[`xl/${part(i + 1)}`] = sheetXml(sheet)
  const encoder = new TextEncoder()
  const files = Object.entries(texts).map(([name, text]) => [name, encoder.encode(head + text)] as const)
  // The first day that a ZIP file knows, of the zone that fflate takes the fields of.
  return zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0, 1), level: 6 })
}

function relations(own: string): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${own}</Relationships>`
}

/** Style 1 is bold. */
const styles = `<styleSheet ${main}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

function sheetXml({ name, rows, bold }: XlsxSheet): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (rows.length > MOST_ROWS || columns > MOST_COLUMNS) {
    const message = `the sheet "${name}" would have ${rows.length} rows and ${columns} columns; a workbook holds 1,048,576 and 16,384`
    throw new SdcError('BAD_OPTION', message, {}, 'Write it as CSV.')
  }
  const written = rows.map((cells, r) => {
    const style = bold?.has(r) === true ? ' s="1"' : ''
    return `<row r="${r + 1}">${cells.map((cell, c) => cellXml(cell, cellPlace(r, c), style)).join('')}</row>`
  })
  return `<worksheet ${main}><sheetData>${written.join('')}</sheetData></worksheet>`
}

function cellXml(cell: string | number | boolean | null, place: string, style: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'boolean') return `<c r="${place}"${style} t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number') {
    if (Number.isFinite(cell)) return `<c r="${place}"${style}><v>${cell}</v></c>`
    throw new SdcError('NOT_NUMERIC', `${place} would be ${cell}, which a cell cannot hold`, {}, 'Leave it empty.')
  }
  if (cell.length > LONGEST_TEXT) {
    const message = `${place} has a text of ${cell.length} letters; a cell of a workbook holds 32,767`
    throw new SdcError('BAD_OPTION', message, {}, 'Write it as CSV.')
  }
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapedXml(withEscapes(cell))}</t></is></c>`
}
