import { isSdcError, listed, maskedRoles, SdcError, textsOf, type Dataset, type Registry } from '@sdc/core'
import type { TableFile } from '@sdc/files/formats'
import { columnsWithRole, kindsTogether, type FileSchema } from '@sdc/engine'
import { dictionaryOf, readMasked, withMissingOf, withoutBounds, type InputFile } from '@sdc/inspect'
import { internalReportPage } from '@sdc/report/release'
import { measuredReport } from '@sdc/release/reports'
import { linkColumns, measuredJson, measuredRows, measuredVerdict, measurePair } from '@sdc/release'
import { fileSource } from '../data/data-source.js'
import type { OpenData } from '../data/open-data.js'
import { isParquet, readParquet } from '../data/read-parquet.js'
import { baseName } from '../data/release-names.js'
import { refuseTooLarge } from '../data/room.js'
import { schemaOf } from '../plans/settings-plan.js'
import type { Calls } from '../protocol/messages.js'
import type { Progress } from '../protocol/protocol.js'
import { heldPair, type HeldPair } from './held-pair.js'
import type { MeasuredView } from '../protocol/pair-types.js'

/** A measured file in its worker. */
export interface MeasuredElsewhere {
  readonly view: MeasuredView
  readonly pair: HeldPair
  /** Returns one of its reports: the internal report, or the JSON of `sdc measure --json`. */
  report(name: string): string
}

/**
 * Measures a masked file from elsewhere like `sdc measure`.
 *
 * @param registry - Methods and metrics.
 * @param data - The original.
 * @param ask - The settings, the masked file, and the link between its records.
 * @param progress - Receives the progress.
 * @returns The measurements, and both files.
 * @throws The errors of reading and measuring; those of linking name the columns that can link the records.
 */
export async function measureElsewhere(
  registry: Registry,
  { source, csv }: OpenData,
  { settings, file, beside, link }: Calls['measure'],
  progress: (progress: Progress) => void,
): Promise<MeasuredElsewhere> {
  progress({ fraction: 0, doing: 'reading' })
  const original = csv.dataset
  const roles = schemaOf(settings)
  const schema = withMissingOf(roles, dictionaryOf(csv, roles))
  const others = beside.map((one): InputFile => ({ name: one.name, content: fileSource(one).pieces }))
  const origin = link === undefined ? others.find(({ name }) => /private|key|origin/i.test(name)) : undefined
  const manifests = others.filter((one) => one !== origin)
  const own = fileSource(file)
  refuseTooLarge(own)
  const input: InputFile = { name: file.name, content: own.pieces }
  const read = async (by: FileSchema): Promise<TableFile> =>
    isParquet(own) ? await readParquet(own, sharedSchema(by, original)) : readMasked(input, original, by, manifests)
  const { masked, recoded } = await readRecoded(read, schema)
  const { names } = masked.dataset
  if (!names.some((name) => original.names.includes(name))) {
    const message = `${file.name} has none of the columns of ${source.name}: it has ${listed(names, 8)}`
    throw new SdcError('WRONG_INPUT', message, { file: file.name }, `Open a masked file of ${source.name}.`)
  }
  // A masked column would link values, not people.
  const isMasked = new Set(columnsWithRole(original, schema, maskedRoles))
  const links = linkColumns(original, masked.dataset).filter((name) => !isMasked.has(name))
  try {
    const { result, messages } = await measurePair(
      registry,
      {
        original,
        masked: masked.dataset,
        schema,
        link: { key: link, origin, original: { name: source.name, content: source.pieces }, file: input, manifests },
      },
      { tick: (fraction, doing) => progress({ fraction: 0.1 + 0.9 * fraction, doing }) },
    )
    const usualLoss = registry.defaults.axes?.[kindsTogether(original, result.columns)]?.loss
    const view: MeasuredView = {
      name: file.name,
      records: result.rows,
      linked: result.linked,
      matching: result.matching,
      link,
      links,
      columns: result.columns,
      verdict: measuredVerdict(result, usualLoss),
      ...measuredRows(result, usualLoss),
      warnings: textsOf(messages, 'warning'),
      notes: [
        ...(recoded.length > 0 ? [`read as categories, since some values are classes: ${recoded.join(', ')}`] : []),
        ...textsOf(messages, 'note'),
      ],
      reports: ['html', 'json'].map((ending) => `${baseName(file.name)}.PRIVATE.measured.${ending}`),
    }
    const pair = heldPair({
      original: csv,
      masked: masked.dataset,
      origin: result.origin ?? new Int32Array(result.rows).fill(-1),
      file: masked,
    })
    const page = (): string => {
      const { dataset } = masked
      const { version } = registry.pluginOf(result.measured[0].metric.id)
      const { dictionary } = csv
      const files = { data: source.name, original, masked: dataset, file: input, schema, dictionary }
      return internalReportPage(measuredReport({ registry, ...files, result, version: `sdc ${version}` }))
    }
    return {
      view,
      pair,
      report: (name) =>
        name.endsWith('.html') ? page() : JSON.stringify(measuredJson(result, { messages, usualLoss }), null, 2),
    }
  } catch (error) {
    throw withLinks(error, links)
  }
}

/**
 * Reads a masked file by the schema of its original. A column with another kind of values was recoded, for example to
 * classes, and is read as categories.
 *
 * @param file - The masked file.
 * @param original - The original.
 * @returns The masked file.
 */
async function readRecoded(
  read: (schema: FileSchema) => Promise<TableFile>,
  schema: FileSchema,
): Promise<{ readonly masked: TableFile; readonly recoded: readonly string[] }> {
  const recoded: string[] = []
  for (;;) {
    const columns = recoded.map((name) => [name, { role: schema.columns[name].role, kind: 'categorical' }] as const)
    try {
      const masked = await read({ ...schema, columns: { ...schema.columns, ...Object.fromEntries(columns) } })
      return { masked, recoded }
    } catch (error) {
      const { column = '' } = isSdcError(error) ? error.place : {}
      const isOther = Object.hasOwn(schema.columns, column) && schema.columns[column].kind !== 'categorical'
      if (!isOther || recoded.includes(column)) throw error
      recoded.push(column)
    }
  }
}

/** Returns the schema of the columns that both files may have, without bounds that masked values may exceed. */
function sharedSchema(schema: FileSchema, { names }: Dataset): FileSchema {
  return withoutBounds({
    ...schema,
    columns: Object.fromEntries(Object.entries(schema.columns).filter(([name]) => names.includes(name))),
  }) as FileSchema
}

/** Adds to an error of linking the columns that can link the records. */
function withLinks(error: unknown, links: readonly string[]): unknown {
  if (!isSdcError(error) || error.code !== 'WRONG_INPUT' || links.length === 0) return error
  const { code, message, place } = error
  return new SdcError(code, message, { ...place, parameter: 'link', choices: links }, 'Choose the link column.')
}
