interface Watch {
  called: boolean
}

const watches = new Set<Watch>()
let real = Math.random

/**
 * Programs that draw from Math.random are not repeatable, and an intruder who has some of its numbers can compute the
 * others.
 */
function forbidden(): never {
  for (const watch of watches) watch.called = true
  throw new Error('Math.random was called: every draw must come from the rng of the input')
}

/**
 * Runs a function while Math.random throws. The real function is restored when the last of the overlapping runs has
 * ended, also after an error. Returns true if it was called, even if the error was caught on the way.
 */
export async function usesMathRandom(body: () => Promise<unknown>): Promise<boolean> {
  const watch: Watch = { called: false }
  if (watches.size === 0) {
    real = Math.random
    Math.random = forbidden
  }
  watches.add(watch)
  try {
    await body()
  } catch (error) {
    if (!watch.called) throw error
  } finally {
    watches.delete(watch)
    if (watches.size === 0) Math.random = real
  }
  return watch.called
}

/**
 * Returns the result of a run while Math.random throws, and true if it was called; in that case the result is from a
 * run with the real function.
 */
export async function besideMathRandom<T>(body: () => Promise<T>): Promise<T & { readonly callsMathRandom: boolean }> {
  let first: T | undefined
  const callsMathRandom = await usesMathRandom(async () => {
    first = await body()
  })
  return { ...(callsMathRandom || first === undefined ? await body() : first), callsMathRandom }
}
