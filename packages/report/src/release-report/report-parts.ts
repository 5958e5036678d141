/** A part of a report: a section with its heading, and a line of the contents. */
export interface Part {
  readonly id: string
  readonly heading: string
  /** Empty: the part is left out. */
  readonly html: string
  /** Whether it begins a page of paper. */
  readonly hasPage?: boolean
}

/** The parts that there are, each as a section. */
export function partsHtml(parts: readonly Part[]): string {
  return parts
    .filter(({ html }) => html !== '')
    .map(
      ({ id, heading, html, hasPage = false }) =>
        `<section class="part${hasPage ? ' newpage' : ''}" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>\n${html}</section>\n`,
    )
    .join('')
}

/** Where each part is; on screens only, since paper has pages. */
export function contents(parts: readonly Part[]): string {
  const lines = parts
    .filter(({ html }) => html !== '')
    .map(({ id, heading }) => `<li><a href="#${id}">${heading}</a></li>`)
  return lines.length < 2 ? '' : `<nav aria-label="Contents"><ul>${lines.join('')}</ul></nav>\n`
}
