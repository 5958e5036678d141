import { asWarning, isSdcError, SdcError, type Dataset, type Registry } from '@sdc/core'
import { parseStep, type FileSchema, type Limits, type RunResult, type StepPlan } from '@sdc/engine'
import type { Screen } from '@sdc/report/tables'
import type { Matched } from '../match/match-records.js'
import { artefactIfNamed, type Outcome, settings } from '@sdc/inspect'
import { encodeText, type EncodeFile } from '../release/encode-file.js'
import { runOnMasked, type MaskedElsewhere } from '../post-masking/run-on-masked.js'
import { checkOptimized, refuseOptimized } from './check-optimized.js'
import { measuredTwice } from './measured-twice.js'
import type { Optimized } from './optimized.js'
import { optimizedMessages } from './optimized-messages.js'
import { refuseUnfit } from './refuse-unfit.js'

export interface OptimizeData extends Omit<MaskedElsewhere, 'origin'> {
  /** Matching of their records: `matchIfLinked`. */
  readonly matched: Matched
}

export interface OptimizeOptions {
  /** Screen for the tables among the messages; by default a file. */
  readonly screen?: Screen | undefined
  /** The columns that were masked: `chooseShared`. */
  readonly columns: readonly string[]
  /** Id of a post-masking method. */
  readonly method: string
  /** Parameters of the method as `name=value`. */
  readonly set?: readonly string[] | undefined
  readonly given?: readonly string[] | undefined
  readonly by?: readonly string[] | undefined
  readonly smallGroups?: string | undefined
  /** Treatment of missing values: `missingPolicies`. */
  readonly missing?: string | undefined
  readonly schema?: FileSchema | undefined
  readonly seed?: string | number | undefined
  readonly out?: string | undefined
  /** Writes the file; by default as text. */
  readonly encode?: EncodeFile | undefined
  /** Name of the file for the original record of each record. */
  readonly writeOrigin?: string | undefined
  /** Limits of the result: if it exceeds one, nothing is written. */
  readonly failLimits?: Limits | undefined
  /** Receives the progress, from 0 to 1, and a name of the present work. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

/** Largest number of rows of a returned table: of limits or of columns, never of records. */
const MOST_ROWS = 100

/**
 * Improves a masked file of any program by a post-masking method, and measures it before and after.
 *
 * @param data - The original, the masked file, and the matching of their records.
 * @param options - The method, its parameters, and the columns.
 * @param registry - Methods and metrics.
 * @returns The result, the file, and messages: warnings of the method, its numbers, the scores by both links.
 * @throws BAD_OPTION for a method that masks originals; WRONG_INPUT if unmasked columns show another order than the
 *   matching; UNCHANGED for a column that was not masked; TOO_FEW_RECORDS; the errors of the method.
 */
export async function optimizeFile(
  { original, masked, matched }: OptimizeData,
  options: OptimizeOptions,
  registry: Registry,
): Promise<Outcome<Optimized>> {
  const { columns, given, by = [], smallGroups = 'error', schema, seed, out, encode = encodeText, tick } = options
  const step = optimizingStep(registry, { ...options, given, by, smallGroups })
  checkOptimized({ original, columns, schema, failLimits: options.failLimits }, registry)
  refuseUnfit({ original, masked: masked.dataset, matched }, columns)
  const files = { original, masked, origin: matched.origin }
  const run = await runOnMasked(files, { step, columns, schema, seed, tick }, registry).catch((error: unknown) => {
    throw isSdcError(error) && matched.matching === 'none' ? withoutLink(error) : error
  })
  const { data } = onlyFile(run, masked.dataset.rows, step.use)
  const both = { original, before: masked.dataset, after: data, origin: matched.origin, columns, schema }
  const held = { original, masked: data, origin: matched.origin, columns, given: run.given, schema }
  await refuseOptimized({ ...held, failLimits: options.failLimits }, registry)
  const result: Optimized = {
    method: step.use,
    params: step.params,
    columns,
    records: data.rows,
    matching: matched.matching,
    reports: run.reports.map(({ group, values }) => ({ group, numbers: numbersOf(values), tables: tablesOf(values) })),
    measured: await measuredTwice({ ...both, given: run.given }, registry),
    warnings: [...new Set(run.warnings)],
  }
  const { content, losses } = await encode(masked, data, undefined, {})
  return {
    result,
    artefacts: [
      ...artefactIfNamed('origin', options.writeOrigin, () => originCsv(matched.origin)),
      { kind: 'masked', name: out, content },
    ],
    messages: [...losses.map(asWarning), ...optimizedMessages(result, options)],
  }
}

/** Returns the step of the options; throws BAD_OPTION if its method is for originals. */
function optimizingStep(registry: Registry, options: OptimizeOptions & { readonly by: readonly string[] }): StepPlan {
  const method = registry.get('methods', options.method)
  const { columns, given, by, smallGroups, missing } = options
  if (!method.traits.postMasking) {
    const fit = registry.all('methods').filter(({ traits }) => traits.postMasking)
    const message = `${method.id} masks an original file: it does not improve a masked one`
    const fix = `Mask with it first (sdc mask), then choose one of ${fit.map(({ id }) => id).join(', ')}.`
    throw new SdcError('BAD_OPTION', message, { method: method.id }, fix)
  }
  const params = settings(method.params, options.set ?? [])
  return parseStep({
    use: method.id,
    columns,
    ...(given && { given }),
    by,
    params,
    smallGroups,
    ...(missing && { missing }),
  })
}

/**
 * Returns the error of a method that needs a link, for a file without one, with the name of a method that needs none.
 */
function withoutLink({ code, message, place, fix }: SdcError): SdcError {
  if (code !== 'LENGTH_MISMATCH') return new SdcError(code, message, place, fix)
  return new SdcError(code, message, place, `${fix} optimize/post-mask, on the whole file, needs no link.`)
}

/**
 * Returns the file of a run; throws BAD_OPTION if a method made several, or other records, which the masked file cannot
 * hold.
 */
function onlyFile({ files }: RunResult, rows: number, method: string): RunResult['files'][number] {
  const [file] = files
  if (files.length === 1 && file.data.rows === rows) return file
  const made = files.length > 1 ? `${files.length} files` : `${file.data.rows} records of ${rows}`
  const fix = 'Run it as a step of a plan (sdc run).'
  throw new SdcError('BAD_OPTION', `${method} made ${made}: not the masked file with other values`, { method }, fix)
}

function numbersOf(values: ReadonlyMap<string, unknown>): Map<string, number> {
  return new Map([...values].flatMap(([name, value]) => (typeof value === 'number' ? [[name, value] as const] : [])))
}

function tablesOf(values: RunResult['reports'][number]['values']): Map<string, Dataset> {
  return new Map(
    [...values].flatMap(([name, value]) =>
      typeof value === 'object' && 'rows' in value && value.rows <= MOST_ROWS ? [[name, value] as const] : [],
    ),
  )
}

/** Returns origins in the form that `--origin` reads: record numbers from 1, 0 for none. */
function originCsv(origin: Int32Array): string {
  return `origin\n${Array.from(origin, (row) => row + 1).join('\n')}\n`
}
