import type { Role } from '@sdc/core'
import type { ColumnView } from '../../worker/protocol.js'

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

/** Why a column has its role: the suggestion's reason, or that a user says otherwise. */
export function whyText(column: ColumnView, role: Role | undefined, wordOf: (role: Role) => string): string {
  const { suggested } = column
  if (!suggested) return role ? 'you say so' : 'nothing speaks for a role'
  return suggested.role === role
    ? suggested.why
    : `you say so; ${wordOf(suggested.role)} was suggested: ${suggested.why}`
}
