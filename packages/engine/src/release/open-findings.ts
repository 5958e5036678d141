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

/** Columns that a method found safe although they are released unchanged. */
interface Shielded {
  /** Quasi-identifiers that the method masked: each combination has at least k records. */
  readonly keys: readonly string[]
  /**
   * Quasi-identifiers that are k-anonymous in the file, but not by its masking: together with columns without a role
   * they may identify persons.
   */
  readonly together?: readonly string[]
  /**
   * Columns whose values within every combination of these quasi-identifiers are diverse, or distributed as in the
   * file.
   */
  readonly sensitive: readonly string[]
}

interface LookedAtHow {
  readonly shielded?: Shielded
  /** Columns whose ids are renumbered: they link records, and identify nobody. */
  readonly renumbered?: readonly string[] | undefined
  /** Tests whether records with equal values of these columns and equal original values have equal released values. */
  readonly isOneDraw?: ((open: readonly string[], masked: string) => boolean) | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Finds disclosures by the open columns of a file: by their roles, by their relation to masked columns, and by unique
 * records.
 *
 * Shielded columns may be open: neither their role nor their unique values are findings. A relation between shielded
 * quasi-identifiers is the same for all records of a class, and splits no class. A relation of a sensitive column to
 * them may split classes, and is a finding; so is a relation of quasi-identifiers to another masked column.
 *
 * The values of renumbered ids predict nothing. They only link records. This is a finding if records of one id and one
 * original value were masked by several draws, because the mean of the draws discloses the value.
 *
 * @param columns - The open and the masked columns of the file.
 * @param shown - The file.
 * @param roles - Roles of the original's columns; identifiers, which a release drops, are left out.
 * @param options - Shielded and renumbered columns, how they were masked, and a callback for progress (0 to 1).
 * @returns The findings: roles, then columns that disclose masked ones, then columns that identify persons.
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
  // Columns in the same order in both files are examined once.
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

/** Ids without an order, as renumbering leaves them: equal or not. */
function unorderedIds(column: Column): Column {
  const codes = keyCodes(column)
  const count = codes.reduce((most, code) => Math.max(most, code), -1) + 1
  return { kind: 'categorical', codes, levels: Array.from({ length: count }, (_, k) => `id ${k}`), ordered: false }
}

/**
 * Findings for identifiers that are still in a file.
 *
 * @param names - Their columns.
 * @returns One finding each.
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

/**
 * Finding for columns that identify persons; quasi-identifiers that are k-anonymous among themselves need not be
 * accepted.
 */
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
