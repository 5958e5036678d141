import { escaped } from '../html-text.js'
import type { Crosstab, CrosstabSheet } from './crosstab.js'
import { tablePageStyle } from './table-page-style.js'

/** Text and mark of a cell of the page. */
export interface PageCell {
  readonly text: string
  readonly mark?: 'primary' | 'secondary' | 'suppressed' | undefined
}

/** A list: column names above, rows of cells below; numbers are aligned to the right. */
export interface PageList {
  readonly heading: string
  readonly note?: string | undefined
  readonly names: readonly { readonly name: string; readonly align: 'left' | 'right' }[]
  readonly rows: readonly (readonly string[])[]
}

/** A self-contained page of a protected table. */
export interface TablePage {
  /** The `internal` version shows more than is published. */
  readonly version: 'internal' | 'public'
  readonly title: string
  readonly subtitle: string
  /** Verdict, in one or two sentences. */
  readonly verdict: string
  readonly crosstab: Crosstab
  readonly cell: (cell: number) => PageCell
  /** Meanings of the marks. */
  readonly legend: readonly (readonly [mark: string, meaning: string])[]
  readonly lists?: readonly PageList[] | undefined
  /** Pictures (SVG) with their headings. */
  readonly pictures?: readonly { readonly heading: string; readonly svg: string }[] | undefined
  readonly footer: string
}

const bands = {
  internal: '■ INTERNAL: tells which cells are sensitive. Do not pass on.',
  public: '□ PUBLIC: nothing but what is published',
} as const

/**
 * Returns the page as one HTML file without a script. It loads nothing, and has styles for light and dark screens and
 * for paper.
 *
 * @param page - Contents; every text is escaped.
 * @returns The HTML.
 */
export function tablePage(page: TablePage): string {
  const { version, title, subtitle, verdict, crosstab, cell, legend, lists = [], pictures = [], footer } = page
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="sdc-classification" content="${version}">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escaped(title)}</title><style>${tablePageStyle}</style></head><body><main>\n`,
    `<div class="band ${version}">${bands[version]}</div>\n`,
    `<h1>${escaped(title)}</h1><p class="soft">${escaped(subtitle)}</p>\n`,
    `<p class="verdict">${escaped(verdict)}</p>\n`,
    ...crosstab.sheets.map((sheet) => sheetHtml(crosstab, sheet, cell)),
    legend.length === 0 ? '' : `<dl class="legend">${legend.map(legendEntry).join('')}</dl>\n`,
    ...lists.map(listHtml),
    ...pictures.map(
      ({ heading, svg }) => `<section class="page"><h2>${escaped(heading)}</h2><figure>${svg}</figure></section>\n`,
    ),
    `<footer>${escaped(footer)}</footer>\n</main></body></html>\n`,
  ].join('')
}

function sheetHtml(
  { rowName, columnName, rows, columns, sheets }: Crosstab,
  sheet: CrosstabSheet,
  cell: TablePage['cell'],
): string {
  const heads = columns.map(
    ({ label, isTotal }) => `<th scope="col" class="n${isTotal ? ' total' : ''}">${escaped(label)}</th>`,
  )
  const lines = rows.map(({ label, depth, isTotal }, i) => {
    const cells = columns.map((_, j) => cellHtml(sheet.cells[i * columns.length + j], cell, columns[j].isTotal))
    const place = `${isTotal ? 'total ' : ''}d${Math.min(depth, 8)}`
    return `<tr${isTotal ? ' class="total"' : ''}><th scope="row" class="${place}">${escaped(label)}</th>${cells.join('')}</tr>`
  })
  const above =
    columnName === ''
      ? ''
      : `<tr><th></th><th class="over" colspan="${columns.length}" scope="colgroup">${escaped(columnName)}</th></tr>`
  const name = sheet.title === '' ? `${rowName}${columnName === '' ? '' : ` by ${columnName}`}` : sheet.title
  const caption = sheets.length > 1 || sheet.title !== '' ? `<caption>${escaped(sheet.title)}</caption>` : ''
  return boxed(
    `<table class="cross">${caption}<thead>${above}<tr><th scope="col">${escaped(rowName)}</th>${heads.join('')}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table>`,
    name,
    columns.length,
  )
}

/** Tables of more columns get a hint that they scroll. */
const WIDE = 8

/** Returns a table in a box that scrolls sideways, also by keyboard, with a hint if it is wide. */
function boxed(table: string, name: string, columns: number): string {
  const hint = columns > WIDE ? '<p class="soft hint">Wide table: scroll sideways to see all columns.</p>' : ''
  return `${hint}<div class="scroll" role="region" tabindex="0" aria-label="${escaped(name)}">${table}</div>\n`
}

function cellHtml(cell: number, of: TablePage['cell'], isTotal: boolean): string {
  if (cell < 0) return '<td class="n"></td>'
  const { text, mark } = of(cell)
  return `<td class="n${mark === undefined ? '' : ` ${mark}`}${isTotal ? ' total' : ''}">${escaped(text)}</td>`
}

function legendEntry([mark, meaning]: readonly [string, string]): string {
  return `<div><dt>${escaped(mark)}</dt><dd>${escaped(meaning)}</dd></div>`
}

function listHtml({ heading, note = '', names, rows }: PageList): string {
  const look = (j: number): string => (names[j].align === 'right' ? ' class="n"' : '')
  const heads = names.map(({ name }, j) => `<th scope="col"${look(j)}>${escaped(name)}</th>`)
  const lines = rows.map((row) => `<tr>${row.map((text, j) => `<td${look(j)}>${escaped(text)}</td>`).join('')}</tr>`)
  const said = note === '' ? '' : `<p class="soft">${escaped(note)}</p>`
  const table = `<table><thead><tr>${heads.join('')}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table>`
  return `<section><h2>${escaped(heading)}</h2>${said}${boxed(table, heading, names.length)}</section>\n`
}
