/** A column of a table: its name as HTML, and its format. */
export interface TableHead {
  readonly html: string
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean
  /** True if its cells stay on one line, also on paper. */
  readonly isWhole?: boolean
}

/** A table of the page; all texts are HTML. */
export interface HtmlTable {
  /** Caption, also for screen readers. */
  readonly caption: string
  /** True if the caption is for screen readers only. */
  readonly hasHiddenCaption?: boolean
  readonly heads: readonly TableHead[]
  /** Cells of each row; the first one names the row. */
  readonly rows: readonly (readonly string[])[]
}

/** Returns the table in a box that scrolls if it is wider than the screen, and can be focused by keyboard. */
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

/** Returns the table of a picture: closed by default, and not on paper, where it would take pages. */
export function behind(summary: string, table: string): string {
  return `<details><summary>${summary}</summary>${table}</details>`
}

/** Returns a picture in a box that scrolls on a narrow screen and can be focused by keyboard. */
export function widePicture(look: string, label: string, svg: string): string {
  return `<figure class="${look}" tabindex="0" role="group" aria-label="${label}">${svg}</figure>`
}

/** Returns HTML without its elements, for an attribute. */
function plain(html: string): string {
  return html.replace(/<[^>]*>/g, '')
}
