import type { Role } from '@sdc/core'
import { roleTexts } from './role-texts.js'

/** Action of a key in the table of roles. */
export type RoleKey = { readonly move: -1 | 1 } | { readonly role: Role }

/**
 * Returns the action of a key while the focus is in the table: ↑ and ↓ move to another column, a letter sets the role.
 * Keys with Ctrl, Alt or ⌘ belong to the browser.
 */
export function roleKey({
  key,
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>): RoleKey | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  if (key === 'ArrowUp') return { move: -1 }
  if (key === 'ArrowDown') return { move: 1 }
  const role = roleTexts.find((one) => one.key === key.toLowerCase())?.role
  return role && { role }
}
