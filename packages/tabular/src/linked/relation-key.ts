import type { Relation } from '@sdc/core'

/** Returns an equal key for the same total and parts in any order. */
export function relationKey({ cells }: Relation): string {
  return `${cells[0]}:${cells.slice(1).sort().join(',')}`
}
