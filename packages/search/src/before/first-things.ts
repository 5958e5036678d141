import {
  asWarning,
  listed,
  option,
  singleRoles,
  type Dataset,
  type Message,
  type Registry,
  type Roles,
} from '@sdc/core'
import { comparedColumns, drawsRecords, fileRisk, rolesOf, type DecidePlan, type FileSchema } from '@sdc/engine'

/** Share of records unique by one quasi-identifier from which it is probably an identifier. */
const IDENTIFIER = 0.9
/** Most columns to name in a sentence. */
const NAMED = 6

/**
 * Problems of a comparison before its first candidate, each with a remedy: missing roles, an omitted confidential
 * column, a quasi-identifier that makes records unique by itself, weights below 1.
 *
 * @param original - The file.
 * @param asked - The comparison with its columns, and the schema with the roles.
 * @param registry - Registry with the purposes: no column of a synthetic file is released unmasked, and its values
 *   are drawn.
 * @returns Warnings; empty without a problem.
 */
export function firstThings(
  original: Dataset,
  { compare, schema }: { readonly compare: DecidePlan; readonly schema?: FileSchema | undefined },
  registry: Registry,
): Message[] {
  const roles = rolesOf(original, schema)
  const isSynthetic = drawsRecords(registry, compare)
  const compared = comparedColumns(original, schema, compare, isSynthetic)
  const known = [
    ...roles.keys,
    ...roles.confidential,
    ...(roles.items ?? []),
    ...roles.given,
    ...roles.identifiers,
    ...singleRoles.map((role) => roles[role]),
  ]
  const isNamed = known.some((name) => name !== undefined)
  const others = original.names.filter((name) => !compared.includes(name) && !compare.given?.includes(name))
  const left = others.filter((name) => roles.confidential.includes(name) || roles.items?.includes(name))
  const unknown = others.filter((name) => !known.includes(name) && !compare.by.includes(name))
  return [
    ...(roles.keys.length === 0 && roles.items?.length === 0
      ? [
          'no column is a quasi-identifier, so identity disclosure is not measured; name those columns: ' +
            `${option('quasiIdentifiers', 'age,sex')}, or roles in a schema`,
        ]
      : []),
    ...(left.length > 0
      ? [
          `confidential and not masked: ${listed(left, NAMED)}; add ${left.length === 1 ? 'it' : 'them'} to ${option('columns')}`,
        ]
      : []),
    ...(isNamed && !isSynthetic && unknown.length > 0
      ? [
          `without a role, and released unmasked: ${listed(unknown, NAMED)}; give each a role in the schema (a release drops identifiers)`,
        ]
      : []),
    ...(isSynthetic ? [] : riskyColumns(original, roles)),
  ].map(asWarning)
}

/** Warnings about quasi-identifiers that make most records unique, and about weights below 1. */
function riskyColumns(
  original: Dataset,
  { keys, weight, person }: Pick<Roles, 'keys' | 'weight' | 'person'>,
): string[] {
  const { identity, weights, records, unit } = fileRisk(original, { keys, weight, person, maxSize: 0, steps: 0 })
  const unique = (identity?.keys ?? [])
    .filter(({ alone }) => alone >= IDENTIFIER * records)
    .map(
      ({ key, alone }) =>
        `${key} alone makes ${alone} of ${records} ${unit}s unique; give it the role identifier, or make it coarser`,
    )
  const light =
    weights === undefined || weights.belowOne === 0
      ? []
      : [
          `${weights.column} is below 1 in ${weights.belowOne} records: usual after calibration, but not for weights as they were designed`,
        ]
  return [...unique, ...light]
}
