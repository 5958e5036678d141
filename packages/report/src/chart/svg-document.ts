/** What the text of an element may not hold as it stands; attributes may not hold their quotation mark either. */
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const svgNamespace = 'http://www.w3.org/2000/svg'

/** A node of a picture: an element, or a text within one. */
export type SvgNode = SvgElement | SvgText

/** A text within an element. */
export class SvgText {
  parentNode: SvgElement | null = null

  constructor(readonly data: string) {}

  /** The text of its own, for what asks every node for its markup. */
  get outerHTML(): string {
    return this.data.replace(/[&<>]/g, (letter) => escapes[letter])
  }
}

/**
 * An element of a picture, with as much of the DOM's interface as Observable Plot asks of one. Attributes are written in
 * the order in which they were first set, so that the same calls give the same text in every engine.
 */
export class SvgElement {
  readonly namespaceURI = svgNamespace
  readonly childNodes: SvgNode[] = []
  parentNode: SvgElement | null = null
  readonly #attributes = new Map<string, string>()

  constructor(
    readonly ownerDocument: SvgDocument,
    readonly tagName: string,
  ) {}

  /** The elements among its children. */
  get children(): readonly SvgElement[] {
    return this.childNodes.filter((child) => child instanceof SvgElement)
  }

  /** Its first child; null where it has none. */
  get firstChild(): SvgNode | null {
    return this.childNodes[0] ?? null
  }

  /** All text within it; setting it replaces what was there. */
  get textContent(): string {
    return this.childNodes.map((child) => (child instanceof SvgText ? child.data : child.textContent)).join('')
  }

  set textContent(text: string) {
    while (this.childNodes.length > 0) this.removeChild(this.childNodes[0])
    if (text !== '') this.appendChild(new SvgText(text))
  }

  /** Its markup: of nothing within it a tag that closes itself. */
  get outerHTML(): string {
    const attributes = [...this.#attributes].map(
      ([name, value]) => ` ${name}="${value.replace(/[&<>"]/g, (letter) => escapes[letter])}"`,
    )
    const within = this.childNodes.map((child) => child.outerHTML).join('')
    const tag = `<${this.tagName}${attributes.join('')}`
    return within === '' ? `${tag}/>` : `${tag}>${within}</${this.tagName}>`
  }

  /** The value of an attribute; null where it has none of that name. */
  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null
  }

  /** Sets an attribute. */
  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, String(value))
  }

  /** Sets an attribute; pictures write their prefixes themselves. */
  setAttributeNS(_: string | null, name: string, value: unknown): void {
    this.setAttribute(name, value)
  }

  /** Takes an attribute away. */
  removeAttribute(name: string): void {
    this.#attributes.delete(name)
  }

  /** Adds a node behind its children. */
  appendChild<Node extends SvgNode>(child: Node): Node {
    return this.insertBefore(child, null)
  }

  /** Adds nodes and texts behind its children. */
  append(...children: readonly (SvgNode | string)[]): void {
    for (const child of children) this.appendChild(typeof child === 'string' ? new SvgText(child) : child)
  }

  /** Adds a node before one of its children, or behind all where that is null; it leaves the place where it was. */
  insertBefore<Node extends SvgNode>(child: Node, before: SvgNode | null): Node {
    child.parentNode?.removeChild(child)
    const at = before === null ? -1 : this.childNodes.indexOf(before)
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, child)
    child.parentNode = this
    return child
  }

  /** Takes a child away. */
  removeChild<Node extends SvgNode>(child: Node): Node {
    const at = this.childNodes.indexOf(child)
    if (at >= 0) this.childNodes.splice(at, 1)
    child.parentNode = null
    return child
  }

  /** Leaves its parent. */
  remove(): void {
    this.parentNode?.removeChild(this)
  }

  /** The elements within it that have a tag, itself left out, from the first to the last in the text. */
  querySelectorAll(tag: string): SvgElement[] {
    return this.children.flatMap((child) => [...(child.tagName === tag ? [child] : []), ...child.querySelectorAll(tag)])
  }
}

/**
 * A document of its own for every picture. It is no browser's and no library's: the same code writes the same text in Node
 * and in a page, nothing of the page comes into it, and a page need not load a second DOM.
 */
export class SvgDocument {
  readonly documentElement: SvgElement = new SvgElement(this, 'svg')

  /** An element that stands nowhere yet. */
  createElementNS(_: string, tag: string): SvgElement {
    return new SvgElement(this, tag)
  }
}
