import { relationIndex } from '../../table/relation-index.js'
import type { SuppressionProblem } from '../problem.js'
import type { Demand } from './demands.js'
import type { Deviation, DeviationSearch } from './deviation.js'
import { edgesOf, type Edge } from './levels.js'

/** Of how many edges along each dimension, the cheapest, hypercubes are made. */
const EDGES = 24

export interface HypercubeSearch extends DeviationSearch {
  /** The cells that have, in each dimension, a level of one of the few cheapest edges through a cell. */
  neighbourhood(demand: Demand, prices: Float64Array, few: number): Int32Array
}

/**
 * Searches hypercubes: the cells that have, in each dimension, one of the levels of an edge through the sensitive cell. Their
 * differences are ± the level, by the product of the signs of their levels, and so keep every relation. Of the hypercubes all
 * of whose corners have room for the level it finds the cheapest, among the cheapest edges of each dimension; where there is
 * none, another search is asked.
 *
 * @param problem - The table and the room of its cells.
 * @param otherwise - The search that is asked where no hypercube does it, and how far a cell can go at all.
 * @returns The search; it closes the other one, too.
 */
export function hypercubeSearch(problem: SuppressionProblem, otherwise: DeviationSearch): HypercubeSearch {
  const { table, room } = problem
  const { dimensions } = table
  const edges = dimensions.map(edgesOf)
  const { strides, at } = places(table)
  const index = relationIndex(table)
  const place = (cell: number, d: number, code: number): number =>
    at(key(cell) + (code - dimensions[d].codes[cell]) * strides[d])
  const key = (cell: number): number => dimensions.reduce((sum, { codes }, d) => sum + codes[cell] * strides[d], 0)

  function cube(demand: Demand, prices: Float64Array): Deviation | undefined {
    const { cell, direction, level, knows } = demand
    const has = (corner: number, sign: number): boolean =>
      corner >= 0 &&
      prices[corner] < Infinity &&
      (sign > 0 ? room.above[corner] : room.below[corner]) >= level &&
      !knows.includes(corner)
    if (!has(cell, direction)) return undefined
    const sides = dimensions.map((_, d) => {
      const priceOf = (code: number): number => {
        const corner = place(cell, d, code)
        return corner < 0 ? Infinity : prices[corner]
      }
      const priced = edges[d](dimensions[d].codes[cell], priceOf).flatMap((edge) => {
        let price = 0
        for (let i = 1; i < edge.codes.length; i++) {
          const corner = place(cell, d, edge.codes[i])
          if (!has(corner, direction * edge.signs[i])) return []
          price += prices[corner]
        }
        return [{ edge, price }]
      })
      return priced.sort((a, b) => a.price - b.price || a.edge.codes.length - b.edge.codes.length).slice(0, EDGES)
    })
    let best: { cells: number[]; signs: number[] } | undefined
    let least = Infinity
    /** Crosses the corners so far with each edge of the next dimension; the other dimensions are at the cell's own level. */
    const cross = (d: number, keys: readonly number[], signs: readonly number[], cost: number): void => {
      if (d === sides.length) {
        if (cost >= least) return
        least = cost
        best = { cells: keys.map(at), signs: [...signs] }
        return
      }
      for (const { edge, price } of sides[d]) {
        if (cost + price >= least) break
        extend(edge, d, keys, signs, cost, cross)
      }
    }
    const extend = (
      edge: Edge,
      d: number,
      keys: readonly number[],
      signs: readonly number[],
      cost: number,
      next: typeof cross,
    ): void => {
      const own = dimensions[d].codes[cell]
      const wide = [...keys]
      const turned = [...signs]
      let sum = cost
      for (let i = 1; i < edge.codes.length; i++) {
        const shift = (edge.codes[i] - own) * strides[d]
        for (let j = 0; j < keys.length; j++) {
          const corner = at(keys[j] + shift)
          const sign = signs[j] * edge.signs[i]
          if (!has(corner, sign)) return
          sum += prices[corner]
          if (sum >= least) return
          wide.push(keys[j] + shift)
          turned.push(sign)
        }
      }
      next(d + 1, wide, turned, sum)
    }
    cross(0, [key(cell)], [direction], 0)
    if (best === undefined) return undefined
    const { cells, signs } = best as { cells: number[]; signs: number[] }
    const order = [...cells.keys()].sort((a, b) => cells[a] - cells[b])
    const found = {
      cells: Int32Array.from(order, (i) => cells[i]),
      differences: Float64Array.from(order, (i) => signs[i] * level),
    }
    return addsUp(found, level) ? found : undefined
  }

  /** Whether the relations are kept: not where a table lacks cells that a hypercube runs through. */
  function addsUp({ cells, differences }: Deviation, level: number): boolean {
    const sums = new Map<number, number>()
    cells.forEach((cell, i) => {
      for (let k = index.starts[cell]; k < index.starts[cell + 1]; k++)
        sums.set(index.at[k], (sums.get(index.at[k]) ?? 0) + (index.signs[k] * differences[i]) / level)
    })
    return [...sums.values()].every((sum) => Math.round(sum) === 0)
  }

  function neighbourhood({ cell, level }: Demand, prices: Float64Array, few: number): Int32Array {
    const least = 1e-3 * level
    let keys = [key(cell)]
    dimensions.forEach(({ codes }, d) => {
      // By the part of the level that a cell has room for: many that are cheap and small are no cheaper than one.
      const priceOf = (code: number): number => {
        const corner = place(cell, d, code)
        if (corner < 0 || prices[corner] === Infinity) return Infinity
        return (prices[corner] + least) / Math.min(1, Math.max(1e-3, room.below[corner] / level))
      }
      const ranked = edges[d](codes[cell], priceOf)
        .map((edge) => ({ edge, price: edge.codes.reduce((sum, code, i) => (i === 0 ? 0 : sum + priceOf(code)), 0) }))
        .sort((a, b) => a.price - b.price || a.edge.codes.length - b.edge.codes.length)
        .slice(0, few)
      const levels = new Set(ranked.flatMap(({ edge }) => edge.codes)).add(codes[cell])
      keys = keys.flatMap((one) => [...levels].map((code) => one + (code - codes[cell]) * strides[d]))
    })
    const cells = keys.map(at).filter((one) => one >= 0 && prices[one] < Infinity)
    return Int32Array.from(cells.sort((a, b) => a - b))
  }

  return {
    neighbourhood,
    calls: otherwise.calls,
    cheapest: (demand, prices) => cube(demand, prices) ?? otherwise.cheapest(demand, prices),
    another: cube,
    farthest: otherwise.farthest,
    close: otherwise.close,
  }
}

/** Where each cell is, by its codes: packed where the table has few empty places, else in a map. */
function places({ dimensions, values }: SuppressionProblem['table']): {
  readonly strides: readonly number[]
  at(key: number): number
} {
  const strides: number[] = []
  let size = 1
  for (const { levels } of dimensions) {
    strides.push(size)
    size *= levels.length
  }
  const key = (cell: number): number => dimensions.reduce((sum, { codes }, d) => sum + codes[cell] * strides[d], 0)
  if (size > 20 * values.length + 1000) {
    const of = new Map(Array.from(values, (_, cell) => [key(cell), cell]))
    return { strides, at: (one) => of.get(one) ?? -1 }
  }
  const packed = new Int32Array(size).fill(-1)
  values.forEach((_, cell) => (packed[key(cell)] = cell))
  return { strides, at: (one) => packed[one] ?? -1 }
}
