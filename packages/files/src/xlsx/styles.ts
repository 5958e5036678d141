import { isDateFormat } from './dates.js'
import { visitXml } from './xml.js'

/**
 * Which cell styles of a workbook show dates.
 *
 * @param xml - `styles.xml`; undefined where the book has none.
 * @returns For each style, by its number.
 */
export function dateStyles(xml: string | undefined): readonly boolean[] {
  const codes = new Map<number, string>()
  const formats: number[] = []
  let inside = false
  visitXml(xml ?? '', {
    begin: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes().numFmtId), attributes().formatCode ?? '')
      if (name === 'cellXfs') inside = true
      if (name === 'xf' && inside) formats.push(Number(attributes().numFmtId ?? 0))
    },
    end: (name) => {
      if (name === 'cellXfs') inside = false
    },
    text: () => {},
  })
  return formats.map((id) => isDateFormat(id, codes.get(id)))
}
