import { asInfo, asNote, listed, option, SdcError, type Dataset, type Message, type Taxonomy } from '@sdc/core'
import { hierarchiesOf, rolesOf, withoutHierarchies, type FileSchema } from '@sdc/engine'
import { buildTable, recordKeys, type BuiltTable, type ContributionOrder } from '@sdc/tabular'
import { type InputFile, readTable, type Outcome, hierarchyOfRows } from '@sdc/inspect'
import { checkDimensionNames } from '../read/dimension-levels.js'
import { freshReleaseKey, readReleaseKey, writeReleaseKey } from './release-key.js'
import { baseName, contributionsName, tableArtefacts } from '../cells/table-artefacts.js'
import { contributionColumns } from '../read/read-contributions.js'
import { normalColumns } from '../read/table-csv.js'
import { levelsText } from '../cells/table-sentences.js'

export interface BuildTableFileOptions {
  /** Dimensions in order. */
  readonly by: readonly string[]
  /** Column of values; without it, the table holds frequencies. */
  readonly value?: string | undefined
  readonly weight?: string | undefined
  readonly respondent?: string | undefined
  /** Column of each respondent's holding, or holdings by respondent. */
  readonly holding?: string | ReadonlyMap<string, string> | undefined
  /** Name of the file of holdings. */
  readonly holdingFile?: string | undefined
  /** Entries of the respondent column that are not respondents. */
  readonly notRespondents?: readonly string[] | undefined
  /** Number of the largest contributions to keep. */
  readonly keepLargest?: number | undefined
  readonly order?: ContributionOrder | undefined
  /** Name of the totals. */
  readonly totalLevel?: string | undefined
  readonly hierarchies?: ReadonlyMap<string, Taxonomy> | undefined
  /** Rule of the hierarchy by dimension: `prefix:3,2,1`. */
  readonly hierarchyRules?: ReadonlyMap<string, string> | undefined
  readonly missingLevel?: string | undefined
  readonly missingValues?: 'refuse' | 'leave-out' | undefined
  readonly schema?: FileSchema | undefined
  /** Column with the identifier of a record, from which record keys are made. */
  readonly id?: string | undefined
  /** The release key: name of its file, and its content if it exists. */
  readonly keyFile?: { readonly name: string; readonly file?: InputFile | undefined } | undefined
  readonly out?: string | undefined
}

/**
 * Reads microdata and builds a table of them.
 *
 * @param file - The microdata.
 * @param options - Dimensions, value, weight, respondent.
 * @returns The table, output files, and messages.
 * @throws as `buildTableOf`, and the errors of `readTable`, with the file
 */
export function buildTableFile(file: InputFile, options: BuildTableFileOptions): Outcome<BuiltTable> {
  checkBuildOptions(options)
  const data = readTable(file, withNames(options.schema, options), null).dataset
  return buildTableOf({ name: file.name, data }, options)
}

/**
 * Builds a table from microdata: its long form, its description, and, for cell keys, a new release key unless there is
 * one.
 *
 * @param microdata - The records, and the name of their file.
 * @param options - Dimensions, value, weight, respondent.
 * @returns The table, output files, and messages.
 * @throws BAD_OPTION for contradictory options; the errors of `buildTable`
 */
export function buildTableOf(
  { name: file, data }: { readonly name: string; readonly data: Dataset },
  options: BuildTableFileOptions,
): Outcome<BuiltTable> {
  const {
    by,
    value,
    respondent,
    holding,
    holdingFile,
    notRespondents = [],
    schema,
    totalLevel: total = 'Total',
    keepLargest,
    order,
    missingLevel,
    missingValues,
    out,
  } = options
  checkBuildOptions(options)
  const { hierarchies = new Map<string, Taxonomy>(), hierarchyRules = new Map<string, string>() } = options
  const ruled = [...hierarchyRules.keys()].map((name) => [name, new Map()] as const)
  checkDimensionNames({ hierarchies: new Map<string, Taxonomy>([...hierarchies, ...ruled]) }, by)
  const roles = rolesOf(data, withoutHierarchies(schema))
  const weight = options.weight ?? roles.weight
  const release = options.keyFile && releaseKey(options.keyFile)
  const id = options.id ?? (release && onlyIdentifier(roles.identifiers))
  const dimensions = by.map((name) => ({
    name,
    hierarchy: hierarchies.get(name) ?? hierarchyOf(data, name, schema, hierarchyRules.get(name)),
  }))
  const table = buildTable(data, {
    dimensions,
    value,
    weight,
    respondent,
    holding,
    notRespondents,
    top: keepLargest,
    order,
    total,
    keys: release && id !== undefined ? recordKeys(textsOf(data, id), release.key) : undefined,
    missingLevel,
    missingValues,
  })
  const columns = normalColumns(table, respondent !== undefined)
  checkNames(by, columns, respondent !== undefined)
  const origin = {
    ...(table.largest && {
      contributions: {
        order: order ?? 'size',
        weighted: weight !== undefined,
        of: respondent === undefined ? 'record' : 'respondent',
        ...(notRespondents.length > 0 && { others: true }),
      } as const,
    }),
    source: {
      file: baseName(file),
      records: data.rows,
      value,
      weight,
      respondent,
      holding: holdingFile === undefined ? (typeof holding === 'string' ? holding : undefined) : baseName(holdingFile),
      ...(notRespondents.length > 0 && { notRespondents: [...notRespondents] }),
    },
  }
  const freshKey = release?.fresh
    ? [{ kind: 'release-key', name: release.name, content: writeReleaseKey(release.key) } as const]
    : []
  return {
    result: table,
    artefacts: [...freshKey, ...tableArtefacts(table, columns, out, origin)],
    messages: messages(table, data.rows, { ...options, weight }, release?.fresh === true),
  }
}

function checkBuildOptions(options: BuildTableFileOptions): void {
  checkOptions(options)
  checkTwice(options)
}

/** A column has one role. */
function checkTwice({ by, value, weight, respondent, holding }: BuildTableFileOptions): void {
  const over = typeof holding === 'string' ? holding : undefined
  const names = [...by, value, weight, respondent, over].filter((name) => name !== undefined)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice === undefined) return
  throw new SdcError('DUPLICATE_COLUMN', `"${twice}" is named twice`, { column: twice }, 'Each column is one thing.')
}

function checkOptions({
  by,
  value,
  id,
  keyFile,
  order,
  keepLargest,
  respondent,
  holding,
  notRespondents = [],
  missingValues,
}: BuildTableFileOptions): void {
  if (by.length === 0)
    throw new SdcError('BAD_OPTION', 'a table needs a dimension', {}, `Name one at least: ${option('by', 'region')}.`)
  if (id !== undefined && keyFile === undefined)
    throw new SdcError(
      'BAD_OPTION',
      `${option('id')} is for ${option('keyFile')}, which is not there`,
      {},
      'Give the file of the key, too.',
    )
  const homeless = holding === undefined ? notRespondents.length > 0 && option('notARespondent') : option('holding')
  if (homeless && respondent === undefined)
    throw new SdcError(
      'BAD_OPTION',
      `${homeless} is about respondents`,
      {},
      `Name their column: ${option('respondent')}.`,
    )
  const needless = [
    [order, option('order')],
    [missingValues, option('missingValues')],
  ].find(([given]) => given !== undefined && value === undefined)
  if (needless) {
    const message = `${needless[1]} is about values, and a table of frequencies has none`
    throw new SdcError('BAD_OPTION', message, {}, `Name the column of the values: ${option('value')}.`)
  }
  if (keepLargest !== undefined && value === undefined && respondent === undefined) {
    const message = `${option('keepLargest')} is about contributions, which are all 1 in a table of frequencies`
    throw new SdcError(
      'BAD_OPTION',
      message,
      {},
      `Name the column of the values (${option('value')}), or leave it out.`,
    )
  }
}

/** Dimensions, respondents and identifiers are names, even if they are digits. */
function withNames(schema: FileSchema | undefined, options: BuildTableFileOptions): FileSchema {
  const { by, respondent, id, holding } = options
  const over = typeof holding === 'string' ? holding : undefined
  const names = [...by, respondent, over, id].filter((name) => name !== undefined)
  const columns = new Map(Object.entries(schema?.columns ?? {}))
  for (const name of names) columns.set(name, { kind: 'categorical', ...columns.get(name) })
  return { ...schema, columns: Object.fromEntries(columns) }
}

/** Hierarchy of a column's levels, from a rule or the schema. */
function hierarchyOf(
  data: Dataset,
  name: string,
  schema: FileSchema | undefined,
  rule: string | undefined,
): Taxonomy | undefined {
  const column = (schema && Object.hasOwn(schema.columns, name) && schema.columns[name]) || {}
  if (rule === undefined && column.taxonomy) return new Map(Object.entries(column.taxonomy))
  const hierarchy = rule ?? column.hierarchy
  if (hierarchy === undefined) return undefined
  const rows = hierarchiesOf(data, { ...schema, columns: { [name]: { ...column, hierarchy } } }).get(name)
  return rows && hierarchyOfRows(rows, `the schema's column ${name}`)
}

function onlyIdentifier(identifiers: readonly string[]): string {
  if (identifiers.length === 1) return identifiers[0]
  const message = 'no column identifies a record for its cell key'
  throw new SdcError('BAD_OPTION', message, {}, `Name it: ${option('id')}. Row numbers do not identify records.`)
}

function releaseKey({ name, file }: NonNullable<BuildTableFileOptions['keyFile']>): {
  readonly name: string
  readonly key: Uint8Array
  readonly fresh: boolean
} {
  return { name, key: file ? readReleaseKey(file) : freshReleaseKey(), fresh: file === undefined }
}

function textsOf(data: Dataset, name: string): string[] {
  const column = data.column(name)
  if (column.kind === 'numeric') return Array.from(column.values, (value) => (Number.isNaN(value) ? '' : String(value)))
  return Array.from(column.codes, (code) => (code < 0 ? '' : column.levels[code]))
}

/** A dimension must not have the name of a column of the table. */
function checkNames(by: readonly string[], columns: ReturnType<typeof normalColumns>, respondents: boolean): void {
  const theirs: readonly string[] = Object.values(contributionColumns)
  const taken = ['value', 'count', 'magnitude', 'weight', 'key', 'alone', 'status', 'cost', 'low', 'high']
  const clash = by.find(
    (name) => taken.includes(name) || columns.largest?.includes(name) || (respondents && theirs.includes(name)),
  )
  if (clash === undefined) return
  const message = `the dimension "${clash}" is called as what the table says of its cells`
  throw new SdcError('BAD_OPTION', message, { column: clash }, 'Rename the column in the file.')
}

function messages(
  table: BuiltTable,
  records: number,
  { value, weight, respondent, holding, notRespondents = [], by, out }: BuildTableFileOptions,
  fresh: boolean,
): Message[] {
  const cells = table.values.length
  const empty = table.counts.reduce((n, count) => n + Number(count === 0), 0)
  const whole = table.dimensions.reduce((product, { levels }) => product * levels.length, 1)
  const what = value === undefined ? 'records' : `"${value}"`
  const by1 =
    respondent === undefined
      ? ''
      : `, contributions added by "${respondent}"${holding === undefined ? '' : ' and holding'}`
  return [
    asInfo(
      `a table of ${what}${weight === undefined ? '' : `, weighted by "${weight}"`}${by1}: ${records} records in ${cells} cells, ${empty} of them empty (${levelsText(by, table)})`,
    ),
    ...(notRespondents.length > 0
      ? [asInfo(`not a respondent: ${listed(notRespondents, 5)}; counts in the values only`)]
      : []),
    ...(table.contributions && out !== undefined
      ? [
          asInfo(
            `${contributionsName(out)} has what each respondent contributes to each cell, to protect against respondents in several cells`,
          ),
        ]
      : []),
    ...(table.leftOut > 0 ? [asNote(`${table.leftOut} records without a value were left out`)] : []),
    ...(whole > cells
      ? [asNote(`of ${whole} cells of the cross only those with records and their totals are written`)]
      : []),
    ...(fresh ? [asNote('the release key is new; it undoes every perturbation, and the next table needs it')] : []),
    asNote(
      `nothing is protected yet. The table holds ${table.largest ? 'single contributions' : 'true counts'}${table.keys ? ' and keys' : ''}: keep it secret, and publish the output of sdc table protect`,
    ),
  ]
}
