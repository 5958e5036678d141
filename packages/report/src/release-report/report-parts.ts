/** A part of a report: a section with its heading and its entry in the contents. */
export interface Part {
  readonly id: string
  readonly heading: string
  /** HTML of the part; an empty part is left out. */
  readonly html: string
  /** True if it begins a page of paper. */
  readonly hasPage?: boolean
}

/** Returns the non-empty parts, each as a section. */
export function partsHtml(parts: readonly Part[]): string {
  return parts
    .filter(({ html }) => html !== '')
    .map(
      ({ id, heading, html, hasPage = false }) =>
        `<section class="part${hasPage ? ' newpage' : ''}" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>\n${html}</section>\n`,
    )
    .join('')
}

/** Returns the table of contents; on screens only, since paper has pages. */
export function contents(parts: readonly Part[]): string {
  const lines = parts
    .filter(({ html }) => html !== '')
    .map(({ id, heading }) => `<li><a href="#${id}">${heading}</a></li>`)
  return lines.length < 2 ? '' : `<nav aria-label="Contents"><ul>${lines.join('')}</ul></nav>\n`
}
