import { blocksOf, SdcError } from '@sdc/core'

/** Largest number of moments: more take too much memory for a record, and too much time. */
const MOST_MOMENTS = 10_000

/** Monomials in one column and others: those that change with a value of the column. */
export interface ColumnMonomials {
  /**
   * Products r of other columns, of degree 0 to m − 1, lower degrees first. The first is 1; each other one is that at
   * `parent`, an earlier one, times the column `variable`.
   */
  readonly parent: Int32Array
  readonly variable: Int32Array
  /** Number of the monomial z_j^a·r for a = 1 … m, for the first products; none for those with a + degree above m. */
  readonly numbers: readonly Int32Array[]
}

/** All monomials z_1^{e_1}⋯z_d^{e_d} of total degree 1 to m. */
export interface Monomials {
  readonly columns: number
  readonly order: number
  readonly count: number
  /** Each is that at `parent` times the column `variable`; −1 for the column itself. */
  readonly parent: Int32Array
  readonly variable: Int32Array
  /** Monomials with each column. */
  readonly withColumn: readonly ColumnMonomials[]
}

/**
 * Returns the number of monomials of total degree 1 to m in d columns: C(d + m, m) − 1.
 *
 * @param d - The number of columns.
 * @param m - The order.
 * @returns A whole number, Infinity beyond 2⁵³.
 */
export function momentCount(d: number, m: number): number {
  let count = 1
  for (let i = 1; i <= Math.min(d, m); i++) {
    count = (count * (d + m + 1 - i)) / i
    if (count > Number.MAX_SAFE_INTEGER) return Infinity
  }
  return Math.round(count) - 1
}

/**
 * Returns the monomials of total degree 1 to m in d columns, and for every column those that have it: C(d + m − 1, m −
 * 1).
 *
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 5, second extension. Cost: O(d·C(d + m − 1, m − 1)·m).
 *
 * @param d - The number of columns.
 * @param m - The order, 1 or more.
 * @returns The monomials.
 * @throws BAD_PARAMETER for more than 10,000, with their number.
 */
export function monomials(d: number, m: number): Monomials {
  const count = momentCount(d, m)
  if (count > MOST_MOMENTS) {
    const many = Number.isFinite(count) ? String(count) : 'more than 2⁵³'
    const message = `order ${m} in ${d} columns has ${many} moments; the limit is ${MOST_MOMENTS}`
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'order' }, 'Choose a smaller order, or fewer columns.')
  }
  const all = products(d, m, -1)
  const places = new Map<number, number>()
  for (let t = 1; t <= count; t++) places.set(all.parent[t] * d + all.variable[t], t)
  // Without the product 1 at place 0, which is not a moment.
  const parent = all.parent.slice(1).map((at) => at - 1)
  const variable = all.variable.slice(1)
  const withColumn = Array.from({ length: d }, (_, j): ColumnMonomials => {
    const rests = products(d, m - 1, j)
    const numbers = Array.from({ length: m }, (_, k) => {
      const nodes = Array.from(rests.degree.keys()).filter((t) => rests.degree[t] + k + 1 <= m)
      return Int32Array.from(nodes, (t) => placeOf(places, d, withPower(variablesOf(rests, t), j, k + 1)) - 1)
    })
    return { parent: rests.parent, variable: rests.variable, numbers }
  })
  return { columns: d, order: m, count, parent, variable, withColumn }
}

interface Products {
  readonly parent: Int32Array
  readonly variable: Int32Array
  readonly degree: Int32Array
}

/**
 * Returns the products of degree 0 to m in all columns except one, by degree; within each degree their variables
 * ascend.
 */
function products(d: number, m: number, but: number): Products {
  const parent = [0]
  const variable = [-1]
  const degree = [0]
  for (let t = 0; t < parent.length; t++) {
    if (degree[t] === m) break
    for (let k = Math.max(0, variable[t]); k < d; k++) {
      if (k === but) continue
      parent.push(t)
      variable.push(k)
      degree.push(degree[t] + 1)
    }
  }
  return { parent: Int32Array.from(parent), variable: Int32Array.from(variable), degree: Int32Array.from(degree) }
}

function variablesOf({ parent, variable }: Products, t: number): number[] {
  const variables: number[] = []
  for (let at = t; at > 0; at = parent[at]) variables.push(variable[at])
  return variables
}

function withPower(variables: readonly number[], j: number, power: number): number[] {
  return [...variables, ...Array<number>(power).fill(j)].sort((a, b) => a - b)
}

function placeOf(places: ReadonlyMap<number, number>, d: number, variables: readonly number[]): number {
  return variables.reduce((at, k) => places.get(at * d + k) ?? Number.NaN, 0)
}

/**
 * Computes the means of all monomials over the records: the moments about 0 of standardised columns.
 *
 * Sums over the blocks of records, added in their order. Cost: O(n·count).
 *
 * @param z - n records of d values each, record after record.
 * @param tick - Receives the progress.
 * @returns The means.
 */
export function momentsOf(
  { count, parent, variable, columns: d }: Monomials,
  z: Float64Array,
  tick: (fraction: number) => void = () => {},
): Float64Array {
  const n = z.length / d
  const totals = new Float64Array(count)
  const own = new Float64Array(count)
  const values = new Float64Array(count)
  for (const { first, end } of blocksOf(n)) {
    tick(first / n)
    own.fill(0)
    for (let i = first; i < end; i++) {
      for (let t = 0; t < count; t++) {
        const value = z[i * d + variable[t]]
        values[t] = parent[t] < 0 ? value : values[parent[t]] * value
        own[t] += values[t]
      }
    }
    for (let t = 0; t < count; t++) totals[t] += own[t]
  }
  return totals.map((total) => total / n)
}
