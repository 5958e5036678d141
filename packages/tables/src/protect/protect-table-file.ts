import { asVerdict, describeParams, option, SdcError, type Registry, type Rng } from '@sdc/core'
import {
  protectTable,
  sha256Hex,
  tableReplayRoot,
  type PrivateTableManifest,
  type TableStep,
  rootRng,
} from '@sdc/engine'
import type { Screen } from '@sdc/report/tables'
import { attainableLevels } from '@sdc/tabular'
import { piecesOf, type Outcome, replayed, type Replayed } from '@sdc/inspect'
import { chooseProtection, type ProtectionRequirements } from './choose-protection.js'
import { checkLongNames, longForm } from '../view/long-form.js'
import { parseRule } from './parse-rule.js'
import type { ProtectedTables } from './protected-tables.js'
import { protectedArtefacts, type ArtefactOptions } from './protected-artefacts.js'
import { protectedMessages } from './protected-messages.js'
import { exceptionCount, protectedVerdict } from './protected-verdict.js'
import type { ReasonCodes } from '../view/reasons.js'
import { readLinked, type LinkedTables } from '../cells/read-linked.js'
import { columnsFromJson } from './replayed-columns.js'
import type { TableOptions } from '../read/table-columns.js'
import type { TableInputFile } from '../cells/table-file.js'
import { checkLayout } from '../view/view-rows.js'
import { viewsOf } from '../view/views-of.js'

export interface ProtectTablesOptions extends ArtefactOptions {
  /** Meanings of the columns; each of several tables uses the dimensions that it has. */
  readonly columns: TableOptions
  readonly requirements: ProtectionRequirements
  /** Rules in short notation: `p=15%`. */
  readonly rules?: readonly string[] | undefined
  /** Required uncertainty of cells with status primary in the table, in percent of their value. */
  readonly percent?: number | undefined
  readonly seed?: string | number | undefined
  /** Private file of an earlier run, which determines everything else. */
  readonly replay?: PrivateTableManifest | undefined
  /** Letter codes for the reasons of suppression in the internal version. */
  readonly reasonCodes?: ReasonCodes | undefined
  /** True to write the public version although some cells cannot be protected: the user takes responsibility. */
  readonly acceptExceptions?: boolean | undefined
  /** Screen for tables among the messages; by default a file. */
  readonly screen?: Screen | undefined
  readonly tick?: ((fraction: number, doing: string) => void) | undefined
}

/** Default uncertainty of a cell that is sensitive without a given level: a fifth of its value. */
const USUAL_PERCENT = 20

/**
 * Finds the sensitive cells of one table, or of several linked ones together, protects them, audits the pattern, and
 * returns the output files. There are none if the audit finds a sensitive cell unprotected.
 *
 * @param inputs - The tables.
 * @param options - Columns, rules, way of protection, and files to write.
 * @param registry - The table methods.
 * @returns Status of each cell, files, and messages with the verdict last.
 * @throws BAD_TABLE, BAD_OPTION, BAD_PARAMETER, INFEASIBLE, WRONG_INPUT, and the errors of reading
 */
export async function protectTableFiles(
  inputs: readonly TableInputFile[],
  options: ProtectTablesOptions,
  registry: Registry,
): Promise<Outcome<ProtectedTables> & { readonly replayed: Replayed | undefined }> {
  const { replay, tick } = options
  const asked = replay ? askedBy(replay, inputs) : undefined
  const rules = asked?.rules ?? (options.rules ?? []).map((rule) => parseRule(rule, registry))
  const linked = readLinked(inputs, asked?.columns ?? withoutCounts(options, rules, registry))
  if (options.layout) checkLayout(options.layout, [...new Set(linked.files.flatMap(({ columns }) => columns.by))])
  for (const { columns } of linked.files) checkLongNames([...columns.by, columns.value, columns.count])
  const contributors = knowsContributors(linked, rules)
  const unsafeZeros = rules.some(({ params }) => String(params?.zeros).startsWith('unsafe'))
  const chosen = asked ?? chooseProtection(registry, linked.table, options.requirements, contributors, unsafeZeros)
  refuseNoPtable(chosen.step, options.writePtable, registry)
  // Rounding and cell keys change all cells, and merging accepts any: they need no sensitive cells.
  if (asked === undefined && options.requirements.method === undefined) refuseNothingSensitive(linked, rules)
  const percent = asked?.percent ?? options.percent ?? USUAL_PERCENT
  const rounding = asked ? asked.rounding : roundingAfter(options.requirements)
  const audit = asked?.audit ?? auditFor(chosen.step, options.requirements, contributors)
  const root = asked?.root ?? rootRng(options.seed)
  const { table } = linked
  const found = await protectTable({
    registry,
    table,
    rules,
    protection: chosen.step,
    rounding,
    audit,
    percent,
    rng: root,
    tick,
  })
  // The judgement ignores prior public knowledge.
  const result: ProtectedTables['result'] =
    found.audit === undefined
      ? found
      : { ...found, sensitive: attainableLevels(table, found.protection.result.status, found.sensitive) }
  const { values, table: merged } = result.protection.result
  // A method that suppresses needs a rule; one that changes values does not.
  if (values === undefined && merged === undefined) refuseNothingSensitive(linked, rules)
  const done = {
    linked,
    rules,
    percent,
    protection: chosen.step,
    reason: chosen.reason,
    result,
    root,
    codes: options.reasonCodes,
  }
  const made: ProtectedTables = { ...done, views: viewsOf(linked, result) }
  const hashes = made.views.map((view) => sha256Hex(piecesOf(longForm(view, 'internal'))))
  const again = replay && replayed({ outputs: replay.resultSha256.map((sha256) => ({ sha256 })) }, hashes)
  const isWithheld = exceptionCount(made) > 0 && options.acceptExceptions !== true
  const named =
    again?.same === false
      ? { ...options, manifest: undefined }
      : isWithheld
        ? { ...options, publics: undefined, publicPages: undefined, manifest: undefined }
        : options
  const artefacts = await protectedArtefacts(made, audit, inputs, named, registry, hashes)
  const messages = [
    ...protectedMessages(made, options.screen),
    ...(again?.same ? [again.message] : []),
    ...protectedVerdict(made).map(asVerdict),
  ]
  return { result: made, artefacts, messages, replayed: again }
}

function roundingAfter({ thenRound }: ProtectionRequirements): TableStep | undefined {
  return thenRound === undefined ? undefined : { method: 'tabular/nearest-rounding', params: { base: thenRound } }
}

function refuseNoPtable({ method }: TableStep, writePtable: string | undefined, registry: Registry): void {
  const has = describeParams(registry.get('tables', method).params).some(({ name }) => name === 'ptable')
  if (writePtable === undefined || has) return
  const message = `${method} has no p-table to write`
  throw new SdcError(
    'BAD_OPTION',
    message,
    { parameter: option('writePtable') },
    `Add ${option('method', 'tabular/cell-key')}.`,
  )
}

/**
 * Removes the requirement of counts if cells are primary by status only, or all are changed. Values may then be any
 * sums, with decimals and negative ones, and no step needs numbers of contributors. A method for counts checks the
 * values itself.
 */
function withoutCounts(
  { columns, requirements }: ProtectTablesOptions,
  rules: readonly TableStep[],
  registry: Registry,
): TableOptions {
  const { cost, singletons, method } = requirements
  // Merged slices are judged by rules afterwards.
  const merges = method !== undefined && registry.get('tables', method).protectsBy === 'recoding'
  const uncounted = rules.length === 0 && cost !== 'count' && singletons !== 'protect' && !merges
  return uncounted ? { ...columns, uncounted } : columns
}

/** A run without any rule or status would look like one that found nothing sensitive. */
function refuseNothingSensitive({ files, table }: LinkedTables, rules: readonly TableStep[]): void {
  if (rules.length > 0 || table.given !== undefined || files.some(({ columns }) => columns.status !== undefined)) return
  const message = 'nothing says which cells are sensitive'
  const fix = `Give a rule (${option('rule', 'p=15%')}, ${option('rule', 'nk=1,50')}, ${option('rule', 'freq=3')}), or a column that names them (${option('status')}).`
  throw new SdcError('BAD_OPTION', message, {}, fix)
}

/**
 * Returns true if numbers of contributors are reliable. Values without a column of counts are taken for counts if there
 * is a rule on them. They are not if cells are primary by status, since a sum of money of 1 is not one respondent.
 */
export function knowsContributors({ files }: Pick<LinkedTables, 'files'>, rules: readonly unknown[]): boolean {
  return rules.length > 0 || files.some(({ columns: { count, alone } }) => count !== undefined || alone !== undefined)
}

/** Audit with the attacks that the protection should prevent. */
function auditFor({ params = {} }: TableStep, requirements: ProtectionRequirements, contributors: boolean): TableStep {
  const singletons = params.singletons ?? requirements.singletons ?? (contributors ? undefined : 'ignore')
  const own = params.own ?? requirements.ownContributions
  return {
    method: 'tabular/audit',
    params: { ...(singletons !== undefined && { singletons }), ...(own !== undefined && { own }) },
  }
}

interface Asked {
  readonly columns: readonly TableOptions[]
  readonly rules: readonly TableStep[]
  readonly percent: number
  readonly step: TableStep
  readonly reason: string
  readonly rounding: TableStep | undefined
  readonly audit: TableStep
  readonly root: Rng
}

function askedBy(manifest: PrivateTableManifest, inputs: readonly TableInputFile[]): Asked {
  const root = tableReplayRoot(
    manifest,
    inputs.map(({ file }) => piecesOf(file.content)),
  )
  const { rules, percent, protection, rounding, audit } = manifest
  const columns = columnsFromJson(manifest.tables.map((one) => one.columns))
  return { columns, rules, percent, step: protection, reason: 'as in the private file', rounding, audit, root }
}
