/** A name that no computer can ever have (RFC 2606), so that what is not refused reaches nobody. */
const nowhere = 'https://sdc-check.invalid/'

/** What a browser did with a request of the page. */
export type Refusal = 'refused' | 'not refused'

/**
 * Asks the browser for a connection, and sees whether the page's own policy refuses it before anything is sent.
 *
 * @param milliseconds - How long it is waited for the browser's refusal.
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
