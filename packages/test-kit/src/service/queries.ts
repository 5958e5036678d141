import { queryKinds, type Dataset, type Query } from '@sdc/core'

/**
 * Every kind of query about every column and pair of columns, of all records and of fewer: those with a category or a
 * value in a range, few records and none. If a service has further columns that queries may name (`given`), conditions
 * use these. Covariances and regressions with one of them are added, too.
 */
export function queriesFor(file: Dataset, columns: readonly string[], given: readonly string[] = []): Query[] {
  const design = given.filter((name) => file.column(name).kind === 'numeric').slice(0, 1)
  return conditions(file, given.length > 0 ? given : columns).flatMap((where) => {
    const rest = where ? { where } : {}
    return queryKinds.flatMap((ask): Query[] => {
      if (ask === 'count') return [{ ask, columns: [], ...rest }]
      const numbers = columns.filter((name) => file.column(name).kind === 'numeric')
      const two = ask === 'covariance' || ask === 'regression'
      if (two) {
        const pairs = numbers.slice(1).map((name, j) => [numbers[j], name])
        const open = design.flatMap((name) => numbers.map((number) => [number, name]))
        return [...(ask === 'regression' && design.length > 0 ? [] : pairs), ...open].map((asked) => ({
          ask,
          columns: asked,
          ...rest,
        }))
      }
      return numbers.map((name) => ({ ask, columns: [name], ...rest }))
    })
  })
}

function conditions(file: Dataset, columns: readonly string[]): (NonNullable<Query['where']> | undefined)[] {
  return [
    undefined,
    ...columns.slice(0, 3).flatMap((name): NonNullable<Query['where']>[] => {
      const column = file.column(name)
      if (column.kind === 'categorical') return [{ [name]: column.levels[0] }]
      const sorted = column.values.filter((value) => !Number.isNaN(value)).sort()
      if (sorted.length === 0) return []
      const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]
      const ranges: [number, number][] = [
        [at(0.2), at(0.8)],
        [at(0), at(0.02)],
        [at(1) + 1, at(1) + 2],
      ]
      return ranges.map((range) => ({ [name]: range }))
    }),
  ]
}
