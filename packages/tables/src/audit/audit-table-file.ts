import { option, SdcError, type Registry, type Sensitivity } from '@sdc/core'
import { applyTableMethod, sensitivityOf, type AppliedTable, rootRng } from '@sdc/engine'
import { auditPattern, attainableLevels } from '@sdc/tabular'
import { type InputFile, artefactIfNamed, type Artefact, type Outcome } from '@sdc/inspect'
import type { AuditedTable } from './audited.js'
import { parseRule } from '../protect/parse-rule.js'
import { knowsContributors } from '../protect/protect-table-file.js'
import { readPattern } from '../cells/read-pattern.js'
import type { TableOptions } from '../read/table-columns.js'
import { readTableFile, type TableInputFile } from '../cells/table-file.js'
import { viewPlot } from '../view/view-page.js'

export interface AuditTableOptions {
  readonly columns: TableOptions
  /** Rules in short notation: `p=15%`. */
  readonly rules?: readonly string[] | undefined
  /** Required uncertainty of cells with status primary in the table or the pattern, in percent of their value. */
  readonly percent?: number | undefined
  readonly singletons?: 'auto' | 'protect' | 'ignore' | undefined
  readonly ownContributions?: 'protect' | 'ignore' | undefined
  /** Column of the pattern's statuses; `status` by default. */
  readonly patternStatus?: string | undefined
  /** Texts of a suppressed value in the pattern. */
  readonly marks?: readonly string[] | undefined
  readonly plot?: string | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Default percentage, as for a protection. */
const USUAL_PERCENT = 20

/**
 * Audits a pattern from any program. Computes what a reader can learn of every suppressed cell, and what the only
 * contributor of another suppressed cell can. Sensitive cells come from rules and the table's own statuses, else from
 * the pattern if it distinguishes them. Without either, every suppressed cell counts as sensitive, and only its exact
 * value is protected.
 *
 * @param input - True table.
 * @param pattern - The same cells, with a status, or empty if suppressed.
 * @param options - Columns, rules, levels.
 * @param registry - The table methods.
 * @returns Findings, and a plot of the intervals if the options request one.
 * @throws BAD_OPTION, BAD_PARAMETER, and the errors of reading
 */
export async function auditTableFile(
  input: TableInputFile,
  pattern: InputFile,
  options: AuditTableOptions,
  registry: Registry,
): Promise<Outcome<AuditedTable>> {
  // With primary cells by status only, values may be sums of any kind.
  const uncounted = (options.rules ?? []).length === 0 && options.singletons !== 'protect'
  const file = readTableFile(input, { ...options.columns, ...(uncounted && { uncounted }) })
  const { table } = file
  const { statuses, tellsPrimary, messages } = readPattern(pattern, file, options)
  const rng = rootRng(1)
  const rules: AppliedTable[] = []
  for (const rule of options.rules ?? []) {
    const step = parseRule(rule, registry)
    rules.push(await applyTableMethod({ registry, table, ...step, rng: rng.child(step.method) }))
  }
  const percent = options.percent ?? USUAL_PERCENT
  const isAsked = rules.length > 0 || table.given?.includes(1) === true
  const sensitiveBy = isAsked ? 'rules and table' : tellsPrimary ? 'pattern' : 'nobody'
  const named = Uint8Array.from(statuses, (one) => Number(tellsPrimary ? one === 1 : one > 0))
  const sensitive: Sensitivity = isAsked
    ? sensitivityOf(table, rules, percent)
    : sensitivityOf({ ...table, given: named }, [], tellsPrimary ? percent : 0)
  if (!isAsked && options.percent !== undefined && !tellsPrimary) throw noPrimary()
  const singletons = options.singletons ?? (knowsContributors({ files: [file] }, rules) ? 'auto' : 'ignore')
  const { ownContributions: own, tick = () => {} } = options
  const audit = await auditPattern(table, statuses, sensitive, { singletons, own, tick })
  const { withoutTotal } = file
  const result: AuditedTable = {
    table,
    withoutTotal,
    rules,
    sensitiveBy,
    percent,
    sensitive: attainableLevels(table, statuses, sensitive),
    statuses,
    audit,
  }
  return {
    result,
    artefacts: await plotOf(result, file.columns, input.file.name, options.plot),
    messages: [...file.messages, ...messages],
  }
}

/** A level of 0 % would have no effect, and the audit would seem passed. */
function noPrimary(): SdcError {
  const message = `${option('protection')} is a level of the cells that are called primary, and neither table nor pattern calls any so`
  return new SdcError(
    'BAD_OPTION',
    message,
    { parameter: option('protection') },
    `Name them (${option('status')}), or give a rule (${option('rule')}).`,
  )
}

async function plotOf(
  { table, sensitive, statuses, audit }: AuditedTable,
  { by, value, count }: { readonly by: readonly string[]; readonly value: string; readonly count?: string | undefined },
  name: string,
  plot: string | undefined,
): Promise<Artefact[]> {
  if (plot === undefined) return []
  const status = Uint8Array.from(statuses, (one) => Math.min(one, 2))
  const view = {
    name,
    source: undefined,
    by,
    value,
    of: value,
    count,
    table,
    status,
    values: undefined,
    sensitive,
    rules: [],
    intervals: audit,
    alone: new Map(),
  }
  const svg = await viewPlot(view, `${value}: what a reader of the pattern can compute`, [
    'sensitive',
    'other suppressed',
  ])
  return artefactIfNamed('fits', svg === undefined ? undefined : plot, () => svg ?? '')
}
