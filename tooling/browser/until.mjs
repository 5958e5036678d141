import { setTimeout as pause } from 'node:timers/promises'

/**
 * Repeats a question until there is an answer.
 *
 * @param ask - Asks the question; returns a falsy value until there is an answer.
 * @param what - Name of the answer, for the message.
 * @param timeout - Longest time in ms.
 * @returns The answer.
 * @throws Error where there is no answer in this time.
 */
export async function until(ask, what, timeout) {
  const end = performance.now() + timeout
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw new Error(`no ${what} within ${timeout / 1000} s`)
    // Not often, since each look computes the names of the whole page, on a core that the page needs.
    await pause(200)
  }
}
