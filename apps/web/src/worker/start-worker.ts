import { trustedPolicy } from './trusted-types.js'
import type { WorkerPort } from './protocol/messages.js'

/** Name of the second file. */
export const TABLES = 'sdc-tables.js'

/** Policy that returns addresses of scripts in a form accepted by browsers with Trusted Types. */
interface Makers {
  createScriptURL(which: Script): string
}

/** Scripts of the page with an address: those that may run in a worker, and the second file. */
type Script = 'service' | 'worker' | 'tables' | 'tables worker'

const addresses = new Map<Script, string>()
let policy: Makers | undefined
/** The second file picked by the user. */
let picked: File | undefined

/** Set by the second file of the page: the script of the worker for tables, with its solver. */
const page = globalThis as { sdcTables?: string }

/**
 * Returns the address of a file next to the page (for installing it, or for tables), or of a script within the page.
 */
function locate(which: Script): string {
  if (which === 'service') return 'service-worker.js'
  if (which === 'tables') return picked === undefined ? TABLES : URL.createObjectURL(picked)
  const script = which === 'worker' ? document.getElementById('worker-script')?.textContent : page.sdcTables
  if (!script) throw new Error('the page lacks the script of its workers')
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
}

/** Returns the Trusted Types policy, which makes the addresses of these scripts only. */
function makers(): Makers {
  const rules = { createScriptURL: locate }
  return (policy ??= trustedPolicy('sdc-worker', rules))
}

/**
 * Returns the address of a script for a worker. Only the page starts workers: if it was opened as a file, its workers
 * cannot use its addresses.
 */
function addressOf(which: Script): string {
  const known = addresses.get(which)
  if (known !== undefined) return known
  const address = makers().createScriptURL(which)
  addresses.set(which, address)
  return address
}

/** Returns the address of the service worker, accepted by browsers with Trusted Types. */
export function serviceAddress(): string {
  return addressOf('service')
}

/**
 * Starts a worker from the page; all workers have one script.
 *
 * @param name - Purpose of the worker, shown by developer tools and passed to the script as `self.name`.
 * @returns The worker.
 */
export function startWorker(name: string): WorkerPort {
  return new Worker(addressOf('worker'), { name }) as unknown as WorkerPort
}

/**
 * Loads the second file of the page, with the code for tables. The browser runs it only if its bytes have the hash in
 * the page.
 *
 * @param file - The file picked by the user, since a page opened as a file may not be allowed to load its neighbour.
 * @returns False if the file is missing or has another hash.
 */
export async function loadTables(file?: File): Promise<boolean> {
  if (page.sdcTables !== undefined) return true
  picked = file
  const script = document.createElement('script')
  script.integrity = document.querySelector<HTMLMetaElement>('meta[name="sdc-tables"]')?.content ?? ''
  script.src = makers().createScriptURL('tables')
  const ended = new Promise((resolve) => (script.onload = script.onerror = resolve))
  document.head.append(script)
  await ended
  script.remove()
  if (file !== undefined) URL.revokeObjectURL(script.src)
  return page.sdcTables !== undefined
}

/** Starts the worker for tables, once the second file is loaded. */
export function startTables(): WorkerPort {
  return new Worker(addressOf('tables worker'), { name: 'tables' }) as unknown as WorkerPort
}
