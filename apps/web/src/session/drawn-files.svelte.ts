import { SdcError } from '@sdc/core'
import type { Work } from '../worker/protocol/protocol.js'
import type { ReleaseView } from '../worker/protocol/release-types.js'
import type { Settings } from '../worker/protocol/settings-types.js'
import type { MadeTable } from '../worker/protocol/table-types.js'
import type { Saver } from './saver.js'
import { drawKey, releaseKey, tableKey } from './staleness.js'
import type { TaskAsk } from './tasks.svelte.js'

/** Files of the drawn release or of the protected table, and which of them are saved. */
export class DrawnFiles {
  release = $state.raw<ReleaseView>()
  table = $state.raw<MadeTable>()
  privateSaved = $state(false)
  unconfirmed = $state(false)
  /** True if closing the page loses the public files. */
  unsaved = $state(false)
  #releaseOf = $state('')
  #drawOf = $state('')
  #tableOf = $state('')
  readonly #work: Work
  readonly #saver: Saver

  constructor(work: Work, saver: Saver) {
    this.#work = work
    this.#saver = saver
  }

  /** Returns true if the release was drawn and judged by these settings. */
  isReleaseOf(settings: Settings): boolean {
    return this.#releaseOf === releaseKey(settings)
  }

  /** Returns true if there is a release drawn by these settings under any policy. */
  isDrawOf(settings: Settings): boolean {
    return this.release !== undefined && this.#drawOf === drawKey(settings)
  }

  isTableOf(settings: Settings): boolean {
    return this.#tableOf === tableKey(settings)
  }

  /**
   * Keeps a drawn release in place of the previous one.
   *
   * @param release - The release.
   * @param settings - Settings by which it was drawn and judged.
   * @param isAgain - True for the same draw, whose files may replace those that were saved.
   */
  keep(release: ReleaseView, settings: Settings, isAgain = false): void {
    this.privateSaved = false
    this.unconfirmed = false
    if (!isAgain) this.#saver.forget()
    this.table = undefined
    this.release = release
    this.#releaseOf = releaseKey(settings)
    this.#drawOf = drawKey(settings)
    this.unsaved = true
  }

  keepTable(table: MadeTable, settings: Settings): void {
    this.table = table
    this.#tableOf = tableKey(settings)
    this.unsaved = true
  }

  forget(): void {
    this.release = undefined
    this.table = undefined
    this.privateSaved = false
    this.unconfirmed = false
    this.unsaved = false
    this.#saver.forget()
  }

  /**
   * Saves the files of a box.
   *
   * @param box - The private or the public files.
   * @param how - To a folder that the user picks, or as a zip.
   * @param name - Name of the original file.
   * @param ask - Progress and signal of the task.
   * @throws FILE if there are no such files.
   */
  async save(
    box: 'private' | 'public',
    how: 'folder' | 'zip',
    name: string,
    { progress, signal }: TaskAsk,
  ): Promise<void> {
    const files = (this.release ?? this.table)?.files.filter((one) => one.box === box) ?? []
    if (files.length === 0) throw new SdcError('FILE', 'there are no files to save', {}, 'Create a release first.')
    const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
    let done = 0
    const state = await this.#saver.save(
      { box, how, files, name },
      {
        pour: (file, piece) =>
          this.#work.content(
            file,
            async (bytes) => {
              await piece(bytes)
              done += bytes.length
              progress({ fraction: all === 0 ? 1 : done / all, doing: file })
            },
            { signal },
          ),
        pack: (names) => this.#work.zip(names, { progress, signal }),
      },
    )
    if (box === 'public') this.unsaved = false
    else if (state === 'handed over') this.unconfirmed = true
    else await this.markPrivateSaved()
  }

  /** Makes the public files available, in the worker as well. */
  async markPrivateSaved(): Promise<void> {
    await this.#work.privateSaved()
    this.privateSaved = true
    this.unconfirmed = false
  }
}
