import { unpack, type Unpacked } from '../unpack/packed.js'
import { laterWorker } from './later-worker.js'
import type { WorkerPort } from './messages.js'

/** What browsers with Trusted Types have, and the standard library does not name. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(which: Script): string; createScript(): string }): Makers
}

/** What makes the addresses of workers, and the text of the page's second script, in a form that a browser with Trusted Types takes. */
interface Makers {
  createScriptURL(which: Script): string
  createScript(given: ''): string
}

/** The scripts that may run in a worker, and those of which the page makes an address. */
type Script = 'service' | 'unpack' | 'worker'

const scripts = new Map<Script, Blob>()
const addresses = new Map<Script, string>()
let policy: Makers | undefined
let unpacked: Promise<Unpacked> | undefined

/** The file beside the page that lets it be installed, or a script that the build put into the page. */
function locate(which: string): string {
  if (which === 'service') return 'service-worker.js'
  const script = scripts.get(which as Script)
  if (script === undefined) throw new Error(`the page has no script ${which}`)
  return URL.createObjectURL(script)
}

/** The text of the page's second script: the policy of its content allows this and no other. */
const laterText = (): string => element('later-script').textContent ?? ''

/** The one policy of Trusted Types that the page allows: it makes what it makes from nothing that it is given but which of the three addresses. */
function makers(): Makers {
  const rules = { createScriptURL: locate, createScript: laterText }
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

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page came without ${id}`)
  return found
}

/** Unpacks what the page carries packed, once: as soon as the page is seen, or where it is asked for. */
export function unpackPage(): Promise<Unpacked> {
  return (unpacked ??= unpackWhenRead())
}

async function unpackWhenRead(): Promise<Unpacked> {
  await documentRead()
  scripts.set('unpack', new Blob([element('unpack-script').textContent ?? ''], { type: 'text/javascript' }))
  const parts = await unpack(element('packed'), new Worker(addressOf('unpack'), { name: 'unpack' }))
  scripts.set('worker', parts.script)
  return parts
}

/** Runs the page's second script, with all that its first screen does without: read before that is seen, it would keep it waiting. */
export async function runLater(): Promise<void> {
  await documentRead()
  const script = document.createElement('script')
  script.text = makers().createScript('')
  document.head.append(script)
}

/** What is packed stands behind the script of the page, which runs before that is read. */
function documentRead(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve()
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }))
}

/** Where the script is that lets the page be installed, as a browser with Trusted Types takes it. */
export function serviceAddress(): string {
  return addressOf('service')
}

/**
 * Starts a worker from the page: there is one script for all of them, which is unpacked first.
 *
 * @param name what it is for, as tools show it, and as the script sees it in `self.name`
 */
export function startWorker(name: string): WorkerPort {
  const start = () => new Worker(addressOf('worker'), { name }) as unknown as WorkerPort
  return laterWorker(unpackPage().then(() => start))
}
