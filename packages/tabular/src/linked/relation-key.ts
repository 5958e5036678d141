import type { Relation } from '@sdc/core'

/** The same for the same total and parts, in whatever order. */
export function relationKey({ cells }: Relation): string {
  return `${cells[0]}:${cells.slice(1).sort().join(',')}`
}
