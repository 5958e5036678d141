import { categorical, dataset, numericValues, type Dataset } from '@sdc/core'
import { exp } from '@sdc/stats'
import type { PaperOptions, PaperTable } from '../paper.js'
import { measured, tableOf } from '../run.js'
import type { Check, Misprint } from '../verdict.js'

/** Printed number of inhabitants of New York State, which is that of the census of 1990. */
const state = 17_990_455
const towns = { Albany: 101_082, 'New York City': 7_322_564 } as const

/** Returns the measures of categories with printed numbers, or with a misprinted formula. */
export async function categoryTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  return [await entropyTable(options), await distanceTable(options)]
}

/** Information loss of towns that are recoded to their state. */
async function entropyTable({ registry, seed }: PaperOptions): Promise<PaperTable> {
  const names = Object.keys(towns)
  const { Albany, 'New York City': city } = towns
  const prior = { ...towns, others: state - Albany - city }
  const matrix = Object.fromEntries(Object.keys(prior).map((name) => [name, { 'New York State': 1 }]))
  const original = dataset([['town', categorical(names)]])
  const masked = dataset([['town', categorical(names.map(() => 'New York State'))]])
  const metric = 'loss/per-record-entropy'
  const params = { prior: { town: prior }, matrix: { town: matrix } }
  const measurement = await measured({ registry, original, masked, columns: ['town'], metric, params, seed })
  // The values of the records are in percent of the entropy of the column, which the table has.
  const [whole] = numericValues(tableOf(measurement, 'columns', metric), 'prior entropy, nats')
  const losses = Array.from(measurement.records ?? [], (percent) => (percent / 100) * whole)
  const printed = [
    { p: 0.05, decimals: 2, misprint: m12, loss: 5.1817 },
    { p: 0.407, decimals: 3, loss: 0.8989 },
  ]
  return {
    id: 'Per-record entropy',
    title: 'Per-record information loss of a town recoded to its state',
    sentence:
      'p = P(V = town | V′ = New York State) and the loss of a record, −log p in nats (loss/per-record-entropy), from the ' +
      'printed numbers of inhabitants.',
    given: ['town', 'inhabitants'],
    checks: ['p', '−log p'],
    rows: printed.map(({ p, loss, ...check }, r) => ({
      given: [names[r], towns[names[r] as keyof typeof towns]],
      checks: [
        { ours: exp(-losses[r]), printed: p, shown: 4, ...check },
        { ours: losses[r], printed: null, decimals: 4, derived: { value: loss, how: 'from the printed inhabitants.' } },
      ],
    })),
    notes: ['The numbers of inhabitants are those of 1990, not of 2000 as the slides say.'],
  }
}

const m12: Misprint = { id: 'M12', should: 0.01, why: '101,082/17,990,455 is .0056, not .05.' }

const levels = ['none', 'little', 'some', 'much', 'all'] as const

/** Pairs of the five levels. */
const pairs = [
  [2, 2],
  [1, 2],
  [0, 2],
  [3, 0],
  [0, 4],
] as const

async function distanceTable({ registry, seed }: PaperOptions): Promise<PaperTable> {
  const file = (side: 0 | 1): Dataset =>
    dataset([
      [
        'level',
        {
          ...categorical(
            pairs.map((pair) => levels[pair[side]]),
            levels,
          ),
          ordered: true,
        },
      ],
    ])
  const call = {
    registry,
    original: file(0),
    masked: file(1),
    columns: ['level'],
    metric: 'loss/categorical-distance',
    seed,
  }
  const { records } = await measured(call)
  const { records: asPrinted } = await measured({ ...call, params: { ordered: 'as-printed' } })
  const derived = (value: number, how: string): NonNullable<Check['derived']> => ({ value, how })
  return {
    id: 'Ordinal distance',
    title: 'Distance of ordered categories',
    sentence:
      'Distance of two of five levels by loss/categorical-distance, and with ordered: as-printed, which is the printed formula ' +
      '|{c″ : min(c, c′) ≤ c″ ≤ max(c, c′)}|/|D|.',
    given: ['c', 'c′'],
    checks: ['distance', 'as-printed'],
    rows: pairs.map(([from, to], r) => ({
      given: [levels[from], levels[to]],
      checks: [
        {
          ours: (records?.[r] ?? Number.NaN) / 100,
          printed: null,
          decimals: 1,
          derived: derived(Math.abs(from - to) / levels.length, 'from the printed formula minus 1/|D|.'),
        },
        {
          ours: (asPrinted?.[r] ?? Number.NaN) / 100,
          printed: null,
          decimals: 1,
          derived: derived((Math.abs(from - to) + 1) / levels.length, 'from the printed formula.'),
        },
      ],
    })),
    notes: [
      'M13: the printed formula counts both ends, so d(c, c) = 1/|D|. The slides require of a divergence that it is 0 there. ' +
        'Ours counts one category less.',
    ],
  }
}
