import type { Table } from '@sdc/core'

/** The dimensions with how many levels they have: `region 5 × sex 3`. */
export function levelsText(by: readonly string[], { dimensions }: Pick<Table, 'dimensions'>): string {
  return dimensions.map(({ levels }, d) => `${by[d]} ${levels.length}`).join(' × ')
}
