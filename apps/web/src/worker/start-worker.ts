import { trustedPolicy } from './trusted-types.js'
import type { WorkerPort } from './protocol/messages.js'

/** Name of the second file. */
export const TABLES = 'sdc-tables.js'

/** Makes the address of a script in a form that a browser with Trusted Types takes. */
interface Makers {
  createScriptURL(which: Script): string
}

/** The scripts of the page that have an address: those that may run in a worker, and the second file. */
type Script = 'service' | 'worker' | 'tables' | 'tables worker'

const addresses = new Map<Script, string>()
let policy: Makers | undefined
/** The second file as the user picked it. */
let picked: File | undefined

/** The second file of the page sets it: the script of the worker for tables, with its solver. */
const page = globalThis as { sdcTables?: string }

/** The file next to the page that lets it be installed, or that has what is for tables, or a script that the page holds. */
function locate(which: Script): string {
  if (which === 'service') return 'service-worker.js'
  if (which === 'tables') return picked === undefined ? TABLES : URL.createObjectURL(picked)
  const script = which === 'worker' ? document.getElementById('worker-script')?.textContent : page.sdcTables
  if (!script) throw new Error('the page lacks the script of its workers')
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
}

/** Returns the policy of Trusted Types that makes the addresses of these scripts alone. */
function makers(): Makers {
  const rules = { createScriptURL: locate }
  return (policy ??= trustedPolicy('sdc-worker', rules))
}

/**
 * The address of one of the scripts that can become a worker. The page alone starts workers: of one that was opened as a file,
 * no worker may use its addresses.
 */
function addressOf(which: Script): string {
  const known = addresses.get(which)
  if (known !== undefined) return known
  const address = makers().createScriptURL(which)
  addresses.set(which, address)
  return address
}

/** Where the script is that lets the page be installed, as a browser with Trusted Types takes it. */
export function serviceAddress(): string {
  return addressOf('service')
}

/**
 * Starts a worker from the page; there is one script for all of them.
 *
 * @param name what it is for, as tools show it, and as the script sees it in `self.name`
 */
export function startWorker(name: string): WorkerPort {
  return new Worker(addressOf('worker'), { name }) as unknown as WorkerPort
}

/**
 * Loads the second file of the page, which has all that is for tables. The browser runs it only if its bytes have the hash that
 * the page names.
 *
 * @param file - The file as the user picked it: a page that was opened from a file may not be allowed to load its neighbour.
 * @returns False where the file is not there, or another one.
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
