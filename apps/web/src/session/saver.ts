import { SdcError } from '@sdc/core'
import type { FileView } from '../worker/protocol/protocol.js'
import { baseName } from '../worker/data/release-names.js'
import { refuseFolder, saveToFolder, type Folder, type Pour } from './folder.js'

/** What is to be saved. */
export interface Saving {
  readonly box: 'private' | 'public'
  readonly how: 'folder' | 'zip'
  readonly files: readonly FileView[]
  /** The name of the original. */
  readonly name: string
}

/** What is known of the files then: `handed over` to the browser, which does not say whether they arrived. */
export type Saved = 'on the disk' | 'handed over'

/** Where the files of a release come from: one after the other, or packed into one. */
export interface SavedFrom {
  readonly pour: Pour
  readonly pack: (names: readonly string[]) => Promise<Blob>
}

export interface Saver {
  save(saving: Saving, from: SavedFrom): Promise<Saved>
  /** Another release begins: where the files of the last one went does not matter any more. */
  forget(): void
}

/** What the browser does for the saver. */
export interface SaverParts {
  /** Lets the user pick a folder; undefined where the browser cannot. */
  readonly pickFolder: ((box: 'private' | 'public') => Promise<Folder>) | undefined
  readonly download: (blob: Blob, name: string) => void
}

/**
 * Saves the boxes of a release, each to a folder of its own, or as a zip file.
 *
 * @param parts - What the browser does.
 * @returns The saver. It refuses public files next to private ones.
 */
export function createSaver({ pickFolder, download }: SaverParts): Saver {
  let kept: Folder | undefined
  return {
    async save({ box, how, files, name }, { pour, pack }) {
      if (how === 'folder') {
        if (pickFolder === undefined)
          throw new SdcError('FILE', 'this browser cannot choose folders', {}, 'Save as a zip file.')
        const folder = await pickFolder(box)
        await refuseFolder(folder, files, kept)
        await saveToFolder(folder, files, pour)
        if (box === 'private') kept = folder
        return 'on the disk'
      }
      const base = baseName(name)
      const names = files.map((file) => file.name)
      download(await pack(names), `${base}.${box === 'private' ? 'PRIVATE' : 'public'}.zip`)
      return 'handed over'
    },
    forget() {
      kept = undefined
    },
  }
}

/** Hands a file to the browser, as a download. */
export function downloaded(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by then, or never will.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** What this browser does for the saver. */
export function browserParts(): SaverParts {
  const { showDirectoryPicker } = window as unknown as {
    readonly showDirectoryPicker?: (options: object) => Promise<Folder>
  }
  return {
    pickFolder: showDirectoryPicker && ((box) => showDirectoryPicker({ id: `sdc-${box}`, mode: 'readwrite' })),
    download: downloaded,
  }
}
