type Run = (tick: (fraction: number) => void) => Promise<unknown>

/** `tick` carries progress out: a number from 0 to 1. */
export async function tickProblems(run: Run): Promise<string[]> {
  const outside: number[] = []
  await run((fraction) => {
    if (!(fraction >= 0 && fraction <= 1)) outside.push(fraction)
  })
  return outside.slice(0, 1).map((fraction) => `expected tick to get a number from 0 to 1, got ${fraction}`)
}

/** …and cancellation in: what it throws ends the run. What never calls it cannot be checked, nor stopped. */
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
