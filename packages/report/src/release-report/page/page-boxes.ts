import { styleText, shownName } from './page-text.js'

/** Content of the margins of every printed page. */
export interface PageMargins {
  readonly classification: 'internal' | 'public'
  /** Subject of the page, with the hash that identifies it. */
  readonly about: string
  readonly isDraft?: boolean
}

/** Height and width of the text on a printed page, in millimetres: A4 without the margins. */
export const paper = { width: 210 - 2 * 17, height: 297 - 22 - 19 } as const

const looks = {
  internal: { word: '■ INTERNAL', also: ' – do not pass on', colour: '#7a4100', line: 'dashed' },
  public: { word: '▲ PUBLIC', also: '', colour: '#0b5f45', line: 'solid' },
} as const

/**
 * Returns the margins of printed pages: the classification at every top, by word, shape and style of line; the file and
 * the page number at every foot.
 */
export function pageBoxes({ classification, about, isDraft = false }: PageMargins): string {
  const { word, also, colour, line } = looks[classification]
  const font = 'font:8pt/1.2 Inter,system-ui,sans-serif'
  const top = `vertical-align:bottom;padding-bottom:1.4mm;margin-bottom:3mm;border-bottom:1.2pt ${line} ${colour};color:${colour};${font};font-weight:600`
  const foot = `vertical-align:top;padding-top:2mm;color:#5a626b;${font}`
  return [
    '@page{size:A4;margin:22mm 17mm 19mm;',
    `@top-left{content:${styleText(word + also)};${top}}`,
    `@top-center{content:${styleText(isDraft ? 'DRAFT – NOT A RELEASE' : '')};${top}}`,
    `@top-right{content:${styleText('page ')} counter(page) " of " counter(pages);${top}}`,
    `@bottom-left{content:${styleText(shownName(about, 90))};width:80%;${foot}}`,
    `@bottom-right{content:${styleText(word)};width:20%;${foot};color:${colour}}}`,
  ].join('')
}
