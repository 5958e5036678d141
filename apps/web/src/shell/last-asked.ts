import { onDestroy } from 'svelte'

/**
 * Returns a function that a component calls with each question to a worker. What that returns tells, once the answer is there,
 * whether it belongs to the last question, and whether the component still exists.
 */
export function lastAsked(): () => () => boolean {
  let last = 0
  onDestroy(() => (last = -1))
  return () => {
    const own = (last += 1)
    return () => own === last
  }
}
