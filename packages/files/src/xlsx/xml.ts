/** Receives the parts of a document; names come without their prefix. */
export interface XmlVisitor {
  begin(name: string, attributes: () => Readonly<Record<string, string>>): void
  end(name: string): void
  text(text: string): void
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Largest number of letters of one tag, comment or text: a cell contains up to 32,767, each with up to eight in escaped
 * form.
 */
const LONGEST = 2 ** 22

/**
 * Reads an XML document once, from its beginning: elements, texts and CDATA. Comments, instructions and document types
 * are left out, and entities that a document defines itself are not replaced.
 *
 * @param pieces - The document, cut anywhere.
 * @param visitor - Receives its parts, in order.
 * @returns False if the document ends within a tag or comment, lacks the end of an element, or has a part of more
 *   than four million letters.
 */
export function visitXml(pieces: Iterable<string>, visitor: XmlVisitor): boolean {
  const step = stepper(visitor)
  let rest = ''
  for (const piece of pieces) {
    const text = rest + piece
    rest = text.slice(step.through(text))
    if (rest.length > LONGEST) return false
  }
  if (rest.includes('<')) return false
  if (rest !== '') visitor.text(unescaped(rest))
  return step.depth() === 0
}

interface Stepper {
  /** Visits the complete parts of a text, and returns their end. */
  readonly through: (xml: string) => number
  /** Number of open elements. */
  readonly depth: () => number
}

function stepper(visitor: XmlVisitor): Stepper {
  let depth = 0
  const through = (xml: string): number => {
    for (let at = 0; ;) {
      const open = xml.indexOf('<', at)
      if (open < 0) return at
      if (open > at) visitor.text(unescaped(xml.slice(at, open)))
      at = open
      const letter = xml[open + 1]
      const aside = letter === '!' || letter === '?' ? asides.find(([begin]) => xml.startsWith(begin, open)) : undefined
      if (aside !== undefined) {
        const [begin, end] = aside
        const close = xml.indexOf(end, open + begin.length)
        if (close < 0) return at
        if (begin === CDATA) visitor.text(xml.slice(open + begin.length, close))
        at = close + end.length
        continue
      }
      const close = tagEnd(xml, open + 1)
      if (close < 0) return at
      tag(xml, open, close)
      at = close + 1
    }
  }
  const tag = (xml: string, open: number, close: number): void => {
    const isEnd = xml[open + 1] === '/'
    const isEmpty = xml[close - 1] === '/'
    const inside = xml.slice(open + (isEnd ? 2 : 1), isEmpty ? close - 1 : close)
    const length = inside.search(/\s/)
    const name = withoutPrefix(length < 0 ? inside : inside.slice(0, length))
    if (!isEnd) visitor.begin(name, () => attributesOf(length < 0 ? '' : inside.slice(length)))
    if (isEnd || isEmpty) visitor.end(name)
    depth += isEmpty ? 0 : isEnd ? -1 : 1
  }
  return { through, depth: () => depth }
}

const CDATA = '<![CDATA['
const asides: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  [CDATA, ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
]

/** Position of the `>` of a tag outside quotes. */
function tagEnd(xml: string, from: number): number {
  let quote = 0
  for (let at = from; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (quote !== 0) quote = code === quote ? 0 : quote
    else if (code === GREATER) return at
    else if (code === DOUBLE || code === SINGLE) quote = code
  }
  return -1
}

const GREATER = 0x3e
const DOUBLE = 0x22
const SINGLE = 0x27

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  // From one to the next without a gap: text that is not an attribute ends them, and is not searched again from each
  // letter.
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

/** Escapes text for XML. */
export function escapedXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '')
}
