import { dataset, type Dataset, type Roles } from '@sdc/core'
import { keyClasses, rowsByGroup } from '@sdc/stats'
import { matchingTotals } from '@sdc/stats/internal'
import type { CountedFile } from './counted-file.js'
import { keyDomain } from './key-cells.js'
import { keyLayers, type KeyLayers } from './key-layers.js'

/** Number of released records that fit each original record. */
export interface CompatibleRecords {
  /** By row of the original: F. */
  readonly F: Float64Array
  /** By row of the original: number of those of the F records that lack the fewest keys. */
  readonly fullest: Float64Array
  /** Number of ways in which the keys of released records are missing or recoded. */
  readonly patterns: number
}

/**
 * Number of released records that the true keys of each original record fit.
 *
 * F_i = |{j : t_iq ∈ y_jq for every key q}|, t the keys of the original and y the released cells. A missing cell holds every value,
 * a class holds the values below it, and a key that the original record lacks is left out. Records of the two files need no link.
 * Released records with their classes in the same layers are one pattern: in a pattern a combination of true keys fits one
 * combination of cells at the most.
 *
 * @param original - The original file, or its different records.
 * @param released - The released file, or its different records.
 * @param names - The keys, one or more, which both files have.
 * @param roles - Gives the hierarchies by which classes are read.
 * @param tick - Receives the share that is done.
 * @returns F; or a clause that says which class cannot be read.
 *
 * Cost: O((n + classes) · keys) for each pattern, and for each way in which original keys are missing.
 */
export function compatibleRecords(
  original: CountedFile,
  released: CountedFile,
  names: readonly string[],
  { hierarchies }: Pick<Roles, 'hierarchies'>,
  tick: (fraction: number) => void = () => {},
): CompatibleRecords | string {
  const keys: KeyLayers[] = []
  for (const name of names) {
    const found = keyLayers(keyDomain(original.data.column(name), hierarchies?.get(name)), released.data.column(name))
    if (typeof found === 'string')
      return `nothing says which original values the class "${found}" of column "${name}" holds: give the hierarchy of the column`
    keys.push(found)
  }
  const people = keyClasses(keys.map(({ values }) => values))
  const rows = keyClasses(keys.map(({ cells }) => cells))
  const records = new Float64Array(rows.firsts.length)
  for (let j = 0; j < released.data.rows; j++) records[rows.ids[j]] += released.counts?.[j] ?? 1
  const patterns = keyClasses(keys.map(({ cells, layerOf }) => Int32Array.from(rows.firsts, (j) => layerOf[cells[j]])))
  const F = new Float64Array(people.firsts.length)
  const fullest = new Float64Array(F.length)
  const least = new Int32Array(F.length).fill(keys.length + 1)
  const members = rowsByGroup(patterns)
  for (const [p, classes] of members.entries()) {
    tick(p / members.length)
    const firsts = classes.map((id) => rows.firsts[id])
    const fitting = matchingTotals(
      keys.map((key) => cellsOfBoth(key, people.firsts, firsts)),
      Float64Array.from({ length: F.length + classes.length }, (_, at) =>
        at < F.length ? 0 : records[classes[at - F.length]],
      ),
      Int32Array.from(F.keys()),
      'wildcard',
      classes.map((_, at) => F.length + at),
    )
    const lacking = keys.reduce((sum, { cells, layerOf }) => sum + (layerOf[cells[firsts[0]]] < 0 ? 1 : 0), 0)
    for (let c = 0; c < F.length; c++) {
      F[c] += fitting[c]
      if (fitting[c] === 0 || lacking > least[c]) continue
      fullest[c] = fitting[c] + (lacking === least[c] ? fullest[c] : 0)
      least[c] = lacking
    }
  }
  const ofRows = (values: Float64Array): Float64Array => Float64Array.from(people.ids, (id) => values[id])
  return { F: ofRows(F), fullest: ofRows(fullest), patterns: members.length }
}

/**
 * One key of some original records, then of some released records of one pattern: for the former the cell of the pattern that their
 * value fits, for the latter their own cell.
 */
function cellsOfBoth({ values, cells, layerOf, layers }: KeyLayers, people: Int32Array, rows: Int32Array): Int32Array {
  const layer = layerOf[cells[rows[0]]]
  const both = new Int32Array(people.length + rows.length).fill(-1)
  if (layer < 0) return both
  const nowhere = layerOf.length
  people.forEach((i, at) => {
    if (values[i] < 0) return
    const cell = layers[layer][values[i]]
    both[at] = cell < 0 ? nowhere : cell
  })
  rows.forEach((j, at) => (both[people.length + at] = cells[j]))
  return both
}

/** Some columns of a file. */
export function withOnly(file: Dataset, names: readonly string[]): Dataset {
  return dataset(names.map((name) => [name, file.column(name)]))
}
