import type { Session } from '../../session/session-types.js'

/** What of a transfer is opened; a folder is told by its entry alone, its `File` is an empty one that cannot be read. */
export function droppedFiles(transfer: DataTransfer | null): readonly File[] | 'folder' {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.())
  return entries.some((entry) => entry?.isDirectory) ? 'folder' : [...(transfer?.files ?? [])]
}

/** Opens what was dropped on the page; the session says what cannot be opened. */
export async function openDropped(session: Session, transfer: DataTransfer | null): Promise<void> {
  const files = droppedFiles(transfer)
  if (files === 'folder') session.refuse('a folder was dropped', 'Open the folder and drop one file.')
  else if (files.length > 0) await session.open(files)
}
