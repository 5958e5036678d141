import { asInfo, option, type Column, type Registry, type Reported } from '@sdc/core'
import { parseStep, type RunResult, type StepPlan } from '@sdc/engine'
import { hierarchyRows } from '@sdc/toolkit/internal'
import { formatOfName } from '@sdc/files'
import type { Artefact, Content, InputFile } from '@sdc/inspect'
import { produce, type ProducedOutcome, type ProduceData, type ProduceOptions } from '../release/produce.js'
import { anonymizedReport, type Anonymized } from './anonymized.js'
import { mappingText, verdictLines } from './anonymize-text.js'
import { checkWritten } from './check-written.js'
import { anonymizingMethod, pseudonymColumns, pseudonymMethod } from './plan-anonymization.js'
import type { Anonymization, AnonymizeRequirements } from './anonymization.js'
import type { Recoding } from './recoding-file.js'

/** Options of an anonymisation, and names of the files to write. */
export interface AnonymizeOptions extends Omit<ProduceOptions, 'steps' | 'schema'> {
  readonly requirements: AnonymizeRequirements
  readonly plan: Anonymization
  /** Steps before the recoding, which mask confidential columns: l then counts masked values. Not with t. */
  readonly before?: readonly StepPlan[] | undefined
  /** The format of the masked file, in place of that of its name. */
  readonly format?: string | undefined
  /** Reads the masked file again, to check it; by default by its bytes. */
  readonly readBack?: ((content: Content) => Promise<Pick<InputFile, 'content' | 'table'>>) | undefined
  /** Name of the file for the recoding, to apply it to another file. */
  readonly writeMapping?: string | undefined
  /** Name of the file for all findings (JSON). */
  readonly writeSearch?: string | undefined
}

/** Result of an anonymisation. */
export interface AnonymizeResult {
  readonly run: RunResult
  readonly anonymized: Anonymized
}

/**
 * Anonymises a file, checks the bytes to be written as a recipient who does not know how they were made, and says what
 * the file protects against and what not.
 *
 * @param data - The file.
 * @param options - Requirements, planned by `planAnonymization`, and names of the files to write.
 * @param registry - The methods.
 * @returns The masked file with its manifests, the recoding and the report if they have a name, and messages.
 * @throws The errors of the method and of a release. An `Error` (a bug) if the masked file does not have what the
 *   method promised: then nothing may be written.
 */
export async function anonymizeFile(
  data: ProduceData,
  options: AnonymizeOptions,
  registry: Registry,
): Promise<ProducedOutcome<AnonymizeResult>> {
  const { plan, requirements, before = [], writeMapping, writeSearch, out, format, readBack = asWritten } = options
  const { source } = data
  const { keys, sensitive, schema, step } = plan
  const ids = options.projectKey === undefined ? [] : pseudonymColumns(source.dataset, schema)
  const steps = [...(ids.length > 0 ? [parseStep({ use: pseudonymMethod, columns: ids })] : []), ...before, step]
  const outcome = await produce(data, { ...options, steps, schema, dropsIds: true }, registry)
  const run = outcome.result
  const masked = outcome.artefacts.find(({ kind }) => kind === 'masked')
  if (!masked) throw new Error('the run made no file')
  const { k, l, model = 'distinct', c = 2, t, distance = 'auto' } = requirements
  const asked = l === undefined && t === undefined ? [] : sensitive
  const wanted = { k, l, model, c, t, distance }
  const { separator } = formatOfName(out, format)
  const written = await readBack(masked.content)
  const check = checkWritten({ written, separator, source, schema, keys, sensitive: asked, wanted })
  if (check.failures.length > 0) throw new Error(`the file to be written does not hold: ${check.failures.join('; ')}`)
  const values = run.reports.find(({ step: of }) => of === anonymizingMethod)?.values
  if (!values) throw new Error('the method gave no report')
  const anonymized: Anonymized = anonymizedReport(source.dataset.rows, plan, requirements, check, values)
  const verdict = verdictLines(anonymized, source.dataset)
  const whole = { ...anonymized, verdict }
  const artefacts: Artefact[] = [
    ...outcome.artefacts,
    ...named(writeMapping, () => recodingOf(plan, requirements, whole)),
    ...named(writeSearch, () => ({
      ...whole,
      ...(values.has('lattice') && { lattice: rowsOf(values.get('lattice')) }),
    })),
  ]
  const wrote = [
    ...(writeMapping === undefined
      ? []
      : [asInfo(`wrote ${writeMapping}: the recoding, for ${option('mapping')}; it holds values of the file`)]),
    ...(writeSearch === undefined ? [] : [asInfo(`wrote ${writeSearch}: mapping, levels and lattice; keep it secret`)]),
  ]
  return {
    ...outcome,
    result: { run, anonymized: whole },
    artefacts,
    messages: [
      ...outcome.messages,
      ...wrote,
      ...(options.screen?.all === false ? [] : [asInfo(mappingText(whole, options.screen))]),
      ...verdict.map(asInfo),
    ],
  }
}

const asWritten = (content: Content): Promise<Pick<InputFile, 'content'>> => Promise.resolve({ content })

function named(name: string | undefined, content: () => unknown): Artefact[] {
  return name === undefined ? [] : [{ kind: 'recoding', name, content: `${JSON.stringify(content(), null, 1)}\n` }]
}

/** Recoding that can be applied to another file: coarser levels of each column, and the combinations of levels. */
function recodingOf(
  { keys, schema, hierarchies, given }: Anonymization,
  { recoding }: AnonymizeRequirements,
  { mapping, levels }: Anonymized,
): Recoding {
  const how = (j: number): Recoding['columns'][string] => {
    const { widths } = hierarchies[j]
    const rule = schema.columns[keys[j]].hierarchy
    // Other rules make the classes of new values, too; a tree was learned from this file.
    if (typeof rule === 'string' && rule !== 'tree') return { rule }
    if (given[j]) return { hierarchy: hierarchyRows(hierarchies[j]).map((row) => [...row]) }
    if (widths) return { widths: [...widths] }
    if (hierarchies[j].levels.length === 2) return { values: 'each' }
    return { hierarchy: hierarchyRows(hierarchies[j]).map((row) => [...row]) }
  }
  return {
    recoding: 1,
    columns: recoding?.columns ?? Object.fromEntries(keys.map((name, j) => [name, how(j)])),
    levels: levels.map(({ levels: of }) => ({ ...of })),
    mapping: mapping.map((row) => ({ ...row })),
  }
}

/** A table as a list of objects, a missing cell being null. */
function rowsOf(table: Reported | undefined): Record<string, string | number | null>[] {
  if (typeof table !== 'object' || !('names' in table)) return []
  const columns = table.names.map((name) => [name, table.column(name)] as const)
  return Array.from({ length: table.rows }, (_, i) =>
    Object.fromEntries(columns.map(([name, column]) => [name, cellOf(column, i)])),
  )
}

function cellOf(column: Column, i: number): string | number | null {
  if (column.kind === 'categorical') return column.levels[column.codes[i]] ?? null
  return Number.isNaN(column.values[i]) ? null : column.values[i]
}
