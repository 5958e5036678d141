import type { Session } from '../../session/session-types.js'

/** Returns the files of a drop; a folder is recognised by its entry, since its `File` is empty and cannot be read. */
export function droppedFiles(transfer: DataTransfer | null): readonly File[] | 'folder' {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.())
  return entries.some((entry) => entry?.isDirectory) ? 'folder' : [...(transfer?.files ?? [])]
}

/** Opens files dropped on the page; the session reports those that cannot be opened. */
export async function openDropped(session: Session, transfer: DataTransfer | null): Promise<void> {
  const files = droppedFiles(transfer)
  if (files === 'folder') session.refuse('a folder was dropped', 'Open the folder and drop one file.')
  else if (files.length > 0) await session.open(files)
}
