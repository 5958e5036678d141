/** A column of a table: its name, as HTML, and how its cells stand. */
export interface TableHead {
  readonly html: string
  /** Numbers stand to the right. */
  readonly isNumber?: boolean
  /** Stays on one line, on paper too. */
  readonly isWhole?: boolean
}

/** A table of the page; all texts are HTML. */
export interface HtmlTable {
  /** What it is called where it is read aloud. */
  readonly caption: string
  /** Whether the caption is read aloud only. */
  readonly hasHiddenCaption?: boolean
  readonly heads: readonly TableHead[]
  /** The first cell names its row. */
  readonly rows: readonly (readonly string[])[]
}

/** The table in a box of its own that scrolls where it is wider than the screen, and is reached by keys there. */
export function htmlTable({ caption, hasHiddenCaption = false, heads, rows }: HtmlTable): string {
  const look = (j: number): string => {
    const { isNumber = false, isWhole = false } = heads[j]
    const classes = [...(isNumber ? ['n'] : []), ...(isWhole ? ['one'] : [])]
    return classes.length === 0 ? '' : ` class="${classes.join(' ')}"`
  }
  const head = heads.map(({ html }, j) => `<th scope="col"${look(j)}>${html}</th>`).join('')
  const body = rows.map((row) => {
    const cells = row.map((cell, j) =>
      j === 0 ? `<th scope="row"${look(0)}>${cell}</th>` : `<td${look(j)}>${cell}</td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  const said = `<caption${hasHiddenCaption ? ' class="unseen"' : ''}>${caption}</caption>`
  return `<div class="scroll" tabindex="0" role="group" aria-label="${plain(caption)}"><table>${said}<thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>\n`
}

/** The table behind a picture: closed until it is asked for, and not on paper, where it would take pages. */
export function behind(summary: string, table: string): string {
  return `<details><summary>${summary}</summary>${table}</details>`
}

/** A picture that is wider than a narrow screen: it scrolls within its own box, which keys reach. */
export function widePicture(look: string, label: string, svg: string): string {
  return `<figure class="${look}" tabindex="0" role="group" aria-label="${label}">${svg}</figure>`
}

/** HTML without its elements, for an attribute. */
function plain(html: string): string {
  return html.replace(/<[^>]*>/g, '')
}
