import type { MethodView } from '../../worker/protocol/method-types.js'
import type { Settings } from '../../worker/protocol/settings-types.js'

type Candidates = Settings['candidates']

/** Returns the default values of a comparison for a method. */
export function usualGrid(method: MethodView): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(method.params.flatMap(({ name, grid }) => (grid ? [[name, grid] as const] : [])))
}

/** Returns the candidates: the chosen methods, or the default ones; further candidates of a search are not included. */
export function triedCandidates({ search, candidates }: Settings, methods: readonly MethodView[]): Candidates {
  if (search === 'chosen') return candidates
  return methods
    .filter(({ usual, refused }) => usual && refused === undefined)
    .map((method) => ({ use: method.id, grid: usualGrid(method) }))
}

/** Returns the number of candidates of methods with grids: every combination of values, each also reverse-mapped. */
export function candidateCount(candidates: Candidates, reverseMap: boolean): number {
  const plain = candidates.reduce(
    (sum, { grid }) => sum + Object.values(grid).reduce((product, values) => product * values.length, 1),
    0,
  )
  return reverseMap ? 2 * plain : plain
}
