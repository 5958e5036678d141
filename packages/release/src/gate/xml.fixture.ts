/** Element of a document, with its content. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Reads XML, as strictly as the recommendation requires for the written documents; throws if it is not well-formed. */
export function parseXml(source: string): XmlElement {
  const head = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(source)
  if (!head) throw new Error('no declaration')
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(source)) throw new Error('a character that is none')
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  const token = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  token.lastIndex = head[0].length
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const found = token.exec(source)
    if (!found) throw new Error(`not well-formed at ${at}: ${source.slice(at, at + 40)}`)
    const [, closing, name, attributes, empty, text] = found
    const last = open[open.length - 1]
    if (text !== undefined) {
      if (text.includes(']]>')) throw new Error(']]> in a text')
      last.text += unescaped(text)
    } else if (closing) {
      if (last.name !== name) throw new Error(`</${name}> closes <${last.name}>`)
      open.pop()
    } else {
      const element = { name, attributes: attributesOf(attributes), children: [], text: '' }
      last.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (open.length > 1 || top.children.length !== 1) throw new Error('not one whole element')
  return top.children[0]
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/\s+([\w.-]+)="([^"<]*)"/g)].map(
    ([, name, value]) => [name, unescaped(value)] as const,
  )
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error('an attribute twice')
  return Object.fromEntries(pairs)
}

function unescaped(text: string): string {
  return text.replace(/&([^;&\s]*);?/g, (whole, name: string) => {
    const code = /^#(\d+)$/.exec(name)?.[1]
    const value = code === undefined ? entities[name] : String.fromCodePoint(Number(code))
    if (value === undefined || !whole.endsWith(';')) throw new Error(`${whole} is no entity`)
    return value
  })
}
