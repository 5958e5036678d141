import {
  SdcError,
  takeColumn,
  takeRows,
  withColumns,
  withoutColumns,
  type Column,
  type Dataset,
  type Rng,
} from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import type { FileState } from '../run/files/assemble.js'
import { columnsWithRole } from '../bind/roles.js'
import { idStream, renumbered, renumberedRoles } from './renumber.js'
import type { FileSchema } from '../plan/plan.js'

/** Cells up to which the columns of a shuffled file are held; 32 MB of numbers. */
const MOST_HELD = 4_000_000

/** A file that is released. */
export interface ReleasedFile extends FileState {
  /** By renumbered column the original ids, in the order of their numbers. */
  readonly ids?: ReadonlyMap<string, Column>
}

/**
 * Prepares a masked file for release: its records in random order (their position would link them to the original),
 * without columns with the role `identifier`, and with new numbers for households and persons.
 */
export function release(state: FileState, schema: FileSchema | undefined, rng: Rng): ReleasedFile {
  if (rng.state.source !== 'chacha20') {
    throw new SdcError(
      'BAD_OPTION',
      'a released file needs a keyed source of randomness',
      {},
      'Leave out the seed: a person who guesses it can undo the masking.',
    )
  }
  const order = randomPermutation(state.data.rows, orderStream(rng))
  const identifiers = columnsWithRole(state.data, schema, ['identifier'])
  const named = columnsWithRole(state.data, schema, renumberedRoles)
  const made = named.map((name) => [name, renumbered(state.data.column(name), idStream(rng).child(name))] as const)
  const numbered = withColumns(state.data, new Map(made.map(([name, { column }]) => [name, column])))
  const data = withoutColumns(inOrder(numbered, order), identifiers)
  return {
    data,
    origin: order.map((row) => state.origin[row]),
    ...(made.length > 0 && { ids: new Map(made.map(([name, { ids }]) => [name, ids])) }),
  }
}

/**
 * The stream that draws the order of the records of a released file.
 *
 * @param root - The root of its run.
 * @returns The stream.
 */
export function orderStream(root: Rng): Rng {
  return root.child('release order')
}

/** The records in another order: of a large file each column whenever it is asked for, since held they would be the file once more. */
function inOrder(data: Dataset, order: Int32Array): Dataset {
  const { rows, names } = data
  if (rows * names.length <= MOST_HELD) return takeRows(data, order)
  return { rows, names, column: (name) => columnInOrder(data.column(name), order) }
}

/** A column in another order, into which it is put when its values are asked for: many ask for no more than its kind. */
function columnInOrder(column: Column, order: Int32Array): Column {
  if (column.kind === 'numeric') {
    let values: Float64Array | undefined
    return {
      kind: 'numeric',
      get values() {
        return (values ??= valuesInOrder(column.values, order))
      },
    }
  }
  return takeColumn(column, order)
}

function valuesInOrder(values: Float64Array, order: Int32Array): Float64Array {
  const taken = new Float64Array(order.length)
  for (let i = 0; i < order.length; i++) taken[i] = values[order[i]]
  return taken
}
