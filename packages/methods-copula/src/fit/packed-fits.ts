import type { Totals } from '@sdc/core'
import { Matrix } from 'ml-matrix'
import type { Trial } from './fit-to-given.js'
import { packed, unpacked } from '../scores/packed.js'
import type { Search, Tried } from './weights-search.js'

/** State of the search for the weights of one column. */
export interface Fit {
  /** Inverse of the Jacobian. */
  readonly inverse: Matrix
  /** Next point to try, on a grid of this step. */
  readonly next?: Float64Array
  readonly step: number
  /** Trials on all records; undefined for a large file with only its sample read. */
  readonly tried?: Pick<Search<Trial>, 'now' | 'best'>
}

/** Packs fits into one array. */
export const packedFits = (fits: readonly Fit[]): Totals => packed(fits.map(packedFit))

function packedFit({ inverse, next, step, tried }: Fit): Float64Array {
  const head = [Float64Array.from(inverse.to1DArray()), next ?? new Float64Array(0), Float64Array.of(step)]
  if (tried === undefined) return packed(head)
  const { now, best } = tried
  const { step: own, first, mass } = best.counted
  return packed([...head, ...numbersOf(now), ...numbersOf(best), Float64Array.of(own, first), mass])
}

const numbersOf = ({ v, residual, missed, sigma }: Tried): Float64Array[] => [
  v,
  residual,
  Float64Array.of(missed, sigma),
]

/** Inverse of `packedFits`. */
export const unpackedFits = (numbers: Totals): Fit[] => unpacked(numbers).map(unpackedFit)

function unpackedFit(numbers: Float64Array): Fit {
  const [inverse, next, [step], ...tried] = unpacked(numbers)
  const q = Math.sqrt(inverse.length)
  const head = { inverse: Matrix.from1DArray(q, q, inverse), step, ...(next.length > 0 && { next }) }
  if (tried.length === 0) return head
  const triedOf = ([v, residual, [missed, sigma]]: readonly Float64Array[]): Tried => ({ v, residual, missed, sigma })
  const [own, mass] = tried.slice(6)
  const counted = { step: own[0], first: own[1], mass }
  return { ...head, tried: { now: triedOf(tried), best: { ...triedOf(tried.slice(3)), counted } } }
}
