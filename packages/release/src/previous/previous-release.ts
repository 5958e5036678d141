import { SdcError, type Dataset } from '@sdc/core'
import { parsePrivateManifest, releasedIds, type FileSchema } from '@sdc/engine'
import { inDocument, piecesOf, readDocument, readMasked, type InputFile } from '@sdc/inspect'
import { textsOf } from '@sdc/toolkit/internal'

/** An earlier release of the same persons: an earlier wave, or an earlier state of the file. */
export interface PreviousRelease {
  /** Name of its file. */
  readonly name: string
  readonly data: Dataset
  /** Person of each record, by its id in the original or the masked file; undefined if it is missing. */
  readonly persons: readonly (string | undefined)[]
}

/**
 * Reads an earlier release and the persons of its records.
 *
 * @param files - The file, the public manifests next to it, and its private file, which has the ids of renumbered
 *   persons.
 * @param original - The original of the new release.
 * @param schema - Its schema; names the column of persons.
 * @returns The release.
 * @throws BAD_OPTION if no column names persons, or their ids were renumbered and no private file has them.
 */
export function previousRelease(
  {
    released,
    manifests,
    origin,
  }: {
    readonly released: InputFile
    readonly manifests: readonly InputFile[]
    readonly origin: InputFile | undefined
  },
  original: Dataset,
  schema: FileSchema | undefined,
): PreviousRelease {
  const { dataset: data } = readMasked(released, original, schema, manifests)
  const person = Object.entries(schema?.columns ?? {}).find(([, { role }]) => role === 'person')?.[0]
  if (person === undefined || !data.names.includes(person)) {
    const message =
      person === undefined
        ? 'an earlier release is compared by persons, but no column has the role person'
        : `${released.name} has no column "${person}", which has the role person`
    const fix = 'Give the ids of persons that role in the schema; both files need the column.'
    throw new SdcError('BAD_OPTION', message, { file: released.name }, fix)
  }
  const persons = textsOf(data.column(person))
  if (origin === undefined) {
    if (!isNumbered(persons)) return { name: released.name, data, persons }
    const message = `the persons of ${released.name} have the numbers 1 to ${new Set(persons).size}, as a release numbers them`
    const fix = 'Add --previous-private with the private file of that release, which has their ids.'
    throw new SdcError('BAD_OPTION', message, { file: released.name, column: person }, fix)
  }
  const ids = inDocument(origin, () =>
    releasedIds(parsePrivateManifest(readDocument(origin)), piecesOf(released.content)).get(person),
  )
  // A run that renumbered nothing keeps the ids of the original.
  if (ids === undefined) return { name: released.name, data, persons }
  const known = persons.map((number) => {
    const id = number === undefined ? null : ids[Number(number) - 1]
    return id === null ? undefined : String(id)
  })
  return { name: released.name, data, persons: known }
}

/** Returns true if the ids are the numbers 1 to P, each for some record. */
function isNumbered(persons: readonly (string | undefined)[]): boolean {
  const numbers = new Set(persons)
  numbers.delete(undefined)
  return (
    numbers.size > 1 && Array.from({ length: numbers.size }, (_, i) => String(i + 1)).every((id) => numbers.has(id))
  )
}
