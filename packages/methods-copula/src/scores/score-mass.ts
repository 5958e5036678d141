import { packed, unpacked } from './packed.js'

/** Number of nodes of the grid per standard deviation of the noise. */
const FINE = 8
const MOST_NODES = 4096

/**
 * Number of records at each node of a grid, and sums of their numbers. Nodes are whole multiples of the step, so that
 * blocks of records share them, and a column and its negative have the same.
 */
export interface ScoreMass {
  readonly step: number
  /** Multiple of the step at the first node. */
  readonly first: number
  readonly mass: Float64Array
  readonly sums: readonly Float64Array[]
}

/**
 * Returns the step of a grid that is fine enough for noise of this sd, with about 4096 nodes at most.
 *
 * @param sigma - Standard deviation.
 * @param range - Distance from the smallest place to the largest, as far as it is known.
 * @returns The step, more than 0.
 */
export function stepOf(sigma: number, range: number): number {
  const step = Math.max(sigma / FINE, range / (MOST_NODES - 1))
  return step > 0 ? step : 1
}

/**
 * Divides records between the two nodes next to their places, in inverse proportion to the distances.
 *
 * @param places - Places of m records.
 * @param step - Step of the grid.
 * @param numbers - Columns of m numbers to add up at each node.
 * @returns Nodes from below the smallest place to above the largest.
 */
export function massOf(places: Float64Array, step: number, numbers: readonly Float64Array[]): ScoreMass {
  const [smallest, largest] = extent(places)
  const first = Math.floor(smallest / step)
  const nodes = Math.floor(largest / step) - first + 2
  const mass = new Float64Array(nodes)
  const sums = numbers.map(() => new Float64Array(nodes))
  const nodesOf = new Int32Array(places.length)
  const after = new Float64Array(places.length)
  for (let i = 0; i < places.length; i++) {
    const place = places[i] / step - first
    nodesOf[i] = Math.min(nodes - 2, Math.floor(place))
    after[i] = place - nodesOf[i]
    mass[nodesOf[i]] += 1 - after[i]
    mass[nodesOf[i] + 1] += after[i]
  }
  // One column at a time: many sums at once would be looked up again at every record.
  numbers.forEach((column, k) => addTo(sums[k], column, nodesOf, after))
  return { step, first, mass, sums }
}

function addTo(sum: Float64Array, column: Float64Array, nodes: Int32Array, after: Float64Array): void {
  for (let i = 0; i < column.length; i++) {
    const at = nodes[i]
    sum[at] += (1 - after[i]) * column[i]
    sum[at + 1] += after[i] * column[i]
  }
}

/**
 * Returns the smallest and the largest place.
 *
 * @param places - One or more.
 * @returns Both, the smallest first.
 */
export function extent(places: Float64Array): readonly [number, number] {
  let [smallest, largest] = [places[0], places[0]]
  for (let i = 1; i < places.length; i++) {
    if (places[i] < smallest) smallest = places[i]
    if (places[i] > largest) largest = places[i]
  }
  return [smallest, largest]
}

/**
 * Merges the mass of the blocks so far with that of the next one, on grids of one step.
 *
 * @param a - Mass of the blocks so far.
 * @param b - Mass of the next block, with as many sums.
 * @returns Nodes from the first of both to the last of both.
 */
export function mergedMass(a: ScoreMass, b: ScoreMass): ScoreMass {
  const first = Math.min(a.first, b.first)
  const nodes = Math.max(a.first + a.mass.length, b.first + b.mass.length) - first
  const merged = (one: Float64Array, other: Float64Array): Float64Array => {
    const sum = new Float64Array(nodes)
    sum.set(one, a.first - first)
    const from = b.first - first
    for (let g = 0; g < other.length; g++) sum[from + g] += other[g]
    return sum
  }
  return { step: a.step, first, mass: merged(a.mass, b.mass), sums: a.sums.map((sum, k) => merged(sum, b.sums[k])) }
}

/** Packs a mass into one array. */
export const packedMass = ({ step, first, mass, sums }: ScoreMass): Float64Array =>
  packed([Float64Array.of(step, first), mass, ...sums])

/**
 * Inverse of `packedMass`.
 *
 * @param numbers - Its result.
 * @returns The mass; its arrays are views of them.
 */
export function unpackedMass(numbers: Float64Array): ScoreMass {
  const [[step, first], mass, ...sums] = unpacked(numbers)
  return { step, first, mass, sums }
}
