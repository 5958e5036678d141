import { asWarning, listed, type Dataset, type Message, type Roles } from '@sdc/core'
import { chooseColumns, fileRisk, rolesOf, type DecidePlan, type FileSchema } from '@sdc/engine'

/** A quasi-identifier by which so many records are unique is probably an identifier. */
const IDENTIFIER = 0.9
/** So many columns are named in a sentence. */
const NAMED = 6

/**
 * What is wrong with a comparison before its first candidate, each with what to do: roles that are missing, a confidential column
 * that is left out, a quasi-identifier that makes records unique by itself, weights below 1.
 *
 * @param original - The file.
 * @param asked - The columns, and the roles.
 * @returns Warnings; none where all is well.
 */
export function firstThings(
  original: Dataset,
  { compare, schema }: { readonly compare: DecidePlan; readonly schema?: FileSchema | undefined },
): Message[] {
  const roles = rolesOf(original, schema)
  const compared = chooseColumns(original, compare.columns, schema, [...(compare.given ?? []), ...compare.by])
  const known = [
    ...roles.keys,
    ...roles.confidential,
    ...roles.given,
    ...roles.identifiers,
    roles.weight,
    roles.household,
  ]
  const isNamed = known.some((name) => name !== undefined)
  const others = original.names.filter((name) => !compared.includes(name) && !compare.given?.includes(name))
  const left = others.filter((name) => roles.confidential.includes(name))
  const unknown = others.filter((name) => !known.includes(name) && !compare.by.includes(name))
  return [
    ...(roles.keys.length === 0
      ? [
          'no column is a quasi-identifier, so that nobody is looked for by what an intruder knows of people; name those columns: ' +
            '--quasi-identifiers age,sex, or sdc inspect DATA --write schema.yaml',
        ]
      : []),
    ...(left.length > 0
      ? [`confidential and not masked: ${listed(left, NAMED)}; add ${left.length === 1 ? 'it' : 'them'} to --columns`]
      : []),
    ...(isNamed && unknown.length > 0
      ? [
          `without a role, and released as they are: ${listed(unknown, NAMED)}; say in the schema what they are, or that they are identifiers, which a release drops`,
        ]
      : []),
    ...riskyColumns(original, roles),
  ].map(asWarning)
}

/** What a quasi-identifier, and weights, say by themselves. */
function riskyColumns(original: Dataset, { keys, weight }: Pick<Roles, 'keys' | 'weight'>): string[] {
  const { identity, weights } = fileRisk(original, { keys, weight, maxSize: 0, steps: 0 })
  const unique = (identity?.keys ?? [])
    .filter(({ alone }) => alone >= IDENTIFIER * original.rows)
    .map(
      ({ key, alone }) =>
        `${key} alone makes ${alone} of ${original.rows} records unique; if it is an identifier, give it that role, else make it coarser`,
    )
  const light =
    weights === undefined || weights.belowOne === 0
      ? []
      : [
          `${weights.column} is below 1 in ${weights.belowOne} records: a sampling weight is how many of the population a record stands for, so that these count less than themselves`,
        ]
  return [...unique, ...light]
}
