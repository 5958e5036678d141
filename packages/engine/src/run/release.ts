import { SdcError, takeRows, withColumns, type Rng } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import type { FileState } from './assemble.js'
import { columnsWithRole } from '../bind/roles.js'
import type { FileSchema } from '../documents/plan.js'

/**
 * Makes a masked file fit to leave the house: its records in random order (their position would link them to the
 * original) and without the columns whose role is `identifier`.
 */
export function release(state: FileState, schema: FileSchema | undefined, rng: Rng): FileState {
  if (rng.state.source !== 'chacha20') {
    throw new SdcError(
      'BAD_OPTION',
      'a file that is released needs a keyed source of randomness',
      {},
      'Leave out the seed: who guesses it can undo the masking.',
    )
  }
  const order = randomPermutation(state.data.rows, rng.child('release order'))
  const identifiers = columnsWithRole(state.data, schema, ['identifier'])
  const data = withColumns(takeRows(state.data, order), new Map(identifiers.map((name) => [name, null])))
  return { data, origin: order.map((row) => state.origin[row]) }
}
