const written = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** What a key asks of the versions: Ctrl Z or ⌘ Z, with Shift or as Ctrl Y forward; nothing within a field, which undoes its own. */
export function undoKey(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return undefined
  if (event.target instanceof Element && event.target.closest(written)) return undefined
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' && !event.shiftKey ? 'redo' : undefined
}
