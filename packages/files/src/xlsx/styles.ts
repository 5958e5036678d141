import { timeStyle, type TimeStyle } from './dates.js'
import { visitXml } from './xml.js'

/**
 * Reads the cell styles of a workbook that show dates or times.
 *
 * @param xml - `styles.xml`; undefined if the book has none.
 * @returns Kind by style number; undefined for numbers and texts.
 */
export function timeStyles(xml: Iterable<string> | undefined): readonly (TimeStyle | undefined)[] {
  const codes = new Map<number, string>()
  const formats: number[] = []
  let inside = false
  visitXml(xml ?? [], {
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
  return formats.map((id) => timeStyle(id, codes.get(id)))
}
