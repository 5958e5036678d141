const written = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/**
 * Returns the undo action of a key: Ctrl Z or ⌘ Z, with Shift or as Ctrl Y redo; undefined within a field, which has
 * its own.
 */
export function undoKey(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return undefined
  if (event.target instanceof Element && event.target.closest(written)) return undefined
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' && !event.shiftKey ? 'redo' : undefined
}
