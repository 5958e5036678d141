import { dataset, numeric, type Column, type Dataset } from '@sdc/core'
import type { PermutationReport } from './take-apart.js'

/**
 * Returns one row per linked record: z, rank change and residual noise of every column, and the result of the
 * adversary.
 */
export function permutationRecords({ columns, origins, adversary }: PermutationReport): Dataset {
  const ofOriginal = (values: ArrayLike<number>): Column =>
    numeric(Float64Array.from(origins, (i) => (adversary?.linked[i] === -1 ? Number.NaN : values[i])))
  return dataset([
    ...columns.flatMap(({ name, part, z }): (readonly [string, Column])[] => [
      [`${name} z`, z],
      [`${name} change of rank`, numeric(part.distance)],
      ...(z.kind === 'numeric' ? [[`${name} residual noise`, numeric(part.residual)] as const] : []),
    ]),
    ...(adversary === null
      ? []
      : ([
          ['chance of the right link', ofOriginal(adversary.credit)],
          ['equally near records', ofOriginal(adversary.ties)],
          ['ranks to the nearest', ofOriginal(adversary.distance)],
        ] as const)),
  ])
}
