import { asVerdict, describeParams, option, SdcError, type Dataset, type Registry, type Rng } from '@sdc/core'
import {
  privateTableManifest,
  protectTable,
  publicTableManifest,
  sha256Hex,
  tableReplayRoot,
  type PrivateTableManifest,
  type TableRun,
  type TableStep,
  rootRng,
} from '@sdc/engine'
import { writeCsv } from '@sdc/files'
import type { Screen } from '@sdc/report/tables'
import { attainableLevels } from '@sdc/tabular'
import {
  piecesOf,
  artefactIfNamed,
  type Artefact,
  type Outcome,
  manifestName,
  replayed,
  type Replayed,
} from '@sdc/inspect'
import { chooseProtection, type ProtectionRequirements } from './choose-protection.js'
import { checkLongNames, longForm } from '../view/long-form.js'
import { parseRule } from './parse-rule.js'
import type { ProtectedTables } from './protected-tables.js'
import { protectedMessages } from './protected-messages.js'
import { exceptionCount, protectedVerdict } from './protected-verdict.js'
import type { ReasonCodes } from '../view/reasons.js'
import { readLinked, type LinkedTables } from '../cells/read-linked.js'
import { columnsFromJson, columnsJson } from './replayed-columns.js'
import type { TableOptions } from '../read/table-columns.js'
import type { TableInputFile } from '../cells/table-file.js'
import { viewContent, type TableFormat } from './view-content.js'
import { viewPlot } from '../view/view-page.js'
import { checkLayout, type TableLayout } from '../view/view-rows.js'
import { viewsOf } from '../view/views-of.js'

export interface ProtectTablesOptions {
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
  /** Names of the internal and of the public versions, one per table. */
  readonly outs?: readonly string[] | undefined
  readonly publics?: readonly string[] | undefined
  /** Names of further public versions: HTML pages, one per table. */
  readonly publicPages?: readonly string[] | undefined
  /** Format of the internal version, if its name does not imply it. */
  readonly format?: TableFormat | undefined
  /** Letter codes for the reasons of suppression in the internal version. */
  readonly reasonCodes?: ReasonCodes | undefined
  /** Layout of CSV files and workbooks of both versions. */
  readonly layout?: TableLayout | undefined
  readonly private?: string | undefined
  readonly plots?: readonly string[] | undefined
  /** True to write the public version although some cells cannot be protected: the user takes responsibility. */
  readonly acceptExceptions?: boolean | undefined
  /** Name of the file for the p-table of cell keys. */
  readonly writePtable?: string | undefined
  /** Base name of the public manifest; undefined if none is written. */
  readonly manifest?: string | undefined
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
  const artefacts = await artefactsOf(made, audit, inputs, named, registry, hashes)
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

async function artefactsOf(
  made: ProtectedTables,
  audit: TableStep,
  inputs: readonly TableInputFile[],
  options: ProtectTablesOptions,
  registry: Registry,
  resultSha256: readonly string[],
): Promise<Artefact[]> {
  const { outs, publics, publicPages, plots, manifest, writePtable, layout } = options
  const { views } = made
  const internal: Artefact[] = []
  const open: Artefact[] = []
  const pictures: Artefact[] = []
  for (const [t, view] of views.entries()) {
    const [out, shown, plot] = [outs?.[t], publics?.[t], plots?.[t]]
    if (out !== undefined) {
      const content = await viewContent(view, 'internal', out, made, { ...layout, format: options.format })
      internal.push({ kind: 'internal-table', name: out, content })
    }
    for (const name of [shown, publicPages?.[t]])
      if (name !== undefined)
        open.push({ kind: 'table', name, content: await viewContent(view, 'public', name, made, layout) })
    const svg =
      plot === undefined ? undefined : await viewPlot(view, `${view.of} of ${view.name}: what a reader can compute`)
    if (svg !== undefined) pictures.push({ kind: 'fits', name: plot, content: svg })
  }
  const hash = ({ content }: Artefact): string => sha256Hex(piecesOf(content))
  const run: TableRun = {
    registry,
    root: made.root,
    tables: views.map(({ by, status }, t) => ({
      dimensions: by,
      cells: status.length,
      suppressed: status.filter((one) => one > 0).length,
      input: piecesOf(inputs[t].file.content),
      columns: columnsJson(made.linked.files[t].columns),
    })),
    rules: made.result.rules.map(({ method, params }) => ({
      method: method.id,
      params: params as Record<string, unknown>,
    })),
    percent: made.percent,
    protection: {
      method: made.result.protection.method.id,
      params: made.result.protection.params as Record<string, unknown>,
    },
    rounding: made.result.rounding && {
      method: made.result.rounding.method.id,
      params: made.result.rounding.params as Record<string, unknown>,
    },
    audit,
    publicSha256: open.map(hash),
    resultSha256,
  }
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  return [
    ...internal,
    ...pictures,
    ...artefactIfNamed('internal-table', writePtable, () =>
      writeCsv(undefined, made.result.protection.result.report?.get('perturbation table') as Dataset),
    ),
    ...artefactIfNamed('private-manifest', options.private, () => json(privateTableManifest(run))),
    ...(manifest === undefined
      ? []
      : [{ kind: 'public-manifest' as const, name: manifestName(manifest), content: json(publicTableManifest(run)) }]),
    ...open,
  ]
}
