import { SdcError, type Rng } from '@sdc/core'
import { swapWalk } from './swap-walk.js'

/**
 * Draws the partner (rank from 0) of every rank as `swapWalk` does; the rank itself if no partner was left.
 *
 * @param count - Number of ranks.
 * @param window - Largest distance in rank.
 * @param rng - Source of the draws.
 * @returns An involution.
 * @throws BAD_PARAMETER unless the window is a whole number of at least 1
 */
export function swapPartners(count: number, window: number, rng: Rng): Int32Array {
  if (!(Number.isInteger(window) && window >= 1)) {
    const message = `a swapping window of ${window} positions is not a whole number of at least 1`
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'positions' })
  }
  const walk = swapWalk(count, window, rng)
  const partners = new Int32Array(count)
  const known = walk.push(Float64Array.from(partners.keys()), NONE, NO_RECORDS)
  partners.set(known)
  partners.set(walk.end(), known.length)
  return partners
}

const NONE = new Float64Array(0)
const NO_RECORDS = new Uint32Array(0)
