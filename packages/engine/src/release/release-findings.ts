import { option, SdcError, unknownColumn, type Dataset } from '@sdc/core'
import { anonymousColumns, differing, unitsOf, type AnonymousColumns, type FewestOfClass } from '@sdc/toolkit/internal'
import { columnsWithRole, rolesOf } from '../bind/roles.js'
import type { FileSchema } from '../plan/plan.js'
import type { FileState } from '../run/files/assemble.js'
import { renumberedRoles } from './renumber.js'
import { isOneDraw } from './one-draw.js'
import { openColumns } from './open-columns.js'
import { identifierFindings, openFindings } from './open-findings.js'
import { findingKinds, type FindingKind, type ReleaseFinding } from './release-finding.js'
import { patternFindings } from './pattern-findings.js'
import { unchangedFindings } from './unchanged-findings.js'

/** One or several files to release. */
export interface ReleaseCheckInput {
  readonly original: Dataset
  /** Files of one run: the same columns are open in all of them. */
  readonly files: readonly FileState[]
  /** Masked columns. */
  readonly columns: readonly string[]
  readonly schema?: FileSchema | undefined
  /** Masked columns in which only unsafe values were changed: they may be unchanged. */
  readonly spared?: readonly string[] | undefined
  /** Columns of pseudonyms: like renumbered ids, they link records. */
  readonly pseudonyms?: readonly string[] | undefined
  /**
   * Columns that the last step found safe although unchanged, by k-anonymity or a condition on the confidential ones.
   */
  readonly shielded?: readonly string[] | undefined
  /**
   * Columns that are k-anonymous and ℓ-diverse in the released file; by default the quasi-identifiers if k is at least
   * 3.
   */
  readonly anonymous?: Pick<AnonymousColumns, 'keys' | 'sensitive'> | undefined
  /** Largest allowed share of unchanged values in a masked column, in percent. */
  readonly maxUnchanged?: number | undefined
  /** True if columns with the role identifier are dropped before release. */
  readonly dropsIdentifiers?: boolean | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Finds every reason not to release some masked files unchanged.
 *
 * @param input - The files, the original, and the masked columns.
 * @returns The findings, by kind.
 */
export function releaseFindings(input: ReleaseCheckInput): ReleaseFinding[] {
  const { original, files, columns, schema, spared = [], shielded = [], pseudonyms = [], maxUnchanged } = input
  const { dropsIdentifiers = false, tick } = input
  const [first] = files
  const roles = rolesOf(original, schema)
  const { identifiers } = roles
  const anonymous = input.anonymous ?? anonymousFile(original, first, schema)
  const byMethod = shielded.filter((name) => columns.includes(name))
  const together = anonymous.keys.filter((name) => !byMethod.includes(name))
  const keys = [...byMethod, ...together]
  const renumbered = [...(dropsIdentifiers ? columnsWithRole(original, schema, renumberedRoles) : []), ...pseudonyms]
  const { open, masked, data, shown } = openColumns(original, first, columns)
  const isOther = (name: string): boolean => !pseudonyms.includes(name)
  const sensitive = [...anonymous.sensitive, ...shielded.filter((name) => !columns.includes(name))]
  return [
    ...(dropsIdentifiers
      ? []
      : identifierFindings(first.data.names.filter((name) => identifiers.includes(name) && isOther(name)))),
    ...openFindings({ open: [...open, ...pseudonyms], masked: masked.filter(isOther), data }, first.data, roles, {
      shielded: { keys, together, sensitive },
      renumbered,
      isOneDraw: (ids, name) =>
        isOneDraw(
          ids.map((id) => data.column(id)),
          data.column(name),
          shown.column(name),
        ),
      tick,
    }),
    ...patternFindings(
      original,
      first,
      original.names.filter((name) => !identifiers.includes(name) && !keys.includes(name)),
    ),
    ...unchangedFindings(
      original,
      files,
      columns.filter((name) => ![...spared, ...keys, ...sensitive, ...pseudonyms].includes(name)),
      maxUnchanged,
    ),
  ]
}

/** Smallest class with which unmasked quasi-identifiers may be released: the usual threshold of frequencies. */
const LEAST_CLASS = 3

/**
 * Quasi-identifiers that are k-anonymous in a released file, and confidential columns that are ℓ-diverse in it.
 *
 * @param original - The original file.
 * @param file - The released file, with the original record of each of its records.
 * @param schema - Roles of the columns.
 * @param fewest - k, by default 3, and ℓ, without which no confidential column counts.
 * @returns The columns, and the size of the smallest class.
 */
export function anonymousFile(
  original: Dataset,
  { data, origin }: Pick<FileState, 'data' | 'origin'>,
  schema: FileSchema | undefined,
  fewest: FewestOfClass = { records: LEAST_CLASS },
): AnonymousColumns {
  return anonymousColumns({ original, released: data, origin }, rolesOf(original, schema), fewest)
}

/**
 * Finds the reasons against a release of some masked columns that hold for every masking of them.
 *
 * @param original - The original file.
 * @param columns - Columns to mask.
 * @param schema - Schema of the columns.
 * @param how - Columns that one step masks together, and whether masked columns keep their missing cells.
 * @returns The findings about the other columns.
 */
export function openBeside(
  original: Dataset,
  columns: readonly string[],
  schema?: FileSchema,
  { together = [], keepsMissing = false }: MaskedHow = {},
): ReleaseFinding[] {
  const unmasked = unmaskedFile(original)
  const open = original.names.filter((name) => !columns.includes(name))
  const roles = rolesOf(original, schema)
  const keys = anonymousKeysBefore(original, columns, schema)
  const left = keepsMissing ? original.names : open
  const named = left.filter((name) => !roles.identifiers.includes(name) && !keys.includes(name))
  return [...openValues(original, columns, schema, [], together), ...patternFindings(original, unmasked, named)]
}

/** Facts about a masking that has not run. */
export interface MaskedHow {
  /** Columns that one step masks, record by record if one of them differs among the records of an id. */
  readonly together?: readonly string[] | undefined
  /** True if missing cells of masked columns stay missing. */
  readonly keepsMissing?: boolean | undefined
}

const unmaskedFile = (original: Dataset): Pick<FileState, 'data' | 'origin'> => ({
  data: original,
  origin: Int32Array.from({ length: original.rows }, (_, i) => i),
})

/**
 * Quasi-identifiers that are k-anonymous in the original. Its classes are those of the released file only if all
 * quasi-identifiers are unmasked.
 */
function anonymousKeysBefore(
  original: Dataset,
  columns: readonly string[],
  schema: FileSchema | undefined,
): readonly string[] {
  const roles = rolesOf(original, schema)
  if (roles.keys.some((name) => columns.includes(name))) return []
  return anonymousFile(original, unmaskedFile(original), schema).keys
}

/**
 * Finds the same without the pattern of missing cells.
 *
 * @param original - The original file.
 * @param columns - Columns to mask.
 * @param schema - Schema of the columns.
 * @param pseudonyms - Those of them with pseudonyms.
 * @param together - Those of them that one step masks.
 * @returns The findings about the values of the other columns.
 */
export function openValues(
  original: Dataset,
  columns: readonly string[],
  schema?: FileSchema,
  pseudonyms: readonly string[] = [],
  together: readonly string[] = [],
): ReleaseFinding[] {
  const isOfIds = (ids: readonly string[], name: string): boolean =>
    ids.some((id) => differing(original.column(name), unitsOf(original.column(id))) === undefined)
  const masked = columns.filter((name) => !pseudonyms.includes(name))
  const open = original.names.filter((name) => !masked.includes(name))
  const keys = anonymousKeysBefore(original, columns, schema)
  return openFindings({ open, masked, data: original }, original, rolesOf(original, schema), {
    shielded: { keys, together: keys, sensitive: [] },
    renumbered: [...columnsWithRole(original, schema, renumberedRoles), ...pseudonyms],
    // A column with one value for each id gets one draw for each, unless the schema says otherwise.
    isOneDraw: (ids, name) =>
      schema?.columns[name]?.level !== 'record' &&
      isOfIds(ids, name) &&
      !(together.includes(name) && together.some((other) => !isOfIds(ids, other))),
  })
}

/** Number of findings of one kind that are listed; the others are counted. */
const SPELLED_OUT = 6

/**
 * Words one sentence for every kind of finding.
 *
 * @param findings - The findings.
 * @returns One sentence for each kind that occurs.
 */
export function findingSentences(findings: readonly ReleaseFinding[]): string[] {
  return (Object.keys(findingKinds) as FindingKind[]).flatMap((kind) => {
    const own = findings.filter((one) => one.kind === kind).map(({ sentence }) => sentence)
    if (own.length === 0) return []
    const more = own.length > SPELLED_OUT ? `; and ${own.length - SPELLED_OUT} more (metric risk/open-columns)` : ''
    return [`${findingKinds[kind]}: ${own.slice(0, SPELLED_OUT).join('; ')}${more}`]
  })
}

/**
 * Returns the findings that the accepted columns do not settle.
 *
 * @param findings - The findings.
 * @param accepted - Columns that the user accepted unchanged.
 * @returns Those with a column that is not accepted, or that no acceptance settles.
 */
export function openQuestions(findings: readonly ReleaseFinding[], accepted: readonly string[]): ReleaseFinding[] {
  return findings.filter(({ accept }) => accept.length === 0 || !accept.every((name) => accepted.includes(name)))
}

/**
 * Refuses a release with unsettled findings.
 *
 * @param findings - The findings.
 * @param accepted - Columns that the user accepted unchanged.
 * @throws OPEN_RELEASE with all of them and their remedies.
 */
export function refuseFindings(findings: readonly ReleaseFinding[], accepted: readonly string[]): void {
  const left = openQuestions(findings, accepted)
  if (left.length === 0) return
  const names = [...new Set(left.flatMap(({ accept }) => accept))].filter((name) => !accepted.includes(name))
  const accepting = names.map((name) => option('acceptOpen', quoted(name))).join(' ')
  const fix = [
    ...(names.length > 0
      ? [
          `Mask these columns, drop them (role: identifier in a schema), or, if everybody may know this, accept each by name (${accepting}).`,
        ]
      : []),
    ...new Set(left.flatMap(({ remedy }) => (remedy === '' ? [] : [remedy]))),
  ]
  const message = `this file cannot be released yet: ${findingSentences(left).join('. ')}`
  throw new SdcError('OPEN_RELEASE', message, {}, fix.join(' '))
}

/**
 * Refuses the acceptance of a column that the file lacks.
 *
 * @param data - The file.
 * @param accepted - Columns that the user accepted unchanged.
 * @throws UNKNOWN_COLUMN for such a column.
 */
export function checkAccepted(data: Dataset, accepted: readonly string[]): void {
  const unknown = accepted.find((name) => !data.names.includes(name))
  if (unknown === undefined) return
  const { place, fix } = unknownColumn(unknown, data.names)
  const message = `${option('acceptOpen')} (acceptOpen in a plan) names "${unknown}", but the file has no such column`
  throw new SdcError('UNKNOWN_COLUMN', message, place, fix)
}

/** A column name, quoted for a shell. */
function quoted(name: string): string {
  return /^[\w.:/@-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`
}
