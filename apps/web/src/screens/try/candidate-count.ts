import type { MethodView, Settings } from '../../worker/protocol/protocol.js'

type Candidates = Settings['candidates']

/** The values that a comparison usually tries of a method. */
export function usualGrid(method: MethodView): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(method.params.flatMap(({ name, grid }) => (grid ? [[name, grid] as const] : [])))
}

/** What is tried: the chosen methods, or the usual ones; nothing is said of a search, which goes as far as its time. */
export function triedCandidates({ search, candidates }: Settings, methods: readonly MethodView[]): Candidates {
  if (search === 'chosen') return candidates
  return methods
    .filter(({ usual, refused }) => usual && refused === undefined)
    .map((method) => ({ use: method.id, grid: usualGrid(method) }))
}

/** How many ways of masking a list of methods with grids is: every combination of values, each reverse-mapped as well. */
export function candidateCount(candidates: Candidates, reverseMap: boolean): number {
  const plain = candidates.reduce(
    (sum, { grid }) => sum + Object.values(grid).reduce((product, values) => product * values.length, 1),
    0,
  )
  return reverseMap ? 2 * plain : plain
}
