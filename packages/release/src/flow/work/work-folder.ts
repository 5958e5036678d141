import { readdir, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder, removeFolder } from '@sdc/files/node'
import { asInfo, SdcError } from '@sdc/core'
import { sayOf, type Place } from '../place/place.js'
import { lockFile, type Unlock } from './locked-folder.js'
import { documentOfKind, writeOrReadPlan } from './plan-file.js'
import type { DocumentKind, StoreDocument } from './run-document.js'

/** File that marks the driver of a work folder. */
const DRIVER = 'driver'

/** Returns the work folder of a run: the named one, else a hidden one next to a file. */
export function workFolderOf(file: string, { workFolder }: Pick<Place, 'workFolder'>, what = 'store'): string {
  return workFolder ?? join(dirname(resolve(file)), `.${basename(file)}.sdc-${what}`)
}

/** A work folder, and its plan. */
export interface WorkFolderRequest<D extends StoreDocument> {
  readonly folder: string
  readonly document: D
  readonly kind: DocumentKind<D>
  readonly place: Place
  /** Another resource that only one run may use: a file that represents it, and its name. */
  readonly besides?: { readonly lock: string; readonly what: string } | undefined
  /** Returns true if the work folder is removed after this error, even if it was named: the run cannot be resumed. */
  readonly isOver?: ((error: unknown) => boolean) | undefined
}

/**
 * Works in a work folder, locked for one driver, with its plan in it. A failed run leaves nothing in a folder that was
 * not named.
 *
 * @param request - The work folder and the plan.
 * @param work - Receives the plan of the folder, and whether the folder had it before.
 * @returns The result of the work.
 * @throws The errors of `work`; BAD_OPTION if another run uses the folder, or it has other files.
 */
export async function inWorkFolder<D extends StoreDocument, R>(
  { folder, document, kind, place, besides, isOver }: WorkFolderRequest<D>,
  work: (settled: { readonly document: D; readonly found: boolean }) => Promise<R>,
): Promise<R> {
  const { workFolder, resume = false } = place
  const releases: Unlock[] = []
  let isHeld = false
  let isSettled = false
  try {
    if (besides) releases.push(await lockFile(besides.lock, besides.what))
    await makeWorkFolder(folder, kind)
    releases.push(await lockFile(join(folder, DRIVER), `the work folder ${folder}`))
    isHeld = true
    // The files of a killed run are useless in a folder that was not named.
    if (workFolder === undefined && !resume) await emptyFolder(folder)
    const settled = await writeOrReadPlan(folder, document, resume, kind)
    isSettled = true
    if (resume && !settled.found) sayOf(place)(asInfo(`the work folder ${folder} has no run yet: a new run begins`))
    return await work(settled)
  } catch (error) {
    const isUnnamed = workFolder === undefined && !resume
    if (isHeld && (isUnnamed || (isSettled && isOver?.(error) === true))) await removeFolder(folder)
    throw error
  } finally {
    for (const release of releases.reverse()) await release()
    // Removes a folder in which nothing began, if it is empty.
    if (isHeld && !isSettled) await rmdir(folder).catch(() => undefined)
  }
}

/** Makes a folder for this run only: it is removed at the end. */
async function makeWorkFolder<D extends StoreDocument>(folder: string, kind: DocumentKind<D>): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  if (names.length > 0 && !names.includes(DRIVER) && (await documentOfKind(folder, kind)) === undefined) {
    const message = `the folder ${folder} has other files, and a work folder is removed at the end of its run`
    throw new SdcError('BAD_OPTION', message, { file: folder }, 'Name a folder that is empty or does not exist.')
  }
  await makeFolder(folder)
}

/** Removes the files of a work folder, except the lock of its driver. */
async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name !== DRIVER) await removeFolder(join(folder, name))
}
