import type { Role } from '@sdc/core'
import type { ColumnView } from '../../worker/protocol/file-types.js'

/** Search among many columns. */
export interface Wanted {
  readonly text: string
  /** True for columns with a guessed role only. */
  readonly unsure: boolean
}

/** Returns the columns whose name contains the text, ignoring case. */
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
