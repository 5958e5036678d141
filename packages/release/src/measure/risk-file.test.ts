import { categorical, dataset, defineMetric, numeric, type Column, type Measurement, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { MeasuredFile } from './measure-masked.js'
import { measuredMessages, nextAfterMeasuring } from './measured-messages.js'
import { measuredVerdict } from './measured-verdict.js'
import { riskCsv, riskRecords } from './risk-file.js'

const metric = (given: Partial<Metric>): Metric =>
  defineMetric({
    id: 'risk/links',
    title: 'Links',
    summary: 'Links.',
    formula: 'share',
    source: [{ where: 'a test' }],
    notes: [],
    kind: 'risk',
    high: { share: 0.1, meaning: '{value} are found' },
    better: 'lower',
    unit: '%',
    range: [0, 100],
    recordsOf: 'masked',
    needsOrigin: false,
    atIdentity: null,
    share: 'records',
    params: z.object({}),
    plan: () => ({ form: 'file', measure: () => ({ value: 0, used: 1 }) }),
    ...given,
  } as Metric)

const fileOf = (measured: readonly (readonly [Metric, Measurement])[]): MeasuredFile => ({
  measured: measured.map(([of, measurement]) => ({ metric: of, params: {}, columns: ['a'], measurement })),
  levels: [],
  groups: undefined,
  columns: ['a', 'b'],
  given: [],
  matching: 'position',
  origin: Int32Array.of(2, 0, -1, 1),
  linked: 3,
  rows: 4,
})
const numbers = (column: Column): number[] => Array.from(column.kind === 'numeric' ? column.values : [])

const links: readonly [Metric, Measurement] = [
  metric({}),
  { value: 25, used: 4, records: Float64Array.of(0.5, 0, 0.5, 0) },
]
const ofOriginal: readonly [Metric, Measurement] = [
  metric({ id: 'risk/uniques', recordsOf: 'original' }),
  {
    value: 40,
    used: 3,
    records: Float64Array.of(0.1, 0.2, 0.9),
    recordColumns: dataset([
      ['f', numeric([1, 2, 3])],
      ['why', categorical(['age', null, 'age + region'])],
    ]),
  },
]

describe('riskRecords', () => {
  it('has the order of the masked file, with numbers of original records by their origins', () => {
    const rows = riskRecords(fileOf([links, ofOriginal]))
    expect(rows.names).toEqual(['record', 'rank', 'chance', 'why', 'risk/links', 'risk/uniques', 'risk/uniques f'])
    expect(numbers(rows.column('record'))).toEqual([1, 2, 3, 4])
    expect(numbers(rows.column('risk/links'))).toEqual([0.5, 0, 0.5, 0])
    expect(numbers(rows.column('risk/uniques'))).toEqual([0.9, 0.1, Number.NaN, 0.2])
    expect(numbers(rows.column('risk/uniques f'))).toEqual([3, 1, Number.NaN, 2])
  })

  it('has the largest probability of each record, and its rank', () => {
    const rows = riskRecords(fileOf([links, ofOriginal]))
    expect(numbers(rows.column('chance'))).toEqual([0.9, 0.1, 0.5, 0.2])
    expect(numbers(rows.column('rank'))).toEqual([1, 4, 2, 3])
    const [, measurement] = links
    const tied = riskRecords(fileOf([[metric({}), { ...measurement, records: Float64Array.of(0.4, 0.1, 0.4, 0.1) }]]))
    expect(numbers(tied.column('rank'))).toEqual([1, 3, 1, 3])
  })

  it('does not rank by a number that is not a probability: a frequency, or a value that is not a mean over records', () => {
    const frequency = riskRecords(fileOf([[metric({}), { value: 25, used: 4, records: Float64Array.of(1, 1, 3, 9) }]]))
    expect(numbers(frequency.column('chance'))).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
    expect(numbers(frequency.column('risk/links'))).toEqual([1, 1, 3, 9])
    const loss = metric({ id: 'loss/x', kind: 'loss' })
    expect(riskRecords(fileOf([[loss, links[1]]])).names).toEqual(['record', 'rank', 'chance', 'why'])
  })

  it('gives the reasons in words', () => {
    const text = Array.from(riskCsv(fileOf([ofOriginal])), (piece) => new TextDecoder().decode(piece)).join('')
    expect(text.split('\n')[1]).toBe('1,1,0.9,age + region,0.9,3')
    expect(text.split('\n')[3]).toBe('3,,,,,')
  })
})

describe('measuredVerdict', () => {
  const loss: readonly [Metric, Measurement] = [
    metric({ id: 'loss/x', title: 'Loss of x', kind: 'loss' }),
    { value: 12, used: 4 },
  ]
  const none: readonly [Metric, Measurement] = [
    metric({ id: 'risk/none' }),
    { value: null, reason: 'no keys', used: 0 },
  ]

  it('says whether a risk is high, and names the worst risk with its reference value, and the loss', () => {
    const file = { ...fileOf([links, loss]), levels: [{ metric: links[0], independent: 2, high: null }] }
    expect(measuredVerdict(file)).toEqual([
      'Verdict: do not release yet: 1 of 1 risks is high.',
      'Disclosure risk: links: 25 % are found (independent data 2 %; high from 12 %).',
      'Information loss: loss of x 12 %.',
    ])
  })

  it('is followed by a comparison that limits a high risk', () => {
    const [next, ...others] = nextAfterMeasuring(fileOf([links]), "'my data.csv' --schema s.yaml")
    expect(next).toEqual({
      kind: 'next',
      text: "sdc compare 'my data.csv' --schema s.yaml --columns a,b --limit risk/links=10",
    })
    expect(others).toEqual([])
    expect(nextAfterMeasuring(fileOf([none, loss]), 'a.csv')).toEqual([])
  })

  it('does not reassure if a risk has no value', () => {
    const low: readonly [Metric, Measurement] = [metric({}), { value: 1, used: 4 }]
    expect(measuredVerdict(fileOf([low, loss]))[0]).toBe('Verdict: no risk is high (1 measured).')
    expect(measuredVerdict(fileOf([low, none, loss]))[0]).toBe('Verdict: no risk is high (1 measured); 1 has no value.')
    const more: readonly [Metric, Measurement] = [metric({ id: 'risk/more' }), none[1]]
    expect(measuredVerdict(fileOf([low, none, more, loss]))[0]).toBe(
      'Verdict: a release cannot be judged: 2 of 3 risks have no value; of the other 1 none is high.',
    )
    expect(measuredVerdict(fileOf([none]))[0]).toMatch(/no measured risk has a value/)
    expect(measuredVerdict(fileOf([loss]))[0]).toMatch(/no risk was measured/)
    expect(measuredMessages(fileOf([none]))).toEqual([{ kind: 'note', text: 'without a value: Links: no keys' }])
  })

  it('quotes the usual loss, and the largest one if that differs', () => {
    const other: readonly [Metric, Measurement] = [
      metric({ id: 'loss/y', title: 'Loss of y', kind: 'loss' }),
      { value: 70, used: 4 },
    ]
    expect(measuredVerdict(fileOf([loss, other]), 'loss/x')[1]).toBe(
      'Information loss: loss of x 12 %; greatest: loss of y 70 %.',
    )
  })
})
