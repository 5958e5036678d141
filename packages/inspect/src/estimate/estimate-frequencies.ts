import { asInfo, listed, SdcError, unknownColumn, type Dataset, type Message } from '@sdc/core'
import { groupsOf, type FileSchema } from '@sdc/engine'
import { normalQuantile } from '@sdc/stats'
import type { InputFile } from '../files/input-file.js'
import { readReleased } from '../files/tables.js'
import { artefactIfNamed, type Outcome } from '../outcome.js'
import { LEVEL, type LevelEstimate, type VariableEstimates } from './estimates.js'
import { estimatesCsv } from './estimates-output.js'
import { estimateStratum, type StratumEstimate } from './estimate-stratum.js'
import { readMatrixFile } from './matrix-file.js'
import { columnsText, keyOf, type TransitionModel } from './transition-model.js'

/** Input files of an estimate. */
export interface EstimateData {
  readonly masked: InputFile
  /** A transition matrix (CSV, JSON), or the public manifest of the masked file. */
  readonly matrix: InputFile
  readonly schema?: FileSchema | undefined
}

export interface EstimateOptions {
  /** The column to estimate, or several crossed columns; by default all variables of the matrices. */
  readonly columns?: readonly string[] | undefined
  /** File for the table, if any. */
  readonly out?: string | undefined
}

/**
 * Estimates the original frequencies of categories from a file that was masked by known transition matrices.
 *
 * @param data - The masked file, and the matrix or manifest.
 * @param options - Columns to estimate, and the file for the table.
 * @returns Estimates of every variable with standard errors.
 * @throws BAD_PARAMETER if a matrix is invalid, singular, or lacks a level of the masked file; UNKNOWN_COLUMN,
 *   NO_COLUMNS.
 */
export function estimateFrequencies(
  { masked, matrix, schema }: EstimateData,
  { columns, out }: EstimateOptions,
): Outcome<readonly VariableEstimates[]> {
  const first = readReleased(masked, schema).dataset
  for (const name of columns ?? []) if (!first.names.includes(name)) throw unknownColumn(name, first.names)
  const { models, messages } = readMatrixFile(matrix, { columns, masked, data: first })
  const wanted = chosen(models, columns, matrix.name)
  const categories = [...new Set(wanted.flatMap((model) => model[0].columns))]
  for (const name of categories) if (!first.names.includes(name)) throw unknownColumn(name, first.names)
  const asTexts = categories.every((name) => first.column(name).kind === 'categorical')
  const data = asTexts ? first : readReleased(masked, schema, categories).dataset
  const result = wanted.map((one) => estimateVariable(data, one, columns ?? one[0].columns, masked.name))
  return {
    result: result.map(({ found }) => found),
    artefacts: artefactIfNamed('table', out, () => estimatesCsv(result.map(({ found }) => found))),
    messages: [...messages, ...result.flatMap((one) => one.messages)],
  }
}

/** Returns the models of the requested variables, grouped by variable. */
function chosen(
  models: readonly TransitionModel[],
  columns: readonly string[] | undefined,
  file: string,
): (readonly TransitionModel[])[] {
  const byVariable = new Map<string, TransitionModel[]>()
  for (const model of models) {
    const key = keyOf(model.columns)
    byVariable.set(key, [...(byVariable.get(key) ?? []), model])
  }
  const all = [...byVariable.values()]
  if (columns === undefined) return all
  const found = all.find(([{ columns: own }]) => columns.every((name) => own.includes(name)))
  if (found) return [found]
  const message = `${file} has no matrix of ${columnsText(columns)}`
  const fix = `It has matrices of ${listed(all.map(([one]) => columnsText(one.columns)))}.`
  throw new SdcError('UNKNOWN_COLUMN', message, { file, column: columns[0] }, fix)
}

interface Estimated {
  readonly found: VariableEstimates
  readonly messages: readonly Message[]
}

function estimateVariable(
  data: Dataset,
  models: readonly TransitionModel[],
  columns: readonly string[],
  file: string,
): Estimated {
  const parts = strataOf(data, models)
  const done = parts.map(({ model, rows, group }) => ({ group, ...estimateStratum(data, rows, model, columns, file) }))
  const total = levelsOf(done)
  const found: VariableEstimates = {
    columns,
    group: '',
    records: done.reduce((sum, { records }) => sum + records, 0),
    leftOut: done.reduce((sum, { leftOut }) => sum + leftOut, 0),
    condition: Math.max(1, ...done.map(({ condition }) => condition)),
    exact: models.every(({ exact }) => exact),
    levels: total,
    groups: models[0].strata
      ? done.map((one) => ({ group: one.group, records: one.records, levels: levelsOf([one]) }))
      : [],
  }
  return { found, messages: sentencesOf(found, done) }
}

interface Part {
  readonly group: string
  readonly rows: Int32Array
  /** Transition model; undefined if the group was not masked. */
  readonly model: TransitionModel | undefined
}

/** Returns the records of every model, and the records of unmasked groups together. */
function strataOf(data: Dataset, models: readonly TransitionModel[]): Part[] {
  const [{ strata }] = models
  if (!strata) return [{ group: '', rows: Int32Array.from({ length: data.rows }, (_, i) => i), model: models[0] }]
  for (const name of strata.columns) if (!data.names.includes(name)) throw lackingStratum(name)
  const modelOf = new Map(models.flatMap((model) => (model.strata?.values ?? []).map((one) => [keyOf(one), model])))
  const rowsOf = new Map<TransitionModel | undefined, number[]>(models.map((model) => [model, []]))
  for (const { strata: own, rows } of groupsOf(data, strata.columns)) {
    const model = modelOf.get(keyOf(own?.values[0] ?? []))
    const held = rowsOf.get(model) ?? []
    for (const row of rows) held.push(row)
    rowsOf.set(model, held)
  }
  return [...rowsOf].map(([model, rows]) => ({
    group: model?.group ?? 'groups without a matrix',
    rows: Int32Array.from(rows),
    model,
  }))
}

function lackingStratum(name: string): SdcError {
  const message = `the matrices are of groups by column "${name}", which the masked file does not have`
  return new SdcError('UNKNOWN_COLUMN', message, { column: name }, 'Give the file as it was written.')
}

/** Adds up the levels of several groups. Groups are drawn independently, so their variances add. */
function levelsOf(groups: readonly StratumEstimate[]): LevelEstimate[] {
  const sums = new Map<
    string,
    { level: readonly (string | null)[]; masked: number; estimate: number; variance: number }
  >()
  for (const { levels } of groups) {
    for (const { level, masked, estimate, variance } of levels) {
      const key = keyOf(level)
      const before = sums.get(key) ?? { level, masked: 0, estimate: 0, variance: 0 }
      sums.set(key, {
        level,
        masked: before.masked + masked,
        estimate: before.estimate + estimate,
        variance: before.variance + variance,
      })
    }
  }
  const half = normalQuantile((1 + LEVEL) / 2)
  return [...sums.values()].map(({ level, masked, estimate, variance }) => {
    const standardError = Math.sqrt(variance)
    return { level, masked, estimate, standardError, interval: [estimate - half * standardError, estimate + half * standardError] } // oxfmt-ignore
  })
}

function sentencesOf(found: VariableEstimates, groups: readonly (StratumEstimate & { group: string })[]): Message[] {
  const { columns, levels, leftOut, exact } = found
  const what = columnsText(columns)
  const negative = levels.filter(({ estimate }) => estimate < 0).length
  const without = levels.filter(({ standardError }) => Number.isNaN(standardError)).length
  const unmasked = groups.filter(({ masked }) => !masked).reduce((sum, { records }) => sum + records, 0)
  return [
    ...(exact ? [asInfo(`${what}: its frequencies were kept exactly, so that there is nothing to estimate`)] : []),
    ...(negative > 0
      ? [asInfo(`${what}: ${negative} of the estimates ${negative === 1 ? 'is' : 'are'} negative, as unbiased ones of small frequencies can be; none is set to 0`)] // oxfmt-ignore
      : []),
    ...(without > 0
      ? [asInfo(`${what}: ${without} of the estimates have no standard error: too few records for one`)]
      : []),
    ...(leftOut > 0
      ? [asInfo(`${what}: ${leftOut} records with a missing value are in no level and stay unchanged`)]
      : []),
    ...(unmasked > 0 ? [asInfo(`${what}: ${unmasked} records of groups without a matrix are counted unchanged`)] : []),
  ]
}
