/** Number of values at a time, a multiple of four: some tens of calls per block. */
const RUN = 1024

/**
 * Passes over values in runs, and hands a state from run to run.
 *
 * A function that is called once per block and loops over all of it does not become faster with further calls. The loop
 * enters compiled code in the middle every time, and leaves it for the interpreter at its end. A function that is
 * called for a short run is compiled as a whole. The values keep their order, so no sum changes. `add` should read the
 * state number by number: after `const [a, b] = state` the compiler cannot assume numbers, and allocates each sum anew
 * at every value.
 *
 * @param values - n values.
 * @param state - State at the beginning; overwritten.
 * @param add - Updates the state with the values from `from` to `end`.
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
