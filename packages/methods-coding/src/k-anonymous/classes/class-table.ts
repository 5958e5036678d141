import type { Histogram } from './class-test.js'
import type { Ground } from './ground.js'
import { Numbering, RANGE } from './numbering.js'

/** The equivalence classes at a node of the lattice. */
export interface ClassTable {
  /** The level of each key. */
  readonly node: Uint8Array
  readonly size: number
  /** One ground class of each class. */
  readonly members: Int32Array
  readonly counts: Int32Array
  /** Histograms of the sensitive columns. */
  readonly histograms: readonly Histogram[]
  /** Source table of a rolled-up table, and the class here of each class there; absent if it is not kept. */
  readonly from?: { readonly table: ClassTable; readonly ids: Int32Array }
}

/**
 * Returns the table of the lowest node: the ground itself.
 *
 * @param ground - The equivalence classes of the unchanged file.
 * @returns Its table.
 */
export function groundTable(ground: Ground): ClassTable {
  return {
    node: new Uint8Array(ground.levels.length),
    size: ground.size,
    members: Int32Array.from({ length: ground.size }, (_, c) => c),
    counts: ground.counts,
    histograms: ground.histograms,
  }
}

/** Rolls tables up to more general nodes, with memory that it reuses. */
export class Roller {
  private readonly keys: Int32Array
  private readonly places: Int32Array
  private readonly numbering: Numbering

  /** @param ground - The classes that all tables are made of. */
  constructor(private readonly ground: Ground) {
    this.keys = new Int32Array(ground.size)
    this.places = new Int32Array(ground.histograms.reduce((most, { size }) => Math.max(most, size), 0))
    this.numbering = new Numbering(ground.size)
  }

  /**
   * Numbers the classes of a table by the class that they are in at a higher node.
   *
   * @param source - The table.
   * @param node - A node whose levels are all at least the source's.
   * @returns The number of each class, in an array that the next call overwrites; `size` is the number of classes.
   *
   * Cost: O(classes of the source · keys).
   */
  classes(source: ClassTable, node: ArrayLike<number>): { readonly ids: Int32Array; readonly size: number } {
    const { keys } = this
    const { members, size } = source
    keys.fill(0, 0, size)
    let range = 1
    // A column with one value has no effect. The others enter two at a time, which halves reading and writing of the
    // keys.
    const columns = this.ground.levels.map((levels, j) => levels[node[j]]).filter((level) => level.size > 1)
    for (let j = 0; j < columns.length; j++) {
      const { codes, size: values } = columns[j]
      const next = columns.at(j + 1)
      if (next !== undefined && range * values * next.size <= RANGE) {
        addTwo(keys, size, members, codes, next.codes, values, next.size)
        range *= values * next.size
        j++
        continue
      }
      if (range * values > RANGE) range = this.numbering.number(keys, size, range)
      if (range * values > RANGE) range = this.numbering.numberPairs(keys, size, codes, members)
      else {
        addOne(keys, size, members, codes, values)
        range *= values
      }
    }
    return { ids: keys, size: this.numbering.number(keys, size, range) }
  }

  /**
   * The table of a node.
   *
   * @param source - The table of a lower node.
   * @param node - A node whose levels are all at least the source's.
   * @param isTraced - True if the table keeps a reference to its source.
   * @returns Its classes, counted from those of the source.
   */
  table(source: ClassTable, node: ArrayLike<number>, isTraced = false): ClassTable {
    const { ids, size } = this.classes(source, node)
    const members = new Int32Array(size)
    const counts = new Int32Array(size)
    for (let c = 0; c < source.size; c++) {
      members[ids[c]] = source.members[c]
      counts[ids[c]] += source.counts[c]
    }
    const histograms = source.histograms.length > 0 ? this.histograms(source, ids, size) : []
    const table = { node: Uint8Array.from(node), size, members, counts, histograms }
    return isTraced ? { ...table, from: { table: source, ids: ids.slice(0, source.size) } } : table
  }

  private histograms(source: ClassTable, ids: Int32Array, size: number): Histogram[] {
    // The source's classes, sorted by the class that they become.
    const starts = new Int32Array(size + 1)
    for (let c = 0; c < source.size; c++) starts[ids[c] + 1]++
    for (let c = 0; c < size; c++) starts[c + 1] += starts[c]
    const at = starts.slice(0, size)
    const order = new Int32Array(source.size)
    for (let c = 0; c < source.size; c++) order[at[ids[c]]++] = c
    return source.histograms.map((histogram) => this.merged(histogram, starts, order))
  }

  private merged(histogram: Histogram, groups: Int32Array, order: Int32Array): Histogram {
    const { places } = this
    const { starts, values, counts, size } = histogram
    const classes = groups.length - 1
    const ownStarts = new Int32Array(classes + 1)
    const ownValues = new Int32Array(values.length)
    const ownCounts = new Int32Array(values.length)
    places.fill(-1)
    let used = 0
    for (let g = 0; g < classes; g++) {
      const from = used
      for (let i = groups[g]; i < groups[g + 1]; i++) {
        const end = starts[order[i] + 1]
        for (let e = starts[order[i]]; e < end; e++) {
          const value = values[e]
          const place = places[value]
          if (place >= from) ownCounts[place] += counts[e]
          else {
            places[value] = used
            ownValues[used] = value
            ownCounts[used++] = counts[e]
          }
        }
      }
      ownStarts[g + 1] = used
    }
    return { starts: ownStarts, values: ownValues.slice(0, used), counts: ownCounts.slice(0, used), size }
  }
}

function addOne(keys: Int32Array, n: number, members: Int32Array, codes: Int32Array, values: number): void {
  for (let c = 0; c < n; c++) keys[c] = keys[c] * values + codes[members[c]]
}

function addTwo(
  keys: Int32Array,
  n: number,
  members: Int32Array,
  first: Int32Array,
  second: Int32Array,
  valuesOfFirst: number,
  valuesOfSecond: number,
): void {
  for (let c = 0; c < n; c++) {
    const member = members[c]
    keys[c] = (keys[c] * valuesOfFirst + first[member]) * valuesOfSecond + second[member]
  }
}
