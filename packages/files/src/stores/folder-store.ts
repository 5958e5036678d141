import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileError } from '../node/file-error.js'
import { removeFolder } from '../node/remove-folder.js'
import type { Store } from '@sdc/core'

/** Ending of a temporary file. */
const UNFINISHED = /\.[0-9a-f]{12}\.tmp$/

export interface FolderStoreOptions {
  /** True to write content to the disk before it gets its name: for a folder that outlives its machine. */
  readonly synced?: boolean
}

/**
 * Returns a `Store` in a folder that all workers see. A file is written under a temporary name and renamed when it is
 * complete. A killed worker therefore leaves no file under its final name, and its temporary files are swept.
 *
 * @param folder - The folder; it is created if missing, for its owner only.
 * @param options - `synced`: true to write content to the disk first.
 * @returns The `Store`.
 * @throws FILE if the folder cannot be written to or is full
 */
export function folderStore(
  folder: string,
  { synced = false }: FolderStoreOptions = {},
): Store & { sweep(): Promise<void> } {
  const made = new Set<string>()
  const at = (name: string): string => join(folder, ...name.split('/'))
  const failing = <T>(path: string, doing: 'read' | 'written', work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw fileError(error, doing, path)
    })
  return {
    async has(name) {
      return stat(at(name)).then(
        () => true,
        () => false,
      )
    },
    put: (name, pieces) =>
      failing(at(name), 'written', async () => {
        const path = at(name)
        const parent = dirname(path)
        if (!made.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 })
        made.add(parent)
        const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`
        const file = await open(beside, 'wx', 0o600)
        try {
          for (const piece of pieces) await writeAll(file, piece)
          if (synced) await file.sync()
        } catch (error) {
          await rm(beside, { force: true })
          throw error
        } finally {
          await file.close()
        }
        await rename(beside, path)
      }),
    get: (name, from = 0, end) =>
      // A task waits for its input, block after block: the detour through other threads would take more CPU than the
      // reading.
      failing(at(name), 'read', () => Promise.resolve().then(() => bytesAt(at(name), from, end))),
    fill(name, into, from = 0) {
      const path = at(name)
      try {
        withFile(path, (file) => fillFrom(file, path, into, from))
      } catch (error) {
        throw fileError(error, 'read', path)
      }
    },
    async list(prefix) {
      const names = await filesBelow(folder)
      return names.filter((name) => name.startsWith(prefix) && !UNFINISHED.test(name)).sort()
    },
    async remove(prefix) {
      // Removes a whole folder at once if the prefix is one.
      if (prefix.endsWith('/')) await removeFolder(at(prefix))
      else for (const name of await filesBelow(folder)) if (name.startsWith(prefix)) await rm(at(name), { force: true })
      made.clear()
    },
    async sweep() {
      for (const name of await filesBelow(folder)) if (UNFINISHED.test(name)) await rm(at(name), { force: true })
    },
  }
}

function bytesAt(path: string, from: number, end: number | undefined): Uint8Array {
  return withFile(path, (file) => {
    const bytes = new Uint8Array((end ?? fstatSync(file).size) - from)
    fillFrom(file, path, bytes, from)
    return bytes
  })
}

function withFile<T>(path: string, work: (file: number) => T): T {
  const file = openSync(path, 'r')
  try {
    return work(file)
  } finally {
    closeSync(file)
  }
}

function fillFrom(file: number, path: string, bytes: Uint8Array, from: number): void {
  for (let read = 0; read < bytes.length;) {
    const count = readSync(file, bytes, read, bytes.length - read, from + read)
    if (count === 0) throw new Error(`${path} is incomplete`)
    read += count
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length;) at += (await file.write(piece, at, piece.length - at)).bytesWritten
}

/** Names of the files of a folder and its subfolders, relative to it. */
async function filesBelow(folder: string, prefix = ''): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(() => [])
  const names: string[] = []
  for (const entry of entries) {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) names.push(...(await filesBelow(folder, name)))
    else names.push(name)
  }
  return names
}
