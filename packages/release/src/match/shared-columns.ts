import { asNote, type Dataset, type Message } from '@sdc/core'
import { chooseColumns, isRecoded, type FileSchema } from '@sdc/engine'

/** Columns of both files, and a sentence about those that were asked for and are not among them. */
export interface SharedColumns {
  readonly columns: string[]
  readonly messages: readonly Message[]
}

/** Those of some columns that both files have, as numbers or as whatever the original has. */
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
    // Numbers that became classes are no numbers, and still what was masked.
    const recoded = kind === 'any' && own === 'numeric' && isRecoded(original.column(name), masked.column(name))
    return recoded || (masked.column(name).kind === own && (kind === 'any' || own === kind))
  })
  const left = wanted.filter((name) => !columns.includes(name))
  const why = kind === 'numeric' ? 'they are not numeric in both files' : 'the masked file does not have them like that'
  return { columns, messages: left.length > 0 ? [asNote(`left out, because ${why}: ${left.join(', ')}`)] : [] }
}

/** Where columns are chosen by a schema, which others the user named, and by which column the records were matched. */
export interface SharedChoice {
  readonly schema?: FileSchema | undefined
  readonly besides?: readonly string[] | undefined
  readonly key?: string | undefined
  readonly kind: 'numeric' | 'any'
  /** Whether the masked file may lack columns that a schema's roles choose, as it may those of `all`. */
  readonly rolesMayLack?: boolean | undefined
}

/**
 * The columns that two files are compared by: named ones as they are; of all of them those that both files have, the
 * others named in a sentence. A step of its own, so that the sentence is said before what may take long, or fail.
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
