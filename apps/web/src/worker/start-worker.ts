/** What browsers with Trusted Types have, and the standard library does not name. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string & object }
}

let address: string | undefined

/**
 * The address of the workers' script: of the text that the build put into the page, or within a worker its own. The one
 * policy of Trusted Types that the page allows makes it, from nothing that it is given: no other script can become a worker.
 */
function scriptAddress(): string {
  if (address !== undefined) return address
  const { document: page, location, trustedTypes } = globalThis as typeof globalThis & { trustedTypes?: TrustedTypes }
  const text = page?.getElementById('worker-script')
  const own = text
    ? URL.createObjectURL(new Blob([text.textContent ?? ''], { type: 'text/javascript' }))
    : location.href
  text?.remove()
  address = trustedTypes
    ? trustedTypes.createPolicy('sdc-worker', { createScriptURL: () => own }).createScriptURL('')
    : own
  return address
}

/**
 * Starts a worker: the page has one script for all of them.
 *
 * @param name what it is for, as tools show it, and as the script sees it in `self.name`
 */
export function startWorker(name: string): Worker {
  return new Worker(scriptAddress(), { name })
}
