import { onDestroy } from 'svelte'

/**
 * Returns a function that a component calls with each question to a worker. The result tells, when the answer arrives,
 * if the question is still the last one and the component still exists.
 */
export function lastAsked(): () => () => boolean {
  let last = 0
  onDestroy(() => (last = -1))
  return () => {
    const own = (last += 1)
    return () => own === last
  }
}
