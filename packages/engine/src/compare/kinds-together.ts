import { kindOf, type Dataset } from '@sdc/core'

/**
 * What kinds some columns have together, for the usual metrics of them.
 *
 * @param original - The file.
 * @param columns - Some of its columns.
 * @returns Whether they are numbers, categories, or both; no column counts as numbers.
 */
export function kindsTogether(original: Dataset, columns: readonly string[]): 'numeric' | 'categorical' | 'mixed' {
  const numeric = columns.filter((name) => kindOf(original.column(name)) === 'numeric').length
  return numeric === columns.length ? 'numeric' : numeric === 0 ? 'categorical' : 'mixed'
}
