import { dataset, numeric, SdcError, type Column, type Dataset, type Rng } from '@sdc/core'
import { exp, unitNoise } from '@sdc/stats'
import { artificialColumns, type ArtificialColumn } from './artificial-recipe.js'

export interface ArtificialOptions {
  /** Number of records, default 1,080. */
  readonly rows?: number
  /** Number of columns, default 8. Beyond the recipe's names, these are repeated: INCOME_2, TAX_2, … */
  readonly columns?: number
}

/**
 * Generates artificial microdata: positive, skewed, correlated columns of very different scales with a few ties.
 *
 * A record has one common factor F, and every column j a factor of its own e_j, all independent and standard normal.
 * z_j = λ_j B_j + √(1 − λ_j²) e_j, where B_j is F or the z of the column on which column j depends. x_j = round(m_j
 * exp(σ_j z_j)), rounded to the column's decimals, and up to the smallest positive value there. So ln x_j is normal
 * with mean ln m_j and standard deviation σ_j (up to the rounding), and two factors that depend on F have the
 * correlation λ_i λ_j. The constants are `artificialColumns`.
 *
 * The draws of a column depend only on the source, the column's name and the record's number: more columns or records
 * leave the others unchanged. It is not a model of any real file.
 *
 * @param rng - Source of the random numbers.
 * @param options - Numbers of records and columns.
 * @returns The file. Cost: O(rows × columns).
 * @throws BAD_PARAMETER if a size is not a positive whole number.
 */
export function artificialMicrodata(rng: Rng, options: ArtificialOptions = {}): Dataset {
  const rows = positiveInteger('rows', options.rows ?? 1080)
  const count = positiveInteger('columns', options.columns ?? 8)
  const common = unitNoise(rows, 'normal', rng.child('common factor'))
  const factors = new Map<string, Float64Array>()
  const made: (readonly [string, Column])[] = []
  for (let j = 0; j < count; j++) {
    const recipe = artificialColumns[j % artificialColumns.length]
    const round = Math.floor(j / artificialColumns.length)
    const suffix = round === 0 ? '' : `_${round + 1}`
    const name = recipe.name + suffix
    const base = recipe.leansOn === null ? common : (factors.get(recipe.leansOn + suffix) ?? common)
    const factor = leaningFactor(base, recipe.loading, rng.child(name))
    factors.set(name, factor)
    made.push([name, numeric(scaledAndRounded(factor, recipe))])
  }
  return dataset(made)
}

function positiveInteger(parameter: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new SdcError('BAD_PARAMETER', `${parameter} is ${value}, not a whole number >= 1`, { parameter })
}

/** λ B + √(1 − λ²) e. */
function leaningFactor(base: Float64Array, loading: number, rng: Rng): Float64Array {
  const own = Math.sqrt(1 - loading * loading)
  const factor = new Float64Array(base.length)
  const noise = unitNoise(base.length, 'normal', rng)
  for (let i = 0; i < base.length; i++) factor[i] = loading * base[i] + own * noise[i]
  return factor
}

/** Divides by a power of ten instead of multiplying by .1: so 12.3 is exactly the number that is read from its text. */
function scaledAndRounded(factor: Float64Array, { median, sigma, decimals }: ArtificialColumn): Float64Array {
  const power = Number(`1e${Math.abs(decimals)}`)
  const values = new Float64Array(factor.length)
  for (let i = 0; i < factor.length; i++) {
    const raw = median * exp(sigma * factor[i])
    const units = Math.max(1, Math.round(decimals >= 0 ? raw * power : raw / power))
    values[i] = decimals >= 0 ? units / power : units * power
  }
  return values
}
