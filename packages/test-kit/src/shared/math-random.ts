interface Watch {
  called: boolean
}

const watches = new Set<Watch>()
let real = Math.random

/** Programmes that draw from it cannot be repeated, and who sees some of its numbers can compute the others. */
function forbidden(): never {
  for (const watch of watches) watch.called = true
  throw new Error('Math.random was called: every draw must come from the rng of the input')
}

/**
 * Runs something while Math.random throws, and puts the real one back when the last of the overlapping runs has ended,
 * also after an error. Returns whether it was called, which an error caught on the way cannot hide.
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

/** What something gives while Math.random throws, and whether it was called; where it was, what a run gives that it leaves alone. */
export async function besideMathRandom<T>(body: () => Promise<T>): Promise<T & { readonly callsMathRandom: boolean }> {
  let first: T | undefined
  const callsMathRandom = await usesMathRandom(async () => {
    first = await body()
  })
  return { ...(callsMathRandom || first === undefined ? await body() : first), callsMathRandom }
}
