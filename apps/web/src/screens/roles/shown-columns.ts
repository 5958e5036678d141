import type { Role } from '@sdc/core'
import type { ColumnView } from '../../worker/protocol/protocol.js'

/** What is looked for among many columns. */
export interface Wanted {
  readonly text: string
  /** Those whose suggestion is a mere guess. */
  readonly unsure: boolean
}

/** The columns whose name has the text in it, capitals aside. */
export function shownColumns(columns: readonly ColumnView[], { text, unsure }: Wanted): readonly ColumnView[] {
  const sought = text.trim().toLocaleLowerCase()
  return columns.filter(
    ({ name, suggested }) => (!unsure || suggested?.unsure) && name.toLocaleLowerCase().includes(sought),
  )
}

/** Returns the reason for a column's role: that of the suggestion, or the user's choice. */
export function whyText(column: ColumnView, role: Role | undefined): string {
  const { suggested } = column
  if (!suggested) return role ? 'set by you' : 'no suggestion'
  return suggested.role === role ? suggested.why : `set by you; suggestion: ${suggested.role} (${suggested.why})`
}
