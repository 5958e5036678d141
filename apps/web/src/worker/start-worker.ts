/** What browsers with Trusted Types have, and the standard library does not name. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string & object }
}

let address: string | undefined

/**
 * The address of the script of every worker: of the text that the build put into the page. The page alone starts workers: of
 * one that was opened as a file, no worker may use its addresses. The one policy of Trusted Types that the page allows makes
 * it from nothing that it is given: no other script can become a worker.
 */
function scriptAddress(): string {
  if (address !== undefined) return address
  const element = document.getElementById('worker-script')
  if (!element) throw new Error('the page came without the script of its workers')
  const own = URL.createObjectURL(new Blob([element.textContent ?? ''], { type: 'text/javascript' }))
  element.remove()
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('sdc-worker', { createScriptURL: () => own })
  address = policy?.createScriptURL('') ?? own
  return address
}

/**
 * Starts a worker from the page: there is one script for all of them.
 *
 * @param name what it is for, as tools show it, and as the script sees it in `self.name`
 */
export function startWorker(name: string): Worker {
  return new Worker(scriptAddress(), { name })
}
