import type { Dataset, Roles } from '@sdc/core'
import { openRelations, uniqueRecords, type OpenRelation, type UniqueRecords } from '@sdc/toolkit'
import type { OpenColumns } from './open-columns.js'
import type { ReleaseFinding } from './release-finding.js'

/**
 * What the open columns of a file tell: by their roles, of the masked columns, and who a record is.
 * @param columns - the open and the masked columns of the file
 * @param shown - the file
 * @param roles - what a schema says of the original's columns; identifiers, which a release drops, are left out
 * @param tick - takes progress (0 to 1)
 * @returns the findings: roles, then what gives masked columns away, then what names people
 */
export function openFindings(
  { open, masked, data }: OpenColumns,
  shown: Dataset,
  roles: Roles,
  tick?: (fraction: number) => void,
): ReleaseFinding[] {
  const seen = open.filter((name) => !roles.identifiers.includes(name))
  return [
    ...seen.flatMap((name) => roleFinding(name, roles)),
    ...openRelations(data, seen, masked, tick).map(relationFinding),
    ...uniqueRecords(shown, seen).map(namingFinding),
  ]
}

function roleFinding(name: string, { confidential, keys }: Roles): ReleaseFinding[] {
  const role = confidential.includes(name) ? 'confidential' : keys.includes(name) ? 'quasi-identifier' : undefined
  if (role === undefined) return []
  return [{ kind: 'role', columns: [name], share: null, sentence: `${name} (${role})`, accept: [name], remedy: '' }]
}

const tells: Readonly<Record<OpenRelation['kind'], string>> = {
  copy: 'a copy of it',
  linear: 'by a sum with weights',
  curve: 'by a curve',
  classes: 'by equal values',
  band: 'as a band of it',
}

function relationFinding({ kind, open, masked, recovered, values, share, narrowedTo }: OpenRelation): ReleaseFinding {
  const narrows =
    narrowedTo === null ? '' : `, which leaves ${percent(narrowedTo)} of its values for a record on average`
  const told = `${open.join(' + ')} ${open.length > 1 ? 'tell' : 'tells'} ${recovered} of ${values} values of ${masked}`
  const sentence = `${told} (${tells[kind]}${narrows})`
  return { kind: 'gives-away', columns: [...open, masked], share, sentence, accept: open, remedy: '' }
}

function namingFinding({ columns, unique, records, share }: UniqueRecords): ReleaseFinding {
  const sentence = `by ${columns.join(' + ')} ${unique} of ${records} records are unique`
  return { kind: 'names-people', columns, share, sentence, accept: columns, remedy: '' }
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`
}
