import type { Table } from '@sdc/core'

/** Dimensions with their numbers of levels: `region 5 × sex 3`. */
export function levelsText(by: readonly string[], { dimensions }: Pick<Table, 'dimensions'>): string {
  return dimensions.map(({ levels }, d) => `${by[d]} ${levels.length}`).join(' × ')
}
