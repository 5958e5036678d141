import { escapedXml } from './xml.js'
import type { ZipPart } from './zip.js'

/** A sheet of a workbook to write. */
export interface SheetPart {
  /** Name from `sheetNames`. */
  readonly name: string
  /** The elements of its worksheet. */
  readonly xml: Iterable<string>
}

/** Styles of cells, by their numbers. */
export const BOLD = 1
export const DATE_STYLE = 2
export const DATETIME_STYLE = 3
export const MILLISECOND_STYLE = 4
export const TIME_STYLE = 5

/** Largest number of letters of a cell of a workbook. */
export const LONGEST_TEXT = 32_767

const formats = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm:ss', 'yyyy\\-mm\\-dd\\ hh:mm:ss.000', 'hh:mm:ss']
const FIRST_FORMAT = 164
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * Returns the parts of a workbook: its sheets, its styles, and their links. It contains no time, author, program or
 * document properties.
 *
 * @param sheets - Its sheets, at least one.
 * @returns The parts, for `zipped`.
 * @see ECMA-376-1, 18
 */
export function bookParts(sheets: readonly SheetPart[]): ZipPart[] {
  const each = (of: (sheet: SheetPart, number: number) => string): string =>
    sheets.map((sheet, i) => of(sheet, i + 1)).join('')
  const part = (n: number): string => `worksheets/sheet${n}.xml`
  const texts: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/${part(n)}" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    ],
    ['_rels/.rels', relations(`<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`)],
    [
      'xl/workbook.xml',
      `<workbook ${main} xmlns:r="${office}"><sheets>${each(({ name }, n) => `<sheet name="${escapedXml(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        `${each((_, n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="${part(n)}"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/>`,
      ),
    ],
    ['xl/styles.xml', styles()],
  ]
  return [
    ...texts.map(([name, text]) => [name, [head, text]] as const),
    ...sheets.map(({ xml }, i) => [`xl/${part(i + 1)}`, worksheet(xml)] as const),
  ]
}

function relations(own: string): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${own}</Relationships>`
}

function styles(): string {
  const codes = formats.map((code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${code}"/>`)
  const plain = 'fillId="0" borderId="0" xfId="0"'
  const cells = formats.map((_, i) => `<xf numFmtId="${FIRST_FORMAT + i}" fontId="0" ${plain} applyNumberFormat="1"/>`)
  return `<styleSheet ${main}><numFmts count="${codes.length}">${codes.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${2 + cells.length}"><xf numFmtId="0" fontId="0" ${plain}/><xf numFmtId="0" fontId="1" ${plain} applyFont="1"/>${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

function worksheet(xml: Iterable<string>): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      yield `${head}<worksheet ${main}>`
      yield* xml
      yield '</worksheet>'
    },
  }
}
