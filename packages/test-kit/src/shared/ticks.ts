type Run = (tick: (fraction: number) => void) => Promise<unknown>

/** Checks that `tick` reports progress as numbers from 0 to 1. */
export async function tickProblems(run: Run): Promise<string[]> {
  const outside: number[] = []
  await run((fraction) => {
    if (!(fraction >= 0 && fraction <= 1)) outside.push(fraction)
  })
  return outside.slice(0, 1).map((fraction) => `expected tick to get a number from 0 to 1, got ${fraction}`)
}

/**
 * Checks that an error thrown by `tick` ends the run. A method that never calls it can neither be checked nor stopped.
 */
export async function stopProblems(run: Run): Promise<string[]> {
  const stop = new Error('stopped')
  let ticked = false
  try {
    await run(() => {
      ticked = true
      throw stop
    })
  } catch (error) {
    if (error === stop) return []
    throw error
  }
  return ticked ? ['expected the error thrown by tick to end the run, the run went on'] : []
}
