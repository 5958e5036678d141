/** Characters escaped in the text of an element and in attributes; quotation marks only matter in attributes. */
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const svgNamespace = 'http://www.w3.org/2000/svg'

/** A node of a picture: an element, or a text within one. */
export type SvgNode = SvgElement | SvgText

/** A text within an element. */
export class SvgText {
  parentNode: SvgElement | null = null

  constructor(readonly data: string) {}

  /** Its escaped text; the name is that of an element's markup, so that callers need not tell them apart. */
  get outerHTML(): string {
    return this.data.replace(/[&<>]/g, (letter) => escapes[letter])
  }
}

/**
 * An element of a picture, with the part of the DOM interface that Observable Plot uses. Attributes are written in the
 * order in which they were first set, so that the same calls give the same text in every engine.
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

  /** Child nodes that are elements. */
  get children(): readonly SvgElement[] {
    return this.childNodes.filter((child) => child instanceof SvgElement)
  }

  /** First child; null if there are no children. */
  get firstChild(): SvgNode | null {
    return this.childNodes[0] ?? null
  }

  /** All text within the element; setting it replaces the children. */
  get textContent(): string {
    return this.childNodes.map((child) => (child instanceof SvgText ? child.data : child.textContent)).join('')
  }

  set textContent(text: string) {
    while (this.childNodes.length > 0) this.removeChild(this.childNodes[0])
    if (text !== '') this.appendChild(new SvgText(text))
  }

  /** Markup of the element; an empty element is a self-closing tag. */
  get outerHTML(): string {
    const attributes = [...this.#attributes].map(
      ([name, value]) => ` ${name}="${value.replace(/[&<>"]/g, (letter) => escapes[letter])}"`,
    )
    const within = this.childNodes.map((child) => child.outerHTML).join('')
    const tag = `<${this.tagName}${attributes.join('')}`
    return within === '' ? `${tag}/>` : `${tag}>${within}</${this.tagName}>`
  }

  /** Returns the value of an attribute; null if it is not set. */
  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null
  }

  /** Sets an attribute. */
  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, String(value))
  }

  /** Sets an attribute; the namespace is ignored, since names are written with their prefix. */
  setAttributeNS(_: string | null, name: string, value: unknown): void {
    this.setAttribute(name, value)
  }

  /** Removes an attribute. */
  removeAttribute(name: string): void {
    this.#attributes.delete(name)
  }

  /** Appends a node to the children. */
  appendChild<Node extends SvgNode>(child: Node): Node {
    return this.insertBefore(child, null)
  }

  /** Appends nodes and texts to the children. */
  append(...children: readonly (SvgNode | string)[]): void {
    for (const child of children) this.appendChild(typeof child === 'string' ? new SvgText(child) : child)
  }

  /**
   * Inserts a node before one of the children, or at the end if `before` is null. The node is removed from its previous
   * parent.
   */
  insertBefore<Node extends SvgNode>(child: Node, before: SvgNode | null): Node {
    child.parentNode?.removeChild(child)
    const at = before === null ? -1 : this.childNodes.indexOf(before)
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, child)
    child.parentNode = this
    return child
  }

  /** Removes a child. */
  removeChild<Node extends SvgNode>(child: Node): Node {
    const at = this.childNodes.indexOf(child)
    if (at >= 0) this.childNodes.splice(at, 1)
    child.parentNode = null
    return child
  }

  /** Removes the element from its parent. */
  remove(): void {
    this.parentNode?.removeChild(this)
  }

  /** Returns the descendants with a tag, in document order. */
  querySelectorAll(tag: string): SvgElement[] {
    return this.children.flatMap((child) => [...(child.tagName === tag ? [child] : []), ...child.querySelectorAll(tag)])
  }
}

/**
 * A document for one picture. It depends neither on a browser nor on a library, so the same code writes the same text
 * in Node and in a page. A page needs no second DOM, and none of its content gets into the picture.
 */
export class SvgDocument {
  readonly documentElement: SvgElement = new SvgElement(this, 'svg')

  /** Creates an element without a parent. */
  createElementNS(_: string, tag: string): SvgElement {
    return new SvgElement(this, tag)
  }
}
