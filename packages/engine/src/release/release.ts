import {
  SdcError,
  takeColumn,
  takeRows,
  withColumns,
  withoutColumns,
  type Column,
  type Dataset,
  type Registry,
  type Rng,
  type Role,
} from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import type { FileState } from '../run/files/assemble.js'
import { columnsWithRole } from '../bind/roles.js'
import { idStream, renumbered, renumberedRoles } from './renumber.js'
import type { FileSchema, StepPlan } from '../plan/plan.js'

/** Maximum number of cells of a shuffled file whose columns are kept in memory: 32 MB of numbers. */
const MOST_HELD = 4_000_000

/** A file that is released. */
export interface ReleasedFile extends FileState {
  /** Original ids of each renumbered column, in the order of their numbers. */
  readonly ids?: ReadonlyMap<string, Column>
}

/**
 * Prepares a masked file for release: its records in random order (their position would link them to the original),
 * without columns with the role `identifier`, and with new numbers for households and persons.
 *
 * @param state - The masked file.
 * @param schema - Roles of its columns.
 * @param rng - The root of the run.
 * @param pseudonyms - Columns of pseudonyms: they stay.
 * @returns The file, with the ids of renumbered columns.
 * @throws BAD_OPTION if `rng` is seeded: a person who guesses the seed could undo the masking.
 */
export function release(
  state: FileState,
  schema: FileSchema | undefined,
  rng: Rng,
  pseudonyms: readonly string[] = [],
): ReleasedFile {
  if (rng.state.source !== 'chacha20') {
    throw new SdcError(
      'BAD_OPTION',
      'a released file needs a keyed source of randomness',
      {},
      'Leave out the seed: a person who guesses it can undo the masking.',
    )
  }
  const { data, ids } = withoutIds(state, schema, rng, pseudonyms)
  const order = randomPermutation(data.rows, orderStream(rng))
  return { data: inOrder(data, order), origin: order.map((row) => state.origin[row]), ...(ids && { ids }) }
}

/**
 * Returns a file without columns with the role `identifier`, and with new numbers for households and persons; its
 * records stay in their order.
 *
 * @param state - The file.
 * @param schema - Roles of its columns.
 * @param rng - The root of the run.
 * @param pseudonyms - Columns of pseudonyms: they stay.
 * @returns The file, with the ids of renumbered columns.
 */
export function withoutIds(
  state: FileState,
  schema: FileSchema | undefined,
  rng: Rng,
  pseudonyms: readonly string[] = [],
): ReleasedFile {
  const { dropped, numbered: named } = idColumns(state.data, schema, pseudonyms)
  const made = named.map((name) => [name, renumbered(state.data.column(name), idStream(rng).child(name))] as const)
  const numbered = withColumns(state.data, new Map(made.map(([name, { column }]) => [name, column])))
  return {
    ...state,
    data: withoutColumns(numbered, dropped),
    ...(made.length > 0 && { ids: new Map(made.map(([name, { ids }]) => [name, ids])) }),
  }
}

/** Columns of ids that a release drops or renumbers. */
export interface IdColumns {
  readonly dropped: readonly string[]
  readonly numbered: readonly string[]
}

/**
 * Returns the columns of ids that a release drops (identifiers) or renumbers (households, persons).
 *
 * @param data - The file; its records are not read.
 * @param schema - Roles of its columns.
 * @param pseudonyms - Columns of pseudonyms: they are neither dropped nor renumbered.
 * @returns The names.
 */
export function idColumns(data: Dataset, schema: FileSchema | undefined, pseudonyms: readonly string[]): IdColumns {
  const left = (roles: readonly Role[]): string[] =>
    columnsWithRole(data, schema, roles).filter((name) => !pseudonyms.includes(name))
  return { dropped: left(['identifier']), numbered: left(renumberedRoles) }
}

/**
 * Returns the columns that the steps of a plan replace by pseudonyms.
 *
 * @param registry - Registry with their methods.
 * @param steps - The steps: such a method masks named columns only.
 * @returns The names.
 */
export function pseudonymsOf(registry: Registry, steps: readonly StepPlan[]): string[] {
  return steps.flatMap(({ use, columns }) =>
    registry.get('methods', use).traits.kinds === 'pseudonyms' && Array.isArray(columns) ? columns : [],
  )
}

/**
 * Stream that draws the order of the records of a released file.
 *
 * @param root - The root of its run.
 * @returns The stream.
 */
export function orderStream(root: Rng): Rng {
  return root.child('release order')
}

/**
 * Records in another order. Columns of a large file are reordered on each access, because keeping them would double the
 * memory.
 */
function inOrder(data: Dataset, order: Int32Array): Dataset {
  const { rows, names } = data
  if (rows * names.length <= MOST_HELD) return takeRows(data, order)
  return { rows, names, column: (name) => columnInOrder(data.column(name), order) }
}

/** Column in another order, reordered when its values are first read: many callers read only its kind. */
function columnInOrder(column: Column, order: Int32Array): Column {
  if (column.kind === 'numeric') {
    let values: Float64Array | undefined
    const kinds = column.missingKinds
    const missingKinds = kinds && { ...kinds, of: order.map((row) => kinds.of[row]) }
    return {
      kind: 'numeric',
      ...(missingKinds && { missingKinds }),
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
