import { categorical, dataset, numeric, type Column, type Dataset } from '@sdc/core'
import { isMissingAt, type KeyWithMissing } from './keys.js'
import type { ExploredNode } from '../classes/problem.js'

/**
 * Table of recoded values: a row for each value and level that occur, with the class and the number of records.
 * Suppressed records are in no row.
 *
 * @param keys - The recoded columns.
 * @param levels - Level of each record, by key.
 * @param suppressed - 1 for each suppressed record.
 * @returns The columns column, value, level, class and records; a missing value or class is missing. Cost: O(n + rows
 *   × levels) a key.
 */
export function mappingTable(
  keys: readonly KeyWithMissing[],
  levels: readonly Uint8Array[],
  suppressed: Uint8Array,
): Dataset {
  const names: string[] = []
  const values: (string | null)[] = []
  const steps: number[] = []
  const classes: (string | null)[] = []
  const records: number[] = []
  for (const [j, key] of keys.entries()) {
    const width = key.levels.length
    const counts = new Int32Array(key.levels[0].classOf.length * width)
    for (let i = 0; i < suppressed.length; i++) if (suppressed[i] === 0) counts[key.codes[i] * width + levels[j][i]]++
    for (const [at, count] of counts.entries()) {
      if (count === 0) continue
      const row = Math.floor(at / width)
      const level = at % width
      names.push(key.column)
      values.push(row === key.missingRow ? null : key.levels[0].labels[key.levels[0].classOf[row]])
      steps.push(level)
      classes.push(isMissingAt(key, row, level) ? null : key.levels[level].labels[key.levels[level].classOf[row]])
      records.push(count)
    }
  }
  return dataset([
    ['column', categorical(names)],
    ['value', categorical(values)],
    ['level', numeric(steps)],
    ['class', categorical(classes)],
    ['records', numeric(records)],
  ])
}

/**
 * Table of the combinations of levels with their numbers of records, from the least recoding up. It can be applied to
 * another file.
 *
 * @param keys - The recoded columns.
 * @param levels - Level of each record, by key.
 * @param suppressed - 1 for each suppressed record.
 * @returns A column of levels for each key, and records.
 */
export function levelTable(
  keys: readonly KeyWithMissing[],
  levels: readonly Uint8Array[],
  suppressed: Uint8Array,
): Dataset {
  const found = new Map<string, { readonly node: readonly number[]; records: number }>()
  for (let i = 0; i < suppressed.length; i++) {
    if (suppressed[i] === 1) continue
    let name = ''
    for (const of of levels) name += String.fromCharCode(of[i])
    const known = found.get(name)
    if (known) known.records++
    else found.set(name, { node: levels.map((of) => of[i]), records: 1 })
  }
  const height = (node: readonly number[]): number =>
    node.reduce((sum, level, j) => sum + level / Math.max(1, keys[j].levels.length - 1), 0)
  const sorted = [...found.values()].sort(
    (a, b) => height(a.node) - height(b.node) || b.records - a.records || compareNodes(a.node, b.node),
  )
  return dataset([
    ...keys.map(({ column }, j): [string, Column] => [
      `level of ${column}`,
      numeric(sorted.map(({ node }) => node[j])),
    ]),
    ['records', numeric(sorted.map(({ records }) => records))] as const,
  ])
}

function compareNodes(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((level, j) => level !== b[j])
  return at < 0 ? 0 : a[at] - b[at]
}

/**
 * Table of the nodes of the lattice that the search evaluated.
 *
 * @param explored - The nodes, in the order of the search.
 * @returns The columns node (`0.2.1`), satisfies (1 or 0), suppressed and score (missing if the node does not
 *   satisfy).
 */
export function latticeTable(explored: readonly ExploredNode[]): Dataset {
  return dataset([
    ['node', categorical(explored.map(({ node }) => node.join('.')))],
    ['satisfies', numeric(Float64Array.from(explored, ({ satisfies }) => (satisfies ? 1 : 0)))],
    ['suppressed', numeric(Float64Array.from(explored, ({ suppressed }) => suppressed))],
    ['score', numeric(Float64Array.from(explored, ({ score }) => score ?? Number.NaN))],
  ])
}
