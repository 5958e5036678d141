/** A name that never exists (RFC 2606), so that a request reaches nobody even if it is not refused. */
const nowhere = 'https://sdc-check.invalid/'

/** Result of a request of the page in the browser. */
export type Refusal = 'refused' | 'not refused'

/**
 * Makes a request, to test that the page's own policy refuses it before anything is sent.
 *
 * @param milliseconds - Time to wait for the browser's refusal.
 * @returns The result.
 */
export async function checkRefusal(milliseconds = 1000): Promise<Refusal> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let heard: (event: SecurityPolicyViolationEvent) => void = () => undefined
  const refused = new Promise<Refusal>((done) => {
    heard = (event) => {
      if (event.effectiveDirective === 'connect-src') done('refused')
    }
    document.addEventListener('securitypolicyviolation', heard)
    timer = setTimeout(() => done('not refused'), milliseconds)
  })
  await fetch(nowhere, { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => undefined)
  const answer = await refused
  clearTimeout(timer)
  document.removeEventListener('securitypolicyviolation', heard)
  return answer
}
