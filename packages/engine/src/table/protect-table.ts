import { givenStatuses, ruleName, SdcError, type Registry, type Rng, type Sensitivity, type Table } from '@sdc/core'
import { pluginFault } from '../ground/plugin-faults.js'
import { applyTableMethod, type AppliedTable } from './apply-table-method.js'

/** A table method with its parameters. */
export interface TableStep {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

export interface ProtectTableInput {
  readonly registry: Registry
  readonly table: Table
  /** Rules that find the sensitive cells, in addition to those that the table calls primary. */
  readonly rules: readonly TableStep[]
  readonly protection: TableStep
  /** Rounding of the cells that the protection does not suppress. */
  readonly rounding?: TableStep | undefined
  /** Method of the audit: its report has the number of `unprotected` sensitive cells. */
  readonly audit: TableStep
  /** Protection level of the cells that the table calls primary, in percent of their value. */
  readonly percent?: number | undefined
  readonly rng: Rng
  /** Called with the progress and the current activity. */
  readonly tick?: ((fraction: number, doing: string) => void) | undefined
}

export interface ProtectedTable {
  readonly sensitive: Sensitivity
  readonly rules: readonly AppliedTable[]
  readonly protection: AppliedTable
  /** Audit; undefined if nothing is suppressed. */
  readonly audit: AppliedTable | undefined
  /** Rounding; undefined if none was requested. */
  readonly rounding: AppliedTable | undefined
}

/**
 * Finds the sensitive cells of a table, protects them, and audits the pattern. The values may then be rounded. The
 * audit of the pattern uses exact values, which disclose more, so that cells it finds protected are still protected
 * after rounding.
 *
 * @param input - Table, rules, protection and audit.
 * @returns Results of each step; the audit's report has the cells that the pattern does not protect (`unprotected`).
 * @throws BAD_TABLE if a sensitive cell is published, or if rounding leaves more of them unprotected than the pattern
 *   does.
 */
export async function protectTable(input: ProtectTableInput): Promise<ProtectedTable> {
  const { registry, table, rng, protection, audit, tick = () => {} } = input
  const apply = (step: TableStep, doing: string, more: object = {}): Promise<AppliedTable> =>
    applyTableMethod({
      registry,
      table,
      ...step,
      ...more,
      rng: rng.child(step.method),
      tick: (fraction) => tick(fraction, doing),
    })
  if (input.rounding && registry.get('tables', protection.method).protectsBy !== 'suppression') {
    const message = `${protection.method} suppresses no cells: its result cannot be rounded afterwards`
    throw new SdcError(
      'BAD_OPTION',
      message,
      { table: protection.method },
      'Round after a suppression, or round alone.',
    )
  }
  const rules: AppliedTable[] = []
  for (const rule of input.rules) rules.push(await apply(rule, 'rules'))
  const sensitive = sensitivityOf(table, rules, input.percent ?? 0)
  const protectedTable = await apply(protection, 'protection', { sensitive })
  const { status } = protectedTable.result
  const rounded = (unprotected: number): Promise<AppliedTable | undefined> =>
    roundedAfter(input, sensitive, status, unprotected, apply)
  const shown = sensitive.status.findIndex((one, c) => one === 1 && status[c] === 0)
  if (shown >= 0 && protectedTable.result.values === undefined && protectedTable.result.table === undefined)
    throw new SdcError('BAD_TABLE', `${protection.method} publishes a sensitive cell (${shown + 1})`, {
      table: protection.method,
      row: shown + 1,
    })
  if (!status.some((one) => one > 0))
    return { sensitive, rules, protection: protectedTable, audit: undefined, rounding: await rounded(0) }
  const audited = await apply(audit, 'audit', {
    sensitive,
    pattern: status,
    witnesses: protectedTable.result.witnesses,
  })
  const unprotected = audited.result.report?.get('unprotected')
  if (typeof unprotected !== 'number')
    throw pluginFault(registry, audited.method, { table: audit.method }, 'its report has no number "unprotected"')
  return { sensitive, rules, protection: protectedTable, audit: audited, rounding: await rounded(unprotected) }
}

/**
 * Rounds the cells that a suppression published. Suppressed cells must stay suppressed, and no more sensitive cells may
 * be unprotected than before.
 */
async function roundedAfter(
  { rounding }: ProtectTableInput,
  sensitive: Sensitivity,
  pattern: Uint8Array,
  unprotected: number,
  apply: (step: TableStep, doing: string, more: object) => Promise<AppliedTable>,
): Promise<AppliedTable | undefined> {
  if (!rounding) return undefined
  const rounded = await apply(rounding, 'rounding', { sensitive, pattern })
  const { status, report } = rounded.result
  const kept = status.every((one, c) => one === pattern[c])
  const close = Number(report?.get('sensitive cells published too precisely') ?? 0)
  if (kept && close <= unprotected) return rounded
  const what = kept
    ? `${close} sensitive cell(s) protected less than their levels require`
    : 'suppressed cells published'
  throw new SdcError('BAD_TABLE', `after ${rounding.method} there are ${what}; no file is written`, {
    table: rounding.method,
  })
}

/** Codes of `givenStatuses` that decide whether a cell is sensitive. */
const [PRIMARY, SAFE] = ['primary', 'safe'].map((word) => (givenStatuses as readonly string[]).indexOf(word))

/**
 * Returns the greatest level that any of the rules, or the table itself, requires for each cell. A cell that the table
 * calls safe is never sensitive.
 *
 * @param table - The table, with statuses and levels of its cells (`given`, `givenLevels`).
 * @param rules - Results of the rules.
 * @param percent - Level of the cells that the table itself calls primary without a level of their own, in percent of
 *   their value.
 * @returns The sensitive cells with their levels, and the rules.
 */
export function sensitivityOf(table: Table, rules: readonly AppliedTable[], percent: number): Sensitivity {
  const { given, givenLevels, values } = table
  const status = Uint8Array.from(values, (_, c) => (given?.[c] === PRIMARY ? 1 : 0))
  const own = (side: 'lower' | 'upper'): Float64Array =>
    Float64Array.from(status, (one, c) => {
      const level = givenLevels?.[side][c] ?? Number.NaN
      return one === 0 ? 0 : Number.isNaN(level) ? (percent * Math.abs(values[c])) / 100 : level
    })
  const [lower, upper, width] = [own('lower'), own('upper'), new Float64Array(values.length)]
  const found = rules.map(({ method, params, result }) => {
    const flagged = result.status.map((one, c) => (given?.[c] === SAFE ? 0 : one))
    flagged.forEach((one, c) => {
      if (one === 0) return
      status[c] = 1
      lower[c] = Math.max(lower[c], result.levels?.lower[c] ?? 0)
      upper[c] = Math.max(upper[c], result.levels?.upper[c] ?? 0)
      width[c] = Math.max(width[c], result.levels?.width[c] ?? 0)
    })
    return { name: ruleName(method, params), status: flagged, levelOf: result.levelOf }
  })
  return { status, lower, upper, width, ...(found.length > 0 && { rules: found }) }
}
