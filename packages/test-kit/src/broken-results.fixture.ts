import { numeric, type MaskingMethod, type MaskInput } from '@sdc/core'
import * as z from 'zod'
import { soundNoise, soundRecode, soundReversal, valuesOf } from './sound.fixture.js'

import { after, applying, claiming, noise, spoilt, withFile, type BrokenMethod } from './broken-tools.fixture.js'

let runs = 0
const buffers = new Map<string, Float64Array>()

/** Methods whose form, parameters, results or randomness are wrong. */
export const brokenResults: readonly BrokenMethod[] = [
  ['has a card without a title', { ...soundNoise, title: '' }, ['form']],
  ['is not a method', {} as MaskingMethod, ['form']],
  ['has an example outside its own range', { ...soundNoise, examples: [{ share: 11 }] }, ['valid']],
  [
    'accepts what its card excludes',
    {
      ...soundNoise,
      params: z.object({
        share: z.number().positive().max(10).default(0.2).meta({ description: 'Width.', unit: 'sd', maximum: 5 }),
        shape: z.enum(['uniform', 'two-point']).default('uniform').meta({ description: 'Shape.' }),
      }),
    },
    ['refuses'],
  ],
  [
    'returns a column nobody asked for',
    applying((input) =>
      withFile(noise(input), (file) =>
        input.columns.length === 4 && input.data.names.length === 11
          ? { columns: new Map([...file.columns, ['age', numeric(new Float64Array(input.data.rows))]]) }
          : file,
      ),
    ),
    ['returns', 'beside', 'group', 'limits', 'collinear', 'signed', 'few'],
  ],
  [
    'does not return a column',
    applying((input) =>
      withFile(noise(input), (file) => ({
        columns: new Map([...file.columns].filter(([name]) => name !== 'large')),
      })),
    ),
    ['scales'],
  ],
  [
    'says that it keeps the records and turns them round',
    claiming(
      { columnwise: false },
      applying((input) =>
        withFile(noise(input), (file) => ({
          ...file,
          origin: Int32Array.from(input.origin, (_, i) => input.data.rows - 1 - i),
        })),
      ),
    ),
    ['returns', 'anyName', 'group', 'few', 'limits', 'collinear', 'signed'],
  ],
  [
    'returns codes that have no level',
    {
      ...soundRecode,
      apply: (input) =>
        withFile(soundRecode.apply(input as MaskInput<Record<string, never>>), (file) => ({
          columns: new Map(
            [...file.columns].map(([name, column]) => [
              name,
              column?.kind === 'categorical'
                ? { ...column, codes: column.codes.map((code) => (code === 0 ? 9 : code)) }
                : column,
            ]),
          ),
        })),
    },
    ['returns', 'anyName', 'group', 'constant'],
  ],
  [
    'invents a missing value',
    after((values, name, { params }) =>
      name === 'rent' && values.length === 101 && isTwoPoint(params) ? spoilt(values, 50, Number.NaN) : values,
    ),
    ['invents', 'missing', 'limits', 'collinear', 'signed'],
  ],
  [
    'invents an infinite value',
    after((values, name, { params }) =>
      name === 'rent' && values.length === 101 && isTwoPoint(params)
        ? spoilt(values, 50, Number.POSITIVE_INFINITY)
        : values,
    ),
    ['invents', 'collinear', 'signed', 'limits'],
  ],
  [
    'leaves a column as it is',
    after((values, name, { data }) =>
      name === 'rent' && !values.some(Number.isNaN) ? valuesOf(data.column(name)).slice() : values,
    ),
    ['changes'],
  ],
  [
    'loses the small scale',
    after((values, name, { data }) =>
      name === 'small' ? valuesOf(data.column(name)).map((value) => value * (1 + 1e-15)) : values,
    ),
    ['scales'],
  ],
  [
    'draws from a state of its own',
    after((values) => values.map((value) => value + 1e-3 * runs++)),
    ['same', 'beside', 'itself', 'group'],
  ],
  [
    'returns the same buffer from every run',
    {
      ...soundReversal,
      apply: async (input) => {
        const { files } = await soundReversal.apply(input as MaskInput<Record<string, never>>)
        return {
          files: [
            {
              columns: new Map(
                [...files[0].columns].map(([name, column]) => [
                  name,
                  numeric(reused(name, valuesOf(column ?? numeric([])))),
                ]),
              ),
            },
          ],
        }
      },
    },
    ['later'],
  ],
  ['draws although it says that it does not', claiming({ stochastic: false }), ['nothing']],
  ['says that it draws and does not', claiming({ stochastic: true }, soundReversal), ['other']],
  ['calls Math.random', after((values) => (Math.random() < 2 ? values : values)), ['mathRandom']],
  [
    'calls Math.random and hides the error',
    after((values) => {
      try {
        Math.random()
      } catch {
        return values
      }
      return values
    }),
    ['mathRandom'],
  ],
]

function isTwoPoint(params: unknown): boolean {
  return (params as { shape: string }).shape === 'two-point'
}

function reused(name: string, values: Float64Array): Float64Array {
  const key = `${name} ${values.length}`
  const buffer = buffers.get(key) ?? new Float64Array(values.length)
  buffers.set(key, buffer)
  buffer.set(values)
  return buffer
}
