import {
  categorical,
  dataset,
  noRoles,
  numeric,
  seededRng,
  withColumns,
  type Column,
  type Dataset,
  type Roles,
} from '@sdc/core'
import { standardDeviation } from '@sdc/stats'

/** Returns related quasi-identifiers and confidential columns of people drawn from one population. */
export function people(n: number, seed: number | string): Dataset {
  const rng = seededRng(seed)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => {
    const own = rng.child(name)
    return Float64Array.from({ length: n }, () => own.normal())
  })
  const word = (values: Float64Array, words: readonly string[]): Column =>
    categorical(
      Array.from(
        values,
        (value) => words[Math.max(0, Math.min(words.length - 1, Math.floor(1.2 * value + words.length / 2)))],
      ),
    )
  return dataset([
    ['age', numeric(a.map((value) => 40 + 10 * value))],
    ['hours', numeric(b.map((value, i) => 30 + 5 * value + 2 * a[i]))],
    ['sex', word(c, ['f', 'm'])],
    ['income', numeric(d.map((value, i) => 1000 + 200 * (value + a[i])))],
    [
      'illness',
      word(
        d.map((value, i) => value + 0.5 * b[i]),
        ['none', 'cold', 'flu', 'other'],
      ),
    ],
  ])
}

/** Roles of the columns of `people`. */
export const peopleRoles: Roles = { ...noRoles, keys: ['age', 'hours', 'sex'], confidential: ['income', 'illness'] }

/**
 * Returns the file with noise on its numbers, in standard deviations of each, and a share of its categories drawn
 * again.
 */
export function noisy(file: Dataset, sd: number, redrawn: number, seed: number): Dataset {
  const rng = seededRng(`noise ${seed}`)
  return withColumns(
    file,
    new Map(
      file.names.map((name): [string, Column] => {
        const column = file.column(name)
        const own = rng.child(name)
        if (column.kind === 'categorical') {
          const codes = column.codes.map((code) => (own.uniform() < redrawn ? own.int(column.levels.length) : code))
          return [name, { ...column, codes }]
        }
        const spread = sd * standardDeviation(column.values)
        return [name, numeric(column.values.map((value) => value + spread * own.normal()))]
      }),
    ),
  )
}
