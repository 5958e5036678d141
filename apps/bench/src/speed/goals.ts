import type { Operation } from './operation.js'

/** The goals of the project, in sorts, with the parameters they are stated for. */
export const goals: readonly Operation[] = [
  goal('method', 'microaggregation/mdav', 10_000, 5, 0.5, { k: 5 }),
  goal('method', 'microaggregation/mdav', 100_000, 5, 8, { k: 5 }),
  goal('method', 'microaggregation/optimal-univariate', 1_000_000, 1, 1, { k: 5 }),
  goal('method', 'reverse-map/rank', 1_000_000, 1, 1),
  goal('method', 'swapping/rank-swap', 1_000_000, 5, 10),
  goal('kernel', 'nearest-record', 100_000, 4, 3),
  goal('kernel', 'nearest-record', 100_000, 7, 22),
  goal('kernel', 'nearest-record', 100_000, 13, 75),
  goal('kernel', 'rank', 1_000_000, 1, 0.5),
]

function goal(
  kind: Operation['kind'],
  id: string,
  n: number,
  d: number,
  sorts: number,
  params: Operation['params'] = {},
): Operation {
  return { kind, id, n, d, params, goal: sorts }
}
