import type { Dataset, Roles } from '@sdc/core'
import { openRelations, uniqueRecords, type OpenRelation, type UniqueRecords } from '@sdc/toolkit'
import type { OpenColumns } from './open-columns.js'
import type { ReleaseFinding } from './release-finding.js'

/**
 * What the open columns of a file tell: by their roles, of the masked columns, and who a record is.
 * @param columns - the open and the masked columns of the file; those that are shielded are open and neither a door by their
 * role nor by naming people: a method has seen to it that their values are shared, or tell nobody's
 * @param shown - the file
 * @param roles - what a schema says of the original's columns; identifiers, which a release drops, are left out
 * @param tick - takes progress (0 to 1)
 * @returns the findings: roles, then what gives masked columns away, then what names people
 */
export function openFindings(
  { open, masked, data, shielded = [] }: OpenColumns & { readonly shielded?: readonly string[] | undefined },
  shown: Dataset,
  roles: Roles,
  tick?: (fraction: number) => void,
): ReleaseFinding[] {
  const seen = open.filter((name) => !roles.identifiers.includes(name))
  const bare = seen.filter((name) => !shielded.includes(name))
  return [
    ...bare.flatMap((name) => roleFinding(name, roles)),
    ...openRelations(data, seen, masked, tick).map(relationFinding),
    ...uniqueRecords(shown, bare).map(namingFinding),
  ]
}

/**
 * Identifiers that are still in a file.
 * @param names - their columns
 * @returns a finding each
 */
export function identifierFindings(names: readonly string[]): ReleaseFinding[] {
  return names.map((name) => ({
    kind: 'role',
    columns: [name],
    share: null,
    sentence: `${name} (identifier; --release drops it)`,
    accept: [name],
    remedy: '',
  }))
}

function roleFinding(name: string, { confidential, keys }: Roles): ReleaseFinding[] {
  const role = confidential.includes(name) ? 'confidential' : keys.includes(name) ? 'quasi-identifier' : undefined
  if (role === undefined) return []
  return [{ kind: 'role', columns: [name], share: null, sentence: `${name} (${role})`, accept: [name], remedy: '' }]
}

function relationFinding({ kind, open, masked, recovered, values, share, narrowedTo }: OpenRelation): ReleaseFinding {
  const others = narrowedTo === null ? '' : `, each to ${percent(narrowedTo)} of the values on average`
  const sentence = `${masked} by ${open.join(' + ')} (${kind}: ${recovered} of ${values} values${others})`
  return { kind: 'gives-away', columns: [...open, masked], share, sentence, accept: open, remedy: '' }
}

function namingFinding({ columns, unique, records, share }: UniqueRecords): ReleaseFinding {
  const sentence = `${columns.join(' + ')} (${unique} of ${records} records are unique)`
  return { kind: 'names-people', columns, share, sentence, accept: columns, remedy: '' }
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`
}
