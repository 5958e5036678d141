import { asNote, type Dataset, type Message } from '@sdc/core'
import { chooseColumns, isRecoded, type FileSchema } from '@sdc/engine'

/** Columns of both files, and a message about requested columns that are not among them. */
export interface SharedColumns {
  readonly columns: string[]
  readonly messages: readonly Message[]
}

/** Returns those of some columns that both files have, as numbers or with the kind of the original. */
export function sharedColumns(
  original: Dataset,
  masked: Dataset,
  asked: readonly string[],
  { key, kind }: { readonly key?: string | undefined; readonly kind: 'numeric' | 'any' },
): SharedColumns {
  const wanted = asked.filter((name) => name !== key)
  const columns = wanted.filter((name) => {
    const own = original.column(name).kind
    if (!masked.names.includes(name)) return false
    // Numbers that became classes are not numeric, but were masked.
    const recoded = kind === 'any' && own === 'numeric' && isRecoded(original.column(name), masked.column(name))
    return recoded || (masked.column(name).kind === own && (kind === 'any' || own === kind))
  })
  const left = wanted.filter((name) => !columns.includes(name))
  const why = kind === 'numeric' ? 'they are not numeric in both files' : 'the masked file does not have them like that'
  return { columns, messages: left.length > 0 ? [asNote(`left out, because ${why}: ${left.join(', ')}`)] : [] }
}

/** Schema that chooses columns, other columns that the user named, and the link column of the matching. */
export interface SharedChoice {
  readonly schema?: FileSchema | undefined
  readonly besides?: readonly string[] | undefined
  readonly key?: string | undefined
  readonly kind: 'numeric' | 'any'
  /** True if the masked file may lack columns that a schema's roles choose, as it may lack some of `all`. */
  readonly rolesMayLack?: boolean | undefined
}

/**
 * Returns the columns that two files are compared by: named ones unchanged; of `all`, those that both files have, with
 * a message on the others. A separate step, so that the message appears before work that takes long or fails.
 */
export function chooseShared(
  original: Dataset,
  masked: Dataset,
  asked: 'all' | readonly string[] | undefined,
  { schema, besides = [], key, kind, rolesMayLack = false }: SharedChoice,
): SharedColumns {
  const columns = chooseColumns(original, asked, schema, besides)
  const mayLack = asked === 'all' || (asked === undefined && rolesMayLack)
  return mayLack ? sharedColumns(original, masked, columns, { key, kind }) : { columns, messages: [] }
}
