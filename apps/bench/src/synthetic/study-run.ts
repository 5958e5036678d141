/**
 * Similarity and safety of synthetic files. A file is divided into two halves at random. A method uses the first; the
 * second has other people of the same population, the control of the risk metrics. Losses compare with the first half.
 */
import {
  dataset,
  SdcError,
  seededRng,
  takeRows,
  type Column,
  type Dataset,
  type Measurement,
  type Registry,
} from '@sdc/core'
import { mask, measure } from '@sdc/engine'
import { costOf, type RunCost } from '../tables/run-cost.js'
import type { StudyFile } from './study-file.js'
import type { StudyMethod } from './study-method.js'

/** Measured values; NaN if there is none. */
export interface StudyValues {
  /** pMSE relative to its expectation under a correct model. */
  readonly propensity: number
  /** Mean distance of tables of two columns, in percent. */
  readonly pairs: number
  /** Mean overlap of the intervals of the regressions, in percent. */
  readonly overlap: number
  /** By metric, in its unit. */
  readonly risks: Readonly<Record<string, number>>
}

/** Values of a synthetic file, and the cost of making it. */
export type StudyResult = StudyValues & RunCost & { readonly records: number }

/** Risks of the study; those that the registry lacks are left out. */
export const studyRisks = [
  'risk/membership',
  'risk/attribute-inference',
  'risk/replicated-uniques',
  'risk/disclosive-categories',
  'risk/distance-to-closest',
] as const

interface Halves {
  readonly original: Dataset
  readonly control: Dataset
  readonly columns: readonly string[]
}

/** Divides a file into halves of whole units. */
function halvesOf(file: Dataset, { units }: StudyFile, seed: string): Halves {
  const column = units === undefined ? undefined : file.column(units)
  const unitOf = (row: number): number =>
    column === undefined ? row : column.kind === 'numeric' ? column.values[row] : column.codes[row]
  const rows = Array.from({ length: file.rows }, (_, row) => row)
  const all = [...new Set(rows.map(unitOf))]
  const order = seededRng(seed).child('halves').permutation(all.length)
  const first = new Set(Array.from(order.subarray(0, all.length >> 1), (at) => all[at]))
  const taken = (isFirst: boolean): Dataset =>
    takeRows(file, Int32Array.from(rows.filter((row) => first.has(unitOf(row)) === isFirst)))
  return { original: taken(true), control: taken(false), columns: file.names.filter((name) => name !== units) }
}

/**
 * Runs a method on half of a file, and measures the result.
 *
 * @param registry - Methods and metrics.
 * @param file - The file.
 * @param method - The method.
 * @param options - Folder of the file if it does not belong to the project, and the random seed.
 * @throws SdcError if the method refuses the file.
 */
export async function studyRow(
  registry: Registry,
  file: StudyFile,
  method: StudyMethod,
  { path, seed }: { readonly path: string; readonly seed: string },
): Promise<StudyResult> {
  const { original, control, columns: all } = halvesOf(await file.read(path), file, seed)
  const columns = method.numbersOnly ? all.filter((name) => original.column(name).kind === 'numeric') : all
  if (method.mixedOnly && columns.length === all.length) throw new SdcError('NO_COLUMNS', 'the file has numbers only')
  if (columns.length < 2) throw new SdcError('NO_COLUMNS', 'fewer than two columns of numbers')
  const rules = file.rules?.filter(() => columns.length === all.length) ?? []
  const schema = {
    columns: Object.fromEntries(columns.map((name) => [name, { role: file.roles[name] }])),
    ...(rules.length > 0 && { rules }),
  }
  const settings = { registry, schema, seed, columns }
  const seen = method.framed ? framed(original, columns) : original
  const { value, ...cost } = await costOf(async (): Promise<Dataset> => {
    if (method.use === undefined) return control
    return (await mask(seen, [[method.use, method.params?.(original, columns) ?? {}]], settings)).data
  })
  const measured = await studyValues(value, { original, control, columns }, file, settings)
  // The records of the other half are the control itself.
  return { ...cost, records: value.rows, ...measured, ...(method.use === undefined && { risks: {} }) }
}

/** The columns with nine units without values for each record: a frame that the records are a sample of. */
function framed(original: Dataset, columns: readonly string[]): Dataset {
  const rows = 10 * original.rows
  return dataset(
    new Map(
      columns.map((name): [string, Column] => {
        const column = original.column(name)
        if (column.kind !== 'numeric') throw new RangeError(`${name} has categories`)
        const values = new Float64Array(rows).fill(Number.NaN)
        values.set(column.values)
        return [name, { ...column, values }]
      }),
    ),
  )
}

type Settings = Parameters<typeof measure>[3]

async function studyValues(
  made: Dataset,
  { original, control, columns }: Halves,
  { regressions, roles }: StudyFile,
  { registry, schema, seed }: { registry: Registry; schema: object; seed: string },
): Promise<StudyValues> {
  const has = (formula: string): boolean => formula.split(/[~+]/).every((name) => columns.includes(name.trim()))
  const models = regressions.filter(has).map((formula) => ['loss/confidence-overlap', { formula }] as const)
  const known = new Set(registry.all('metrics').map(({ id }) => id))
  const keys = columns.filter((name) => roles[name] === 'quasi-identifier')
  const risks = studyRisks.filter((id) => known.has(id) && (keys.length > 0 || !needsKeys.has(id)))
  const values = await measure(
    original,
    made,
    [
      ['loss/propensity', { null: 'fitted', squares: true }],
      ['loss/contingency-tables', { ways: 2 }],
      ...models,
      ...risks.map((id) => [id, {}] as const),
    ],
    { registry, schema, seed, columns, control, origin: new Int32Array(made.rows).fill(-1) } as Settings,
  )
  const [propensity, tables] = values.map(({ measurement }) => measurement)
  const overlaps = values.slice(2, 2 + models.length).map(({ value }) => (value === null ? Number.NaN : 100 - value))
  return {
    propensity: figureOf(propensity, 'propensity', 'ratio to the expected'),
    pairs: cellOf(tables, 'ways', 'columns', '2', 'mean percent'),
    overlap: overlaps.length === 0 ? Number.NaN : overlaps.reduce((total, one) => total + one / overlaps.length, 0),
    risks: Object.fromEntries(values.slice(2 + models.length).map(({ id, value }) => [id, value ?? Number.NaN])),
  }
}

const needsKeys = new Set<string>(['risk/attribute-inference', 'risk/replicated-uniques', 'risk/disclosive-categories'])

/** Number with this name in a table of figures. */
function figureOf(measurement: Measurement, table: string, name: string): number {
  return cellOf(measurement, table, undefined, name, undefined)
}

/** Number of a table in the line with this text; the first columns of text and of numbers by default. */
function cellOf(
  { tables }: Measurement,
  table: string,
  textName: string | undefined,
  text: string,
  numberName: string | undefined,
): number {
  const data = tables?.get(table)
  if (data === undefined) return Number.NaN
  const pick = (kind: 'numeric' | 'categorical', name: string | undefined): string | undefined =>
    name ?? data.names.find((one) => (data.column(one).kind === 'numeric') === (kind === 'numeric'))
  const [texts, numbers] = [pick('categorical', textName), pick('numeric', numberName)].map((name) =>
    name === undefined ? undefined : data.column(name),
  )
  if (texts === undefined || texts.kind === 'numeric' || numbers?.kind !== 'numeric') return Number.NaN
  const row = Array.from(texts.codes).findIndex((code) => texts.levels[code] === text)
  return row < 0 ? Number.NaN : numbers.values[row]
}
