import {
  asNote,
  dataset,
  noRoles,
  numeric,
  SdcError,
  unknownColumn,
  type Dataset,
  type Message,
  type Registry,
  type Rng,
  type ServiceTrial,
} from '@sdc/core'
import { openService, runAttack } from '@sdc/engine'
import type { InputFile } from '../files/input-file.js'
import type { Outcome } from '../outcome.js'
import { rootRng } from '../root-rng.js'
import { checkPlugin } from '../service/ask-service-file.js'
import { readServiceFile } from '../service/service-file.js'
import { settings } from '../settings/settings.js'
import type { RegisteredAttack } from './registered-attack.js'

export interface ServiceAttackOptions {
  /** The id of the attack. */
  readonly attack: string
  /** The columns attacked; all that the service protects. */
  readonly columns?: readonly string[] | undefined
  /** How many records take part, drawn at random: all where there are no more. */
  readonly records: number
  /** How many of them the intruder knows; by default one fewer than the vectors of a camouflage. */
  readonly know?: number | undefined
  /** `name=value` each. */
  readonly set?: readonly string[] | undefined
  readonly seed: string | number
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Tries an attack on a service that was written to a file. The service is opened as on its first day: nothing is logged, and
 * what it was asked in truth is not held against the intruder. What it refuses is refused here, too.
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
  const rows = drawn(trial.records, options.records, rng.child('records'))
  const original = dataset(columns.map((name) => [name, numeric(taken(trial.values(name), rows))]))
  const know = options.know ?? usualKnown(held.params)
  if (know >= rows.length) {
    const message = `an intruder who knows ${know} of ${rows.length} records has nothing to find out`
    throw new SdcError('BAD_OPTION', message, {}, 'Lower --know, or raise --records.')
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

function drawn(records: number, wanted: number, rng: Rng): Int32Array {
  return rng.permutation(records).slice(0, wanted).sort()
}

function taken(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row])
}

/** Of each column so many values, drawn at random among those that are there. */
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
