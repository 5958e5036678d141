/** So many values at a time, a multiple of four: some tens of calls a block. */
const RUN = 1024

/**
 * Goes through values a run at a time, with the numbers that the runs hand on.
 *
 * A function that is called once per block and loops over all of it does not become faster with further calls. The loop
 * enters compiled code in the middle every time, and leaves it for the interpreter at its end. A function that is
 * called for a short run is compiled as a whole. The values are taken in the same order, so that no sum is another. It
 * reads the state number by number: what is taken apart as a list, `const [a, b] = state`, may hold anything for the
 * compiler, and each sum is then made anew in memory at every value.
 *
 * @param values - n values.
 * @param state - State at the beginning; overwritten.
 * @param add - Takes the values from `from` to `end` into the state.
 * @returns The state.
 */
export function inRuns(
  values: Float64Array,
  state: Float64Array,
  add: (values: Float64Array, from: number, end: number, state: Float64Array) => void,
): Float64Array {
  const { length } = values
  for (let from = 0; from < length; from += RUN) add(values, from, Math.min(length, from + RUN), state)
  return state
}
