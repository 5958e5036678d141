import { SdcError, takeRows, type Column, type MaskInput } from '@sdc/core'
import { groupMeans, mapColumns, soundGroups, soundReversal, valuesOf } from './sound.fixture.js'

import { after, applying, claiming, noise, spoilt, withFile, crash, type BrokenMethod } from './broken-tools.fixture.js'

/** Methods that do not keep to their input, their traits or what the engine relies on. */
export const brokenPromises: readonly BrokenMethod[] = [
  [
    'writes to its input',
    after((values, name, { data }) => (spoilt(valuesOf(data.column(name)), 0, 1), values)),
    ['input'],
  ],
  [
    'writes to a column it was not asked for',
    after(
      (values, _name, { original }) => (
        original.names.includes('age') && spoilt(valuesOf(original.column('age')), 0, 1),
        values
      ),
    ),
    ['input'],
  ],
  [
    'writes to its parameters',
    after((values, _name, { params }) => (Object.assign(params as object, { share: 0.3 }), values)),
    ['input'],
  ],
  [
    'looks at other columns of the file',
    after((values, _name, { data }) => values.map((value) => value + data.names.length)),
    ['beside'],
  ],
  [
    'takes the first column of the file',
    after((values, _name, { data }) => values.map((value) => value + (data.names[0] === 'age' ? 1 : 0))),
    ['beside'],
  ],
  [
    'keeps its columns in a plain object',
    applying((input) =>
      withFile(noise(input), (file) => {
        const held: Record<string, Column | null> = {}
        for (const [name, column] of file.columns) held[name] = column
        return { columns: new Map(Object.entries(held)) }
      }),
    ),
    ['anyName'],
  ],
  [
    'masks a column by the number of the others',
    after((values, _name, { columns }) => values.map((value) => value + columns.length)),
    ['itself'],
  ],
  [
    'masks the first records of the original instead of its group',
    applying((input) =>
      noise({
        ...input,
        data: takeRows(
          input.original,
          Int32Array.from(input.origin, (_, i) => i),
        ),
      }),
    ),
    ['group'],
  ],
  ['returns the whole file for a group', applying((input) => noise({ ...input, data: input.whole })), ['group']],
  ['fills missing values in', after((values) => values.map((value) => (Number.isNaN(value) ? 0 : value))), ['missing']],
  [
    'keeps missing values and leaves the others',
    after((values, name, { data }) => (values.some(Number.isNaN) ? valuesOf(data.column(name)).slice() : values)),
    ['missing'],
  ],
  [
    'loses values beside missing ones',
    after((values) => (values.some(Number.isNaN) ? spoilt(values, 0, Number.NaN) : values)),
    ['missing'],
  ],
  ['says nothing of missing values', { ...soundReversal, summary: 'Exchanges values.' }, ['said']],
  [
    'crashes on missing values',
    {
      ...soundReversal,
      apply: (input) =>
        input.columns.some((name) => valuesOf(input.data.column(name)).some(Number.isNaN))
          ? crash()
          : soundReversal.apply(input as MaskInput<Record<string, never>>),
    },
    ['said'],
  ],
  ['claims marginals that noise changes', claiming({ keepsMarginals: true }), ['marginals']],
  [
    'claims marginals and rounds them',
    claiming(
      { missing: 'refuse' },
      {
        ...soundReversal,
        apply: (input) =>
          mapColumns(input.data, input.columns, (values) =>
            spoilt(values.slice().reverse(), 1, values[values.length - 2] * (1 + 2 ** -52)),
          ),
      },
    ),
    ['marginals'],
  ],
  ['claims means that noise changes', claiming({ keepsMeans: { when: { shape: 'two-point' } } }), ['means']],
  ['claims correlations that noise changes', claiming({ keepsCorrelations: true }), ['correlations']],
  ['claims covariances that noise changes', claiming({ keepsCovariances: true }), ['covariances']],
  ['claims covariances and keeps the means only', claiming({ keepsCovariances: true }, soundReversal), ['covariances']],
  [
    'claims correlations of large files that noise weakens',
    claiming({ approachesCorrelations: true }),
    ['nearlyPearson'],
  ],
  [
    'claims rank correlations of large files and turns them round',
    claiming({ approachesRankCorrelations: true }, soundReversal),
    ['nearlySpearman'],
  ],
  ['claims independence and adds noise to the original', claiming({ independentGiven: true }), ['independent']],
  ['makes a claim that none of its examples shows', claiming({ keepsMeans: { when: { share: 7 } } }), ['means']],
  [
    'leaves a last group of fewer than k',
    {
      ...soundGroups,
      apply: (input) => {
        const { k } = input.params as { k: number }
        const first = valuesOf(input.data.column(input.columns[0]))
        const order = Int32Array.from(first, (_, i) => i).sort((i, j) => first[i] - first[j])
        if (first.length < k) throw new SdcError('TOO_FEW_RECORDS', 'too few')
        const whole = first.length - (first.length % k)
        return mapColumns(input.data, input.columns, (values) => {
          const masked = groupMeans(values, order, k)
          const last = order.subarray(whole)
          const mean = last.reduce((sum, i) => sum + values[i], 0) / last.length
          const before = order.subarray(whole - k, whole)
          const meanBefore = before.reduce((sum, i) => sum + values[i], 0) / k
          for (const i of last) masked[i] = mean
          for (const i of before) masked[i] = meanBefore
          return masked
        })
      },
    },
    ['k'],
  ],
  ['crashes on one record', applying((input) => (input.data.rows === 1 ? crash() : noise(input))), ['few']],
  ['gives NaN for two records', after((values) => (values.length === 2 ? values.fill(Number.NaN) : values)), ['few']],
  [
    'divides by the spread of a constant',
    applying((input) =>
      input.columns.some((name) => new Set(valuesOf(input.data.column(name))).size === 1)
        ? mapColumns(input.data, input.columns, (values) => values.map(() => Number.NaN))
        : noise(input),
    ),
    ['constant', 'few'],
  ],
  [
    'crashes at the end of a range',
    applying((input) => ((input.params as { share: number }).share === 1 ? crash() : noise(input))),
    ['limits'],
  ],
  [
    'crashes on a singular matrix',
    applying((input) => {
      const [a, b] = input.columns.map((name) => valuesOf(input.data.column(name)))
      return b && Math.abs(b[0] - 2 * a[0] + 5) < 1e-6 ? crash() : noise(input)
    }),
    ['collinear'],
  ],
  [
    'takes logarithms of what may be negative',
    after((values, name, { data }) =>
      values.map((value, i) => (Math.log(valuesOf(data.column(name))[i] + 1) > -Infinity ? value : Number.NaN)),
    ),
    ['signed'],
  ],
  ['reports progress in percent', applying((input) => (input.tick(50), noise(input))), ['progress']],
  [
    'cannot be stopped',
    applying((input) =>
      noise({
        ...input,
        tick: (fraction) => {
          try {
            input.tick(fraction)
          } catch {
            return
          }
        },
      }),
    ),
    ['stopped'],
  ],
]
