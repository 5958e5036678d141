import { kindOf, type Dataset } from '@sdc/core'

/**
 * Determines the kind that some columns have together, to select their usual metrics.
 *
 * @param original - The file.
 * @param columns - Some of its columns.
 * @returns `numeric`, `categorical`, or `mixed` for both; `numeric` without columns.
 */
export function kindsTogether(original: Dataset, columns: readonly string[]): 'numeric' | 'categorical' | 'mixed' {
  const numeric = columns.filter((name) => kindOf(original.column(name)) === 'numeric').length
  return numeric === columns.length ? 'numeric' : numeric === 0 ? 'categorical' : 'mixed'
}
