import {
  asNote,
  categorical,
  dataset,
  noRoles,
  numeric,
  numericValues,
  option,
  SdcError,
  toRows,
  unknownColumn,
  type Dataset,
  type Message,
  type Registry,
  type Rng,
  type ServiceTrial,
} from '@sdc/core'
import { openService, runAttack, rootRng } from '@sdc/engine'
import { type InputFile, type Outcome, readTable, settings } from '@sdc/inspect'
import { checkPlugin } from '../service/ask-service-file.js'
import { parseQuery } from '../service/parse-query.js'
import { readServiceFile } from '../service/service-file.js'
import type { RegisteredAttack } from './registered-attack.js'

export interface ServiceAttackOptions {
  /** Id of the attack. */
  readonly attack: string
  /** Columns to attack; by default all that the service protects. */
  readonly columns?: readonly string[] | undefined
  /** Number of records that take part, drawn at random; all if there are no more. */
  readonly sample: number
  /** Number of records that the intruder knows; by default one fewer than the vectors of a camouflage. */
  readonly knownValues?: number | undefined
  /** Exact linear facts, as a CSV file with the columns query (`sum(income) where region = 'north'`) and value. */
  readonly facts?: InputFile | undefined
  /** Settings `name=value`. */
  readonly set?: readonly string[] | undefined
  readonly seed: string | number
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Tests an attack on a service that was written to a file. The service starts with an empty log, so real queries do not
 * restrict the intruder. Queries that the service refuses are refused here as well.
 */
export async function serviceAttack(
  file: InputFile,
  options: ServiceAttackOptions,
  registry: Registry,
): Promise<Outcome<RegisteredAttack>> {
  const { attack: id, set = [], seed, tick } = options
  const held = readServiceFile(file)
  checkPlugin(registry, held)
  const { trial } = await openService(registry, held.service, held.saved)
  if (!trial) {
    const message = `${held.service} cannot be tried: it gives no answers about sets of records`
    throw new SdcError('BAD_OPTION', message, { service: held.service }, 'Ask its author for a trial.')
  }
  const columns = options.columns ?? trial.columns
  for (const name of columns) if (!trial.columns.includes(name)) throw unknownColumn(name, trial.columns)
  const rng = rootRng(seed)
  // Published totals refer to all records, so all take part.
  const rows = drawn(trial.records, options.facts ? trial.records : options.sample, rng.child('records'))
  const original = dataset(columns.map((name) => [name, numeric(taken(trial.values(name), rows))]))
  const facts = options.facts && publishedFacts(options.facts, trial, original)
  const know = options.knownValues ?? (facts ? 0 : usualKnown(held.params))
  if (know >= rows.length) {
    const message = `an intruder who knows ${know} of ${rows.length} records has nothing to find out`
    throw new SdcError('BAD_OPTION', message, {}, `Lower ${option('knownValues')}, or raise ${option('sample')}.`)
  }
  const known = knownOf(original, know, rng.child('known'))
  const params = settings(registry.get('attacks', id).params, set)
  const run = await runAttack({
    registry,
    attack: id,
    released: { ...original, names: [] },
    known: new Map([
      ['known', known],
      ['original', original],
      ...(facts
        ? ([
            ['facts', facts.coefficients],
            ['values', facts.values],
          ] as const)
        : []),
    ]),
    ask: (query, records) =>
      trial.answer(
        query,
        records.map((i) => rows[i]),
      ),
    columns,
    roles: noRoles,
    params,
    rng: rng.child('attack'),
    tick,
  })
  return { result: { ...run, columns }, artefacts: [], messages: messages(trial, rows.length, know) }
}

function usualKnown({ vectors }: Readonly<Record<string, unknown>>): number {
  return typeof vectors === 'number' ? vectors - 1 : 2
}

interface PublishedFacts {
  readonly coefficients: Dataset
  readonly values: Dataset
}

/** Reads facts of a CSV file: sums and means of a protected column over records that meet conditions. */
function publishedFacts(file: InputFile, trial: ServiceTrial, original: Dataset): PublishedFacts {
  const { dataset: table } = readTable(file, undefined)
  for (const name of ['query', 'value']) if (!table.names.includes(name)) throw unknownColumn(name, table.names)
  const facts = toRows(table).map(({ query, value }) =>
    factOf(String(query), Number(value ?? Number.NaN), trial, original),
  )
  const names = facts.map((_, f) => `fact ${f + 1}`)
  return {
    coefficients: dataset(facts.map(({ coefficients }, f) => [names[f], numeric(coefficients)])),
    values: dataset([
      ['value', numeric(facts.map(({ value }) => value))],
      ['column', categorical(facts.map(({ column }) => column))],
    ]),
  }
}

function factOf(
  text: string,
  value: number,
  trial: ServiceTrial,
  original: Dataset,
): { readonly column: string; readonly coefficients: Float64Array; readonly value: number } {
  const { ask, columns, where } = parseQuery(text)
  const [column] = columns
  if ((ask !== 'sum' && ask !== 'mean') || !Number.isFinite(value)) {
    const message = `"${text}" with the value ${value} is not a linear fact, such as a sum or mean with a number`
    throw new SdcError('BAD_OPTION', message, {}, "Name them as the service does: sum(income) where region = 'north'.")
  }
  if (!original.names.includes(column)) throw unknownColumn(column, original.names)
  const all = numericValues(original, column)
  const records = trial.select(where).filter((i) => !Number.isNaN(all[i]))
  const coefficients = new Float64Array(original.rows)
  for (const i of records) coefficients[i] = ask === 'sum' ? 1 : 1 / records.length
  return { column, coefficients, value }
}

function drawn(records: number, wanted: number, rng: Rng): Int32Array {
  return rng.permutation(records).slice(0, wanted).sort()
}

function taken(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row])
}

/** Draws a number of values of each column among those that are not missing. */
function knownOf(original: Dataset, know: number, rng: Rng): Dataset {
  return dataset(
    original.names.map((name) => {
      const column = original.column(name)
      const values = column.kind === 'numeric' ? column.values : new Float64Array(original.rows).fill(Number.NaN)
      const order = rng
        .child(name)
        .permutation(values.length)
        .filter((i) => !Number.isNaN(values[i]))
      const held = new Set(order.subarray(0, know))
      return [name, numeric(values.map((value, i) => (held.has(i) ? value : Number.NaN)))]
    }),
  )
}

function messages(trial: ServiceTrial, records: number, know: number): Message[] {
  const some =
    records < trial.records ? `${records} of its ${trial.records} records, drawn at random` : `all ${records} records`
  return [
    asNote(
      `tried on ${some}, by somebody who knows ${know} of them and can name any set; nothing was logged, and the log is not held against them`,
    ),
  ]
}
