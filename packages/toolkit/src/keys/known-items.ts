import type { Dataset, Rng, Roles } from '@sdc/core'
import { fittingRecords, layersOfKeys } from './compatible-records.js'
import type { KeyLayers } from './key-layers.js'
import { personsOf, type Units } from './units-of.js'

/** Risk of people if an intruder knows their keys and some answers to a questionnaire. */
export interface KnownItemsRisk {
  /** Sets of items that the intruder may know, by the numbers of the items. */
  readonly sets: readonly Int32Array[]
  /** Number of all sets of this size. */
  readonly possible: number
  /** Number of people. */
  readonly people: number
  /** Share of people who match fewer than k released records or persons, their own among them, by set. */
  readonly below: Float64Array
  /** Share of people who match their own record only, by set. */
  readonly unique: Float64Array
  /** Mean over people of the probability that a random choice among the matching records is their own, by set. */
  readonly found: Float64Array
  /** Share of the sets with which each original record matches fewer than k, its own among them. */
  readonly records: Float64Array
}

/** Files, columns and settings of the computation. */
export interface KnownItemsInput {
  readonly original: Dataset
  readonly released: Dataset
  /** Original record of each released one; −1 if unknown. */
  readonly origin: Int32Array
  /** Quasi-identifiers, which both files have; may be empty. */
  readonly keys: readonly string[]
  /** Items, one or more, which both files have. */
  readonly items: readonly string[]
  /** Number of items that the intruder knows; all if there are fewer. */
  readonly known: number
  /** Number of records that protect a person. */
  readonly k: number
  /** Largest number of sets; above it, they are drawn. */
  readonly most: number
  readonly roles: Pick<Roles, 'hierarchies' | 'person' | 'times'>
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Computes the risk that an intruder knows the keys of a person and any m of the answers to a questionnaire.
 *
 * F_i(S) = number of released records, or persons, that the true keys and the true answers S of person i match. Person
 * i is at risk by S if F_i(S) < k and a record of their own is among these. A perturbed answer therefore protects.
 *
 * @param input - Files, columns and settings.
 * @returns The risk by set of items; or a clause that names a class that cannot be read.
 *
 * Cost: that of `compatibleRecords` for each set.
 */
export function knownItemsRisk(input: KnownItemsInput): KnownItemsRisk | string {
  const { original, released, keys, items, k, most, roles, rng, tick = () => {} } = input
  const known = Math.min(input.known, items.length)
  const layers = layersOfKeys(original, released, [...keys, ...items], roles)
  if (typeof layers === 'string') return layers
  const persons = personsOf(original, roles)
  const releasedPersons = personsOf(released, roles)
  const pairs = ownPairs(input.origin, original.rows, persons)
  const fits = layers.map((one) => pairsThatFit(one, pairs))
  const { sets, possible } = itemSets(items.length, known, most, rng)
  const people = persons?.count ?? original.rows
  const [below, unique, found] = Array.from({ length: 3 }, () => new Float64Array(sets.length))
  const records = new Float64Array(original.rows)
  const columnsOf = (set: Int32Array): number[] => [...keys.keys(), ...Array.from(set, (item) => keys.length + item)]
  sets.forEach((set, s) => {
    tick(s / sets.length)
    const columns = columnsOf(set)
    const { F } = fittingRecords(columns.map((j) => layers[j]), { data: released, records: released.rows }, releasedPersons) // oxfmt-ignore
    // A person counts by the record that discloses most.
    const least = new Float64Array(people).fill(Infinity)
    let last = -1
    for (let p = 0; p < pairs.of.length; p++) {
      const row = pairs.of[p]
      if (row === last || !columns.every((j) => fits[j][p] === 1)) continue
      last = row
      const unit = persons ? persons.ofRecord[row] : row
      if (F[row] < least[unit]) least[unit] = F[row]
      if (F[row] < k) records[row] += 1 / sets.length
    }
    for (const count of least) {
      if (count < k) below[s] += 1 / people
      if (count === 1) unique[s] += 1 / people
      found[s] += 1 / count / people
    }
  })
  return { sets, possible, people, below, unique, found, records }
}

/** Original records with released records of the same person, by original record. */
interface OwnPairs {
  readonly of: Int32Array
  readonly row: Int32Array
}

function ownPairs(origin: Int32Array, rows: number, persons: Units | undefined): OwnPairs {
  const unitOf = (row: number): number => (persons ? persons.ofRecord[row] : row)
  const released = Array.from({ length: persons?.count ?? rows }, (): number[] => [])
  origin.forEach((row, r) => {
    if (row >= 0) released[unitOf(row)].push(r)
  })
  const of: number[] = []
  const row: number[] = []
  for (let i = 0; i < rows; i++)
    for (const r of released[unitOf(i)]) {
      of.push(i)
      row.push(r)
    }
  return { of: Int32Array.from(of), row: Int32Array.from(row) }
}

/** 1 for each pair whose released cell may be the original value. */
function pairsThatFit({ values, cells, layerOf, layers }: KeyLayers, { of, row }: OwnPairs): Uint8Array {
  return Uint8Array.from(of, (i, p) => {
    const cell = cells[row[p]]
    const layer = layerOf[cell]
    return values[i] < 0 || layer < 0 || layers[layer][values[i]] === cell ? 1 : 0
  })
}

/**
 * Lists the sets of known items.
 *
 * @param n - Number of items.
 * @param known - Number of items that an intruder knows; all if there are fewer.
 * @param most - Largest number of sets; above it, they are drawn.
 * @param rng - Random numbers of the draw.
 * @returns The sets, by the numbers of the items, and the number of all possible sets.
 */
export function itemSets(
  n: number,
  known: number,
  most: number,
  rng: Rng,
): { readonly sets: readonly Int32Array[]; readonly possible: number } {
  const m = Math.min(known, n)
  const possible = choose(n, m)
  return { sets: possible <= most ? allSets(n, m) : drawnSets(n, m, most, rng), possible }
}

/** Number of sets of m of n. */
function choose(n: number, m: number): number {
  let count = 1
  for (let i = 1; i <= m; i++) count = (count * (n - m + i)) / i
  return Math.round(count)
}

/** All sets of m of n, in the order of their numbers. */
function allSets(n: number, m: number): Int32Array[] {
  const sets: Int32Array[] = []
  const add = (set: readonly number[], from: number): void => {
    if (set.length === m) sets.push(Int32Array.from(set))
    else for (let i = from; i < n; i++) add([...set, i], i + 1)
  }
  add([], 0)
  return sets
}

/** Different random sets of m of n; there are more than these. */
function drawnSets(n: number, m: number, most: number, rng: Rng): Int32Array[] {
  const drawn = new Map<string, Int32Array>()
  while (drawn.size < most) {
    const set = rng.permutation(n).slice(0, m).sort()
    drawn.set(set.join(' '), set)
  }
  return [...drawn.values()]
}
