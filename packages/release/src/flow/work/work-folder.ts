import { readdir, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder, removeFolder } from '@sdc/files/node'
import { asInfo, SdcError } from '@sdc/core'
import { sayOf, type Place } from '../place/place.js'
import { holdAlone, type Unlock } from './locked-folder.js'
import { documentOfKind, settle } from './plan-file.js'
import type { DocumentKind, StoreDocument } from './run-document.js'

/** What says that somebody drives the run of a store. */
const DRIVER = 'driver'

/** The folder of a run's parts: the named one, else a hidden one beside a file. */
export function storeOf(file: string, { workFolder }: Pick<Place, 'workFolder'>, what = 'store'): string {
  return workFolder ?? join(dirname(resolve(file)), `.${basename(file)}.sdc-${what}`)
}

/** A store, and the plan for it. */
export interface StoreRequest<D extends StoreDocument> {
  readonly folder: string
  readonly document: D
  readonly kind: DocumentKind<D>
  readonly place: Place
  /** What else only one run may work with: a file that stands for it, and what it is. */
  readonly besides?: { readonly lock: string; readonly what: string } | undefined
  /** Whether a store goes after an error, named or not: where nobody is to go on with it. */
  readonly isOver?: ((error: unknown) => boolean) | undefined
}

/**
 * Works in a store, as the one driver that does so, with its plan there; a run that failed leaves nothing that nobody named.
 *
 * @param request - The store and the plan.
 * @param work - Is called with the plan that the store has then, and whether it had it before.
 * @returns What the work gives.
 * @throws what the work throws; BAD_OPTION where another run has the store, or it holds something else.
 */
export async function inStore<D extends StoreDocument, R>(
  { folder, document, kind, place, besides, isOver }: StoreRequest<D>,
  work: (settled: { readonly document: D; readonly found: boolean }) => Promise<R>,
): Promise<R> {
  const { workFolder, resume = false } = place
  const releases: Unlock[] = []
  let isHeld = false
  let isSettled = false
  try {
    if (besides) releases.push(await holdAlone(besides.lock, besides.what))
    await makeStore(folder, kind)
    releases.push(await holdAlone(join(folder, DRIVER), `the work folder ${folder}`))
    isHeld = true
    // What a run left that was killed is of no use where nobody named it.
    if (workFolder === undefined && !resume) await emptied(folder)
    const settled = await settle(folder, document, resume, kind)
    isSettled = true
    if (resume && !settled.found) sayOf(place)(asInfo(`the work folder ${folder} has no run yet: a new run begins`))
    return await work(settled)
  } catch (error) {
    const isUnnamed = workFolder === undefined && !resume
    if (isHeld && (isUnnamed || (isSettled && isOver?.(error) === true))) await removeFolder(folder)
    throw error
  } finally {
    for (const release of releases.reverse()) await release()
    // A folder in which nothing began: it goes where it is empty.
    if (isHeld && !isSettled) await rmdir(folder).catch(() => undefined)
  }
}

/** A folder of the run alone: it is removed at the end. */
async function makeStore<D extends StoreDocument>(folder: string, kind: DocumentKind<D>): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  if (names.length > 0 && !names.includes(DRIVER) && (await documentOfKind(folder, kind)) === undefined) {
    const message = `the folder ${folder} has other files, and a work folder is removed at the end of its run`
    throw new SdcError('BAD_OPTION', message, { file: folder }, 'Name a folder that is empty or does not exist.')
  }
  await makeFolder(folder)
}

/** Removes what is in a store, but who holds it. */
async function emptied(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name !== DRIVER) await removeFolder(join(folder, name))
}
