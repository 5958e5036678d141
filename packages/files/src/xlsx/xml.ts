/** What is done with the parts of a document; names come without their prefix. */
export interface XmlVisitor {
  begin(name: string, attributes: () => Readonly<Record<string, string>>): void
  end(name: string): void
  text(text: string): void
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Walks through an XML document once, from its beginning: elements, texts and CDATA. Comments, instructions and document
 * types are left out, and entities that a document defines itself are not replaced.
 *
 * @param xml - The document.
 * @param visitor - What is told of its parts, in their order.
 * @returns False where the document ends within a tag, comment or text of its own, or lacks the end of an element.
 */
export function visitXml(xml: string, visitor: XmlVisitor): boolean {
  let depth = 0
  for (let at = 0; at < xml.length;) {
    const open = xml.indexOf('<', at)
    if (open !== at) visitor.text(unescaped(open < 0 ? xml.slice(at) : xml.slice(at, open)))
    if (open < 0) break
    const letter = xml[open + 1]
    const aside = letter === '!' || letter === '?' ? asides.find(([begin]) => xml.startsWith(begin, open)) : undefined
    if (aside !== undefined) {
      const [begin, end] = aside
      const close = xml.indexOf(end, open + begin.length)
      if (close < 0) return false
      if (begin === CDATA) visitor.text(xml.slice(open + begin.length, close))
      at = close + end.length
      continue
    }
    const close = tagEnd(xml, open + 1)
    if (close < 0) return false
    const isEnd = letter === '/'
    const isEmpty = xml[close - 1] === '/'
    const inside = xml.slice(open + (isEnd ? 2 : 1), isEmpty ? close - 1 : close)
    const length = inside.search(/\s/)
    const name = withoutPrefix(length < 0 ? inside : inside.slice(0, length))
    if (!isEnd) visitor.begin(name, () => attributesOf(length < 0 ? '' : inside.slice(length)))
    if (isEnd || isEmpty) visitor.end(name)
    depth += isEmpty ? 0 : isEnd ? -1 : 1
    at = close + 1
  }
  return depth === 0
}

const CDATA = '<![CDATA['
const asides: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  [CDATA, ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
]

/** The `>` of a tag: not one in quotes. */
function tagEnd(xml: string, from: number): number {
  const close = xml.indexOf('>', from)
  if (close < 0) return -1
  const inside = xml.slice(from, close)
  // Few values hold one.
  if (inside.split('"').length % 2 === 1 && !inside.includes("'")) return close
  const tag = /[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y
  tag.lastIndex = from
  return tag.test(xml) ? tag.lastIndex - 1 : -1
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  // From one to the next without a gap: what is no attribute ends them, and is not gone through again from each letter.
  const next = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
  for (let one = next.exec(text); one !== null; one = next.exec(text)) {
    const [, name, double, single] = one
    found[withoutPrefix(name)] = unescaped(double ?? single)
  }
  return found
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? entities[name] : whole
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Text as XML has it. */
export function escapedXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '')
}
