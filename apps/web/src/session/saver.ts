import { SdcError } from '@sdc/core'
import type { FileView } from '../worker/protocol/file-view.js'
import { baseName } from '../worker/data/release-names.js'
import { refuseFolder, saveToFolder, type Folder, type Pour } from './folder.js'

/** Release to save. */
export interface Saving {
  readonly box: 'private' | 'public'
  readonly how: 'folder' | 'zip'
  readonly files: readonly FileView[]
  /** Name of the original. */
  readonly name: string
}

/** State of saved files: `handed over` to the browser, which does not report success. */
export type Saved = 'on the disk' | 'handed over'

/** Source of the files of a release, one after the other or packed into one. */
export interface SavedFrom {
  readonly pour: Pour
  readonly pack: (names: readonly string[]) => Promise<Blob>
}

export interface Saver {
  save(saving: Saving, from: SavedFrom): Promise<Saved>
  /** Forgets the folder of the previous release. */
  forget(): void
}

/** Functions of the browser that the saver needs. */
export interface SaverParts {
  /** Lets the user pick a folder; undefined if the browser cannot. */
  readonly pickFolder: ((box: 'private' | 'public') => Promise<Folder>) | undefined
  readonly download: (blob: Blob, name: string) => void
}

/**
 * Returns a saver for the boxes of a release, each in a separate folder or as a zip file.
 *
 * @param parts - Functions of the browser.
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

/** Starts a download of a file. */
export function downloaded(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read it by then, or never will.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Returns the functions of this browser for the saver. */
export function browserParts(): SaverParts {
  const { showDirectoryPicker } = window as unknown as {
    readonly showDirectoryPicker?: (options: object) => Promise<Folder>
  }
  return {
    pickFolder: showDirectoryPicker && ((box) => showDirectoryPicker({ id: `sdc-${box}`, mode: 'readwrite' })),
    download: downloaded,
  }
}
