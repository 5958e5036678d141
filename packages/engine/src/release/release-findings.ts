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

/** A file or files that somebody else is to see. */
export interface ReleaseCheckInput {
  readonly original: Dataset
  /** The files of one run: the same columns are open in all of them. */
  readonly files: readonly FileState[]
  /** The columns that were masked. */
  readonly columns: readonly string[]
  readonly schema?: FileSchema | undefined
  /** Those of them that changed only unsafe values: they may be unchanged. */
  readonly spared?: readonly string[] | undefined
  /** Those whose values are pseudonyms: like ids under other numbers, they tell which records belong together. */
  readonly pseudonyms?: readonly string[] | undefined
  /**
   * Columns that the last step found safe although unchanged, by k-anonymity or a condition on the confidential ones.
   */
  readonly shielded?: readonly string[] | undefined
  /** Those that are k-anonymous and ℓ-diverse in the released file; by default the quasi-identifiers where k is 3 at least. */
  readonly anonymous?: Pick<AnonymousColumns, 'keys' | 'sensitive'> | undefined
  /** Largest allowed share of unchanged values in a masked column, in percent. */
  readonly maxUnchanged?: number | undefined
  /** True if columns with the role identifier are dropped before release. */
  readonly dropsIdentifiers?: boolean | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Finds every reason not to release some masked files unchanged.
 * @param input - the files, the original, and what was masked
 * @returns the findings, by kind
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

/** Least class by which unmasked quasi-identifiers may be released: the usual threshold of frequencies. */
const LEAST_CLASS = 3

/**
 * Quasi-identifiers that are k-anonymous in a released file, and confidential columns that are ℓ-diverse in it.
 * @param original - the original file
 * @param file - the released file, with the original's record of each of its records
 * @param schema - the roles
 * @param fewest - k, by default 3, and ℓ, without which no confidential column counts
 * @returns the columns, and the least class
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
 * Finds the reasons not to release a file with some masked columns that hold for every masking of them.
 * @param original - the original file
 * @param columns - the columns to mask
 * @param schema - schema of the columns
 * @param how - columns that one step masks together, and whether masked columns keep their missing cells
 * @returns the findings about the other columns
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

/** The quasi-identifiers that are k-anonymous in the original. Its classes are those of the released file only where it has all keys unmasked. */
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
 * @param original - the original file
 * @param columns - the columns to mask
 * @param schema - schema of the columns
 * @param pseudonyms - those of them whose values are pseudonyms
 * @param together - those of them that one step masks
 * @returns the findings about the values of the other columns
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

/** Findings of one kind that are spelled out; the number of the others is said. */
const SPELLED_OUT = 6

/**
 * Words one sentence for every kind of finding.
 * @param findings - the findings
 * @returns one sentence for each kind that occurs
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
 * @param findings - the findings
 * @param accepted - the columns that the user accepted unchanged
 * @returns those with a column that is not accepted, or that no acceptance settles
 */
export function openQuestions(findings: readonly ReleaseFinding[], accepted: readonly string[]): ReleaseFinding[] {
  return findings.filter(({ accept }) => accept.length === 0 || !accept.every((name) => accepted.includes(name)))
}

/**
 * Refuses a release with unsettled findings.
 * @param findings - the findings
 * @param accepted - the columns that the user accepted unchanged
 * @throws OPEN_RELEASE, with all of them and their remedies
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
 * @param data - the file
 * @param accepted - the columns that the user accepted unchanged
 * @throws UNKNOWN_COLUMN
 */
export function checkAccepted(data: Dataset, accepted: readonly string[]): void {
  const unknown = accepted.find((name) => !data.names.includes(name))
  if (unknown === undefined) return
  const { place, fix } = unknownColumn(unknown, data.names)
  const message = `${option('acceptOpen')} (acceptOpen in a plan) names "${unknown}", but the file has no such column`
  throw new SdcError('UNKNOWN_COLUMN', message, place, fix)
}

/** A name as a shell takes it. */
function quoted(name: string): string {
  return /^[\w.:/@-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`
}
