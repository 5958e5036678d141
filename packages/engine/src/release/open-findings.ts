import { option, withColumns, type Column, type Dataset, type Roles } from '@sdc/core'
import { keyCodes } from '@sdc/toolkit'
import {
  looksAtColumns,
  openRelations,
  uniqueRecords,
  type OpenRelation,
  type UniqueRecords,
} from '@sdc/toolkit/internal'
import type { OpenColumns } from './open-columns.js'
import type { ReleaseFinding } from './release-finding.js'

/** What a method has seen to be safe as it goes out. */
interface Shielded {
  /** Keys it was asked to mask: whoever knows them finds no fewer than k records. */
  readonly keys: readonly string[]
  /** Keys found k-anonymous in the file, and not by what masked it: with columns that have no role they may name people. */
  readonly together?: readonly string[]
  /** Columns whose values are diverse, or as in the file, among the records of every combination of these keys. */
  readonly sensitive: readonly string[]
}

interface LookedAtHow {
  readonly shielded?: Shielded
  /** Columns whose ids go out under other numbers: they tell which records belong together, and name nobody. */
  readonly renumbered?: readonly string[] | undefined
  /** Decides whether records with equal values of these columns and one original value have one released value, too. */
  readonly isOneDraw?: ((open: readonly string[], masked: string) => boolean) | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * What the open columns of a file tell: by their roles, of the masked columns, and who a record is.
 *
 * Shielded columns are open and no door by their role or by naming people. What shielded keys tell of each other is the same for
 * all records of a class, and cuts none in two; what a sensitive column tells of them may, and is a finding, as is what keys tell of
 * a masked column that is no key.
 *
 * Ids under other numbers predict nothing by their values. They only tell which records belong together, which is a finding
 * where records of one id and one original value were masked by several draws: their mean discloses it.
 * @param columns - the open and the masked columns of the file
 * @param shown - the file
 * @param roles - what a schema says of the original's columns; identifiers, which a release drops, are left out
 * @param options - shielded and renumbered columns, how they were masked, and a callback for progress (0 to 1)
 * @returns the findings: roles, then what gives masked columns away, then what names people
 */
export function openFindings(
  { open, masked, data }: Omit<OpenColumns, 'shown'>,
  shown: Dataset,
  roles: Roles,
  { shielded, renumbered = [], isOneDraw = () => false, tick }: LookedAtHow = {},
): ReleaseFinding[] {
  const { keys = [], together = [], sensitive = [] } = shielded ?? {}
  const seen = open.filter((name) => !roles.identifiers.includes(name))
  const bare = seen.filter((name) => !keys.includes(name) && !sensitive.includes(name))
  // Columns that go out in the records' order are the same in both.
  const looks = looksAtColumns()
  const unordered = withColumns(
    data,
    new Map(renumbered.filter((name) => seen.includes(name)).map((name) => [name, unorderedIds(data.column(name))])),
  )
  const telling = openRelations(unordered, seen, masked, tick, looks).filter(
    (one) =>
      ![...one.open, one.masked].every((name) => keys.includes(name)) &&
      !(
        one.open.some((name) => renumbered.includes(name)) &&
        (one.kind !== 'classes' || isOneDraw(one.open, one.masked))
      ),
  )
  return [
    ...bare.flatMap((name) => roleFinding(name, roles)),
    ...telling.map(relationFinding),
    ...uniqueRecords(
      shown,
      // Nobody knows all answers to a questionnaire: risk/known-items judges items.
      seen.filter(
        (name) =>
          !renumbered.includes(name) &&
          roles.items?.includes(name) !== true &&
          (bare.includes(name) || together.includes(name)),
      ),
      looks,
      together,
    ).map((one) => namingFinding(one, together)),
  ]
}

/** Ids that are equal or not, and have no order: what is left of them under other numbers. */
function unorderedIds(column: Column): Column {
  const codes = keyCodes(column)
  const count = codes.reduce((most, code) => Math.max(most, code), -1) + 1
  return { kind: 'categorical', codes, levels: Array.from({ length: count }, (_, k) => `id ${k}`), ordered: false }
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
    sentence: `${name} (identifier; ${option('release')} drops it)`,
    accept: [name],
    remedy: '',
  }))
}

function roleFinding(name: string, { confidential, keys, items }: Roles): ReleaseFinding[] {
  const isItem = items?.includes(name) === true
  const role = confidential.includes(name)
    ? 'confidential'
    : keys.includes(name)
      ? 'quasi-identifier'
      : isItem
        ? 'item'
        : undefined
  if (role === undefined) return []
  return [{ kind: 'role', columns: [name], share: null, sentence: `${name} (${role})`, accept: [name], remedy: '' }]
}

function relationFinding({ kind, open, masked, recovered, values, share, narrowedTo }: OpenRelation): ReleaseFinding {
  const others = narrowedTo === null ? '' : `, each to ${percent(narrowedTo)} of the values on average`
  const sentence = `${masked} by ${open.join(' + ')} (${kind}: ${recovered} of ${values} values${others})`
  return { kind: 'gives-away', columns: [...open, masked], share, sentence, accept: open, remedy: '' }
}

/** Of keys that are k-anonymous among themselves, the others are what names people. */
function namingFinding(
  { columns, unique, records, share, values }: UniqueRecords,
  keys: readonly string[],
): ReleaseFinding {
  const why = values
    ? `${values.distinct} different values in ${values.present} records`
    : `${unique} of ${records} records are unique`
  const sentence = `${columns.join(' + ')} (${why})`
  const accept = columns.filter((name) => !keys.includes(name))
  return { kind: 'names-people', columns, share, sentence, accept: accept.length > 0 ? accept : columns, remedy: '' }
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`
}
