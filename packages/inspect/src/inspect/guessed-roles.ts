import type { Dataset, Role } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { Dictionary } from '@sdc/files/formats'
import { inspectColumn } from './columns/inspect-column.js'
import type { SeenColumn } from './columns/seen-column.js'
import type { SuggestedRole } from './inspection.js'
import { lookAtColumn } from './look-at-column.js'
import { suggestedRoles } from './roles/suggested-roles.js'

/** The columns of a file with their likely roles. */
export interface GuessedRoles {
  readonly seen: readonly SeenColumn[]
  readonly roles: ReadonlyMap<string, SuggestedRole>
}

/**
 * Inspects every column by itself, and guesses its role.
 *
 * @param dataset - The file.
 * @param schema - Its schema, if any; the roles that it gives are kept.
 * @param dictionary - Its dictionary, if any: labels, reasons for kinds, weights.
 * @param tick - Receives the progress, from 0 to 1.
 * @returns The columns and roles. Cost: a sort per column.
 */
export function guessedRoles(
  dataset: Dataset,
  schema: FileSchema | undefined,
  dictionary?: Dictionary,
  tick: (fraction: number) => void = () => {},
): GuessedRoles {
  const seen = dataset.names.map((name, j): SeenColumn => {
    tick(j / dataset.names.length)
    const looked = lookAtColumn(name, dataset.column(name))
    return inspectColumn(looked, saidOf(schema, name), dictionary?.columns.get(name))
  })
  return { seen, roles: suggestedRoles(seen, dictionary?.weight) }
}

/** Columns of a role; `isGuess` if they are guesses. */
export interface RoleColumns {
  readonly names: readonly string[]
  readonly isGuess: boolean
}

/** Returns the columns to which the schema gives a role or, without any, those that are likely to have it. */
export function columnsOfRole({ seen, roles }: GuessedRoles, role: Role): RoleColumns {
  const said = seen.filter(({ saidRole }) => saidRole === role)
  const columns = said.length > 0 ? said : seen.filter(({ name }) => roles.get(name)?.role === role)
  return { names: columns.map(({ name }) => name), isGuess: said.length === 0 && columns.length > 0 }
}

function saidOf(schema: FileSchema | undefined, name: string): FileSchema['columns'][string] | undefined {
  return schema !== undefined && Object.hasOwn(schema.columns, name) ? schema.columns[name] : undefined
}
