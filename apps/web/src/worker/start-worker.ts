/** What browsers with Trusted Types have, and the standard library does not name. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string & object }
}

interface Addresses {
  readonly worker: string
  readonly service: string
}

let addresses: Addresses | undefined

/**
 * The addresses of the only scripts that can become a worker: the text that the build put into the page, and the file beside it that
 * lets the page be installed. The page alone starts workers: of one that was opened as a file, no worker may use its
 * addresses. The one policy of Trusted Types that the page allows makes them from nothing that it is given but which of the two.
 */
function ours(): Addresses {
  if (addresses !== undefined) return addresses
  const element = document.getElementById('worker-script')
  if (!element) throw new Error('the page came without the script of its workers')
  const worker = URL.createObjectURL(new Blob([element.textContent ?? ''], { type: 'text/javascript' }))
  element.remove()
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const address = (which: string): string => (which === 'service' ? 'service-worker.js' : worker)
  const policy = trustedTypes?.createPolicy('sdc-worker', { createScriptURL: address }) ?? { createScriptURL: address }
  addresses = { worker: policy.createScriptURL('worker'), service: policy.createScriptURL('service') }
  return addresses
}

/** Where the script is that lets the page be installed, as a browser with Trusted Types takes it. */
export function serviceAddress(): string {
  return ours().service
}

/**
 * Starts a worker from the page: there is one script for all of them.
 *
 * @param name what it is for, as tools show it, and as the script sees it in `self.name`
 */
export function startWorker(name: string): Worker {
  return new Worker(ours().worker, { name })
}
