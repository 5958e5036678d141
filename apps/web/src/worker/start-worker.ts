import type { WorkerPort } from './protocol/messages.js'

/** What browsers with Trusted Types have, and the standard library does not name. */
interface TrustedTypes {
  createPolicy(name: string, rules: Makers): Makers
}

/** Makes the address of a script in a form that a browser with Trusted Types takes. */
interface Makers {
  createScriptURL(which: Script): string
}

/** The scripts that may run in a worker. */
type Script = 'service' | 'worker'

const addresses = new Map<Script, string>()
let policy: Makers | undefined

/** The file beside the page that lets it be installed, or the workers' script, which the build put into the page. */
function locate(which: Script): string {
  if (which === 'service') return 'service-worker.js'
  const script = document.getElementById('worker-script')?.textContent
  if (!script) throw new Error('the page lacks the script of its workers')
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
}

/** The one policy of Trusted Types that the page allows: it makes the addresses of these two scripts alone. */
function makers(): Makers {
  const rules = { createScriptURL: locate }
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return (policy ??= trustedTypes?.createPolicy('sdc-worker', rules) ?? rules)
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
