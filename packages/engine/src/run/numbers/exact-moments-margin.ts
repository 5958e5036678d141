import { claimed, isMissing, option, SdcError, type Dataset } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import type { Group } from '../../bind/groups.js'

/** Moments that a step kept exactly in one group: equations about the originals, which anybody can write down. */
export interface ExactMoments {
  readonly step: string
  /** Label of the group; empty if the step worked on the whole file. */
  readonly group: string
  readonly moments: 'means' | 'covariances'
  readonly columns: readonly string[]
  /**
   * q: number of numeric columns that the given columns stand for; their covariances with the masked columns are exact,
   * too.
   */
  readonly given: number
  /** p: number of masked columns with exact covariances with each other. */
  readonly together: number
  /** Smallest number of records with a value over the columns. */
  readonly records: number
}

/**
 * Number of records that a group needs beyond those that its moments are worth. With ten, the number of solutions for a
 * column is about the number of ways to choose ten of its values freely.
 */
export const MOMENT_MARGIN = 10

/** A group whose exact moments determine too much. */
export interface MarginFinding {
  readonly code: 'TOO_FEW_RECORDS'
  readonly method: string
  readonly group: string
  readonly columns: readonly string[]
  readonly records: number
  readonly least: number
  readonly message: string
}

/**
 * Returns the moments that are exact in a group by a step's claims, for its resolved parameters; null if there are
 * none.
 *
 * The claim `covariances` or `correlations`, or `means` with the parameter `exact`, which fixes second moments to a
 * known multiple, makes equations of second moments. `means` alone makes one equation for each column and each given
 * one. If a column is a permutation of the original's, exact moments disclose nothing more.
 */
export function exactMomentsOf(step: BoundStep, data: Dataset, group: Group): ExactMoments | null {
  return exactMomentsFrom(step, group.label, {
    records: group.rows.length,
    values: (name) => countValues(data, name, group.rows),
    numbers: (name) => designColumns(data, name, group.rows),
  })
}

/** Counts of a group of records. */
export interface GroupCounts {
  readonly records: number
  /** Number of records that have a value in a column. */
  values(name: string): number
  /** Number of numeric columns that a given column stands for: for categories, an indicator of each but one. */
  numbers(name: string): number
}

/**
 * Returns the exact moments of a group from its counts.
 *
 * @param step - The step.
 * @param group - The group; empty for the whole file.
 * @param counts - The counts.
 * @returns The exact moments; null if there are none.
 */
export function exactMomentsFrom(step: BoundStep, group: string, counts: GroupCounts): ExactMoments | null {
  const { method, params, columns } = step
  const { claims, scope, given } = method.traits
  const has = (claim: 'means' | 'correlations' | 'covariances' | 'marginals'): boolean => claimed(claims[claim], params)
  if (has('marginals')) return null
  const isExact = has('means') && (params as Readonly<Record<string, unknown>>).exact === true
  const second = has('covariances') || has('correlations') || isExact
  if (!second && !has('means')) return null
  const conditions = given === 'optional' || given === 'required'
  return {
    step: method.id,
    group,
    moments: second ? 'covariances' : 'means',
    columns,
    given: conditions ? step.given.reduce((sum, name) => sum + counts.numbers(name), 0) : 0,
    together: scope === 'file' ? columns.length : 1,
    records: columns.reduce((least, name) => Math.min(least, counts.values(name)), counts.records),
  }
}

/**
 * Returns the moments that are still exact after a step: none of its masked columns, and none if it left records out.
 */
export function stillExact(
  exact: readonly ExactMoments[],
  { method }: BoundStep,
  masked: readonly string[],
): readonly ExactMoments[] {
  if (method.traits.records !== 'same') return []
  return exact.flatMap((one) => {
    const columns = one.columns.filter((name) => !masked.includes(name))
    if (columns.length === 0) return []
    return [{ ...one, columns, together: Math.min(one.together, columns.length) }]
  })
}

/**
 * Returns the number of records that a group needs.
 *
 * It is counted in values of a column. Its sum is worth one, each sum of products with a given column one more. The sum
 * of squares, which has as many digits as two values, is worth two. The sum of products with another masked column,
 * shared with it, is worth one. Second moments are therefore worth q + p + 2 values, and in a group of that size whole
 * numbers are mostly determined. Each further record multiplies the number of solutions by the number of possible
 * values. Means are worth 1 + q: in a group of 2 + q a member can compute the others.
 */
export function recordsNeeded(
  { moments, given, together }: Pick<ExactMoments, 'moments' | 'given' | 'together'>,
  margin: number,
): number {
  return moments === 'covariances' ? given + together + 2 + margin : given + 3
}

/**
 * Finds the groups with exact moments that have fewer records than they need.
 *
 * @param exact - Exact moments of the groups.
 * @param margin - Number of records beyond those that the moments are worth.
 * @returns The groups.
 */
export function marginFindings(exact: readonly ExactMoments[], margin: number = MOMENT_MARGIN): MarginFinding[] {
  return exact.flatMap((one): MarginFinding[] => {
    const least = recordsNeeded(one, margin)
    const { step, group, columns, records, moments } = one
    if (records >= least) return []
    const where = group === '' ? 'the file' : `group ${group}`
    const what = moments === 'means' ? 'means' : 'means and covariances'
    const message =
      `${step} keeps ${what} of ${columns.join(', ')} exactly in ${where} of ${records} records: with fewer ` +
      `than ${least} records these equations disclose the values (attacks/exact-moments)`
    return [{ code: 'TOO_FEW_RECORDS', method: step, group, columns, records, least, message }]
  })
}

/**
 * Refuses a release with exact moments in a group that is too small.
 *
 * @throws TOO_FEW_RECORDS for any finding.
 */
export function refuseThinMargins(findings: readonly MarginFinding[]): void {
  if (findings.length === 0) return
  const [first] = findings
  const more = findings.length > 1 ? `; ${findings.length} groups are too small` : ''
  const place = { method: first.method, ...(first.group && { group: first.group }), column: first.columns[0] }
  const fix =
    `Mask larger groups (fewer columns in ${option('by')}), fewer columns at once, or with inexact moments (noise ` +
    `without exact). ${option('momentMargin', 'N')} requires N records beyond the number of preserved moments.`
  throw new SdcError('TOO_FEW_RECORDS', `${first.message}${more}`, place, fix)
}

/** Words one sentence for each step, for any number of groups. */
export function marginSentences(findings: readonly MarginFinding[]): string[] {
  return [...new Set(findings.map(({ method }) => method))].map((method) => {
    const own = findings.filter((one) => one.method === method)
    if (own.length === 1) return own[0].message
    const [least, most] = [Math.min, Math.max].map((pick) => pick(...own.map(({ records }) => records)))
    const size = least === most ? `${least}` : `${least} to ${most}`
    return (
      `${method} keeps moments exactly in ${own.length} groups of ${size} records: in such small groups these ` +
      'equations disclose the values (attacks/exact-moments); a release refuses them'
    )
  })
}

/** Number of numeric columns that a given column stands for: for categories, an indicator of each but one. */
function designColumns(data: Dataset, name: string, rows: Int32Array): number {
  const column = data.column(name)
  if (column.kind === 'numeric') return 1
  return Math.max(0, new Set(rows.map((row) => column.codes[row])).size - 1)
}

function countValues(data: Dataset, name: string, rows: Int32Array): number {
  const column = data.column(name)
  return rows.reduce((count, row) => count + Number(!isMissing(column, row)), 0)
}
