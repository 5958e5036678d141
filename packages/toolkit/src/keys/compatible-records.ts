import { dataset, type Dataset, type Roles } from '@sdc/core'
import { keyClasses, rowsByGroup, type RecordGroups } from '@sdc/stats'
import { matchingRows } from '@sdc/stats/internal'
import type { CountedFile } from './counted-file.js'
import { keyDomain } from './key-domain.js'
import { personsOf, type Units } from './units-of.js'
import { keyLayers, type KeyLayers } from './key-layers.js'

/** Number of released records, or persons, that match each original record. */
export interface CompatibleRecords {
  /** F of each row of the original. */
  readonly F: Float64Array
  /** Number of those of the F records that lack the fewest keys, by row of the original. */
  readonly fullest: Float64Array
  /** Number of patterns of missing or recoded keys in released records. */
  readonly patterns: number
}

/**
 * Counts the released records that the true keys of each original record match.
 *
 * F_i = |{j : t_iq ∈ y_jq for every key q}|, t the keys of the original and y the released cells. A missing cell
 * contains every value, a class contains the values below it, and a missing key of the original record is left out.
 * Records of the two files need no link. Released records with their classes in the same layers form one pattern: in a
 * pattern a combination of true keys matches at most one combination of cells. If the released file has the column of
 * persons, F counts the persons of these records.
 *
 * @param original - The original file, or its different records.
 * @param released - The released file, or its different records.
 * @param names - The keys, one or more, which both files have.
 * @param roles - Hierarchies that determine the classes.
 * @param tick - Receives the completed share.
 * @returns F; or a clause that names a class that cannot be read.
 *
 * Cost: O((n + classes) · keys) for each pattern of released keys, and for each pattern of missing original keys.
 */
export function compatibleRecords(
  original: CountedFile,
  released: CountedFile,
  names: readonly string[],
  roles: Pick<Roles, 'hierarchies' | 'person' | 'times'>,
  tick: (fraction: number) => void = () => {},
): CompatibleRecords | string {
  const layers = layersOfKeys(original.data, released.data, names, roles)
  return typeof layers === 'string' ? layers : fittingRecords(layers, released, personsOf(released.data, roles), tick)
}

/**
 * Returns the layers of some keys of two files.
 *
 * @param original - The original file.
 * @param released - The released file.
 * @param names - The keys, which both files have.
 * @param roles - Hierarchies that determine the classes.
 * @returns The layers of each key; or a clause that names a class that cannot be read.
 */
export function layersOfKeys(
  original: Dataset,
  released: Dataset,
  names: readonly string[],
  { hierarchies, times }: Pick<Roles, 'hierarchies' | 'times'>,
): KeyLayers[] | string {
  const keys: KeyLayers[] = []
  for (const name of names) {
    const domain = keyDomain(original.column(name), hierarchies?.get(name), times?.get(name))
    const found = keyLayers(domain, released.column(name))
    if (typeof found === 'string')
      return `the original values of the class "${found}" of column "${name}" are unknown: pass the hierarchy of the column`
    keys.push(found)
  }
  return keys
}

/**
 * Counts the released records that the true keys of each original record match, by the layers of these keys.
 *
 * @param keys - Layers of the keys, one or more.
 * @param released - The released file, or its different records.
 * @param persons - Persons of its records, if persons are counted.
 * @param tick - Receives the completed share.
 * @returns As `compatibleRecords`.
 */
export function fittingRecords(
  keys: readonly KeyLayers[],
  released: CountedFile,
  persons: Units | undefined,
  tick: (fraction: number) => void = () => {},
): CompatibleRecords {
  const people = keyClasses(keys.map(({ values }) => values))
  const rows = keyClasses(keys.map(({ cells }) => cells))
  const counter = persons ? personCounter(rows, persons) : recordCounter(rows, released)
  const patterns = keyClasses(keys.map(({ cells, layerOf }) => Int32Array.from(rows.firsts, (j) => layerOf[cells[j]])))
  const fitting = Array.from(people.firsts, (): Int32Array[] => [])
  const fullest = Array.from(people.firsts, (): Int32Array[] => [])
  const least = new Int32Array(fitting.length).fill(keys.length + 1)
  const queries = Int32Array.from(fitting.keys())
  const members = rowsByGroup(patterns)
  for (const [p, classes] of members.entries()) {
    tick(p / members.length)
    const firsts = classes.map((id) => rows.firsts[id])
    const cells = keys.map((key) => cellsOfBoth(key, people.firsts, firsts))
    const found = matchingRows(
      cells,
      queries,
      classes.map((_, at) => queries.length + at),
    )
    const classesOf = new Map<Int32Array, Int32Array>()
    const lacking = keys.reduce((sum, key) => sum + (key.layerOf[key.cells[firsts[0]]] < 0 ? 1 : 0), 0)
    found.forEach((list, c) => {
      if (list.length === 0) return
      let ids = classesOf.get(list)
      if (!ids) classesOf.set(list, (ids = list.map((at) => classes[at - queries.length])))
      fitting[c].push(ids)
      if (lacking > least[c]) return
      if (lacking < least[c]) fullest[c] = []
      fullest[c].push(ids)
      least[c] = lacking
    })
  }
  const F = Float64Array.from(fitting, counter)
  const best = Float64Array.from(fullest, counter)
  const ofRows = (values: Float64Array): Float64Array => Float64Array.from(people.ids, (id) => values[id])
  return { F: ofRows(F), fullest: ofRows(best), patterns: members.length }
}

/** Counts the records in lists of classes; lists with common parts are counted once. */
type Counter = (lists: readonly Int32Array[]) => number

function recordCounter({ ids, firsts }: RecordGroups, { data, counts }: CountedFile): Counter {
  const records = new Float64Array(firsts.length)
  for (let j = 0; j < data.rows; j++) records[ids[j]] += counts?.[j] ?? 1
  const known = new Map<Int32Array, number>()
  return (lists) =>
    lists.reduce((sum, list) => {
      let count = known.get(list)
      if (count === undefined) known.set(list, (count = list.reduce((total, id) => total + records[id], 0)))
      return sum + count
    }, 0)
}

/** Counts a person with records in several of the classes once. */
function personCounter(rows: RecordGroups, { ofRecord: ids, count }: Units): Counter {
  const personsIn = rowsByGroup(rows).map((members) => new Set(Array.from(members, (j) => ids[j])))
  const last = new Int32Array(count)
  let round = 0
  return (lists) => {
    round++
    let found = 0
    for (const list of lists)
      for (const id of list)
        for (const person of personsIn[id]) {
          if (last[person] === round) continue
          last[person] = round
          found++
        }
    return found
  }
}

/**
 * One key of some original records, then of some released records of one pattern. For the former it is the cell of the
 * pattern that their value matches, for the latter their own cell.
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

/** Returns a file with some of its columns. */
export function withOnly(file: Dataset, names: readonly string[]): Dataset {
  return dataset(names.map((name) => [name, file.column(name)]))
}
