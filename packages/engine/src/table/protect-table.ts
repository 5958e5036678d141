import { SdcError, type Registry, type Rng, type Sensitivity, type Table } from '@sdc/core'
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
  /** The rules that find the sensitive cells; those that the table itself calls primary are sensitive besides. */
  readonly rules: readonly TableStep[]
  readonly protection: TableStep
  /** How the pattern is audited (its report says how many sensitive cells are `unprotected`); it is written only where the audit finds every sensitive cell protected. */
  readonly audit: TableStep
  /** What must remain unknown of the cells that the table itself calls primary, in percent of their value. */
  readonly percent?: number | undefined
  readonly rng: Rng
  /** How far the work is, and what is being done. */
  readonly tick?: ((fraction: number, doing: string) => void) | undefined
}

export interface ProtectedTable {
  readonly sensitive: Sensitivity
  readonly rules: readonly AppliedTable[]
  readonly protection: AppliedTable
  /** Undefined where nothing is suppressed. */
  readonly audit: AppliedTable | undefined
}

/**
 * Finds the sensitive cells of a table, protects them, and audits the pattern.
 *
 * @param input - Table, rules, protection and audit.
 * @returns What each step found.
 * @throws BAD_TABLE where the audit finds a sensitive cell that is not protected: nothing may be written then
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
  const rules: AppliedTable[] = []
  for (const rule of input.rules) rules.push(await apply(rule, 'rules'))
  const sensitive = sensitivityOf(table, rules, input.percent ?? 0)
  const protectedTable = await apply(protection, 'protection', { sensitive })
  const { status } = protectedTable.result
  const shown = sensitive.status.findIndex((one, c) => one === 1 && status[c] === 0)
  if (shown >= 0 && protectedTable.result.values === undefined && protectedTable.result.table === undefined)
    throw new SdcError('BAD_TABLE', `${protection.method} shows a sensitive cell (${shown + 1})`, {
      table: protection.method,
      row: shown + 1,
    })
  if (!status.some((one) => one > 0)) return { sensitive, rules, protection: protectedTable, audit: undefined }
  const audited = await apply(audit, 'audit', {
    sensitive,
    pattern: status,
    witnesses: protectedTable.result.witnesses,
  })
  const unprotected = audited.result.report?.get('unprotected')
  if (typeof unprotected !== 'number')
    throw pluginFault(registry, audited.method, { table: audit.method }, 'its report has no number "unprotected"')
  if (unprotected > 0) {
    const message = `${unprotected} sensitive cell(s) can be computed more closely than their levels allow from the pattern of ${protection.method}; nothing is written`
    throw new SdcError('BAD_TABLE', message, { table: protection.method })
  }
  return { sensitive, rules, protection: protectedTable, audit: audited }
}

/**
 * What any of the rules asks for, and what the table itself says: the greatest level of each cell.
 *
 * @param table - The table, with what it says of its cells (`given`).
 * @param rules - What the rules found.
 * @param percent - The level of the cells that the table itself calls primary, in percent of their value.
 * @returns The sensitive cells with their levels.
 */
export function sensitivityOf(table: Table, rules: readonly AppliedTable[], percent: number): Sensitivity {
  const cells = table.values.length
  const status = Uint8Array.from({ length: cells }, (_, c) => (table.given?.[c] === 1 ? 1 : 0))
  const lower = Float64Array.from(status, (one, c) => (one * percent * Math.abs(table.values[c])) / 100)
  const upper = lower.slice()
  const width = new Float64Array(cells)
  for (const { result } of rules) {
    for (let c = 0; c < cells; c++) {
      if (result.status[c] === 0) continue
      status[c] = 1
      lower[c] = Math.max(lower[c], result.levels?.lower[c] ?? 0)
      upper[c] = Math.max(upper[c], result.levels?.upper[c] ?? 0)
      width[c] = Math.max(width[c], result.levels?.width[c] ?? 0)
    }
  }
  return { status, lower, upper, width }
}
