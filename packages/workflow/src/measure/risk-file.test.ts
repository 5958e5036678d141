import { categorical, dataset, defineMetric, numeric, type Column, type Measurement, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fourLines } from './four-lines.js'
import type { MeasuredFile } from './measure-masked.js'
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
    measure: () => ({ value: 0, used: 1 }),
    ...given,
  } as Metric)

const fileOf = (measured: readonly (readonly [Metric, Measurement])[]): MeasuredFile => ({
  measured: measured.map(([of, measurement]) => ({ metric: of, params: {}, columns: ['a'], measurement })),
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

describe('the risks of every record', () => {
  it('are in the order of the masked file, those of originals by where records came from', () => {
    const rows = riskRecords(fileOf([links, ofOriginal]))
    expect(rows.names).toEqual(['record', 'rank', 'chance', 'why', 'risk/links', 'risk/uniques', 'risk/uniques f'])
    expect(numbers(rows.column('record'))).toEqual([1, 2, 3, 4])
    expect(numbers(rows.column('risk/links'))).toEqual([0.5, 0, 0.5, 0])
    expect(numbers(rows.column('risk/uniques'))).toEqual([0.9, 0.1, Number.NaN, 0.2])
    expect(numbers(rows.column('risk/uniques f'))).toEqual([3, 1, Number.NaN, 2])
  })

  it('have the greatest chance of each record, and its rank', () => {
    const rows = riskRecords(fileOf([links, ofOriginal]))
    expect(numbers(rows.column('chance'))).toEqual([0.9, 0.1, 0.5, 0.2])
    expect(numbers(rows.column('rank'))).toEqual([1, 4, 2, 3])
    const [, measurement] = links
    const tied = riskRecords(fileOf([[metric({}), { ...measurement, records: Float64Array.of(0.4, 0.1, 0.4, 0.1) }]]))
    expect(numbers(tied.column('rank'))).toEqual([1, 3, 1, 3])
  })

  it('rank by no number that is no chance: a frequency, or a value that is no mean of records', () => {
    const frequency = riskRecords(fileOf([[metric({}), { value: 25, used: 4, records: Float64Array.of(1, 1, 3, 9) }]]))
    expect(numbers(frequency.column('chance'))).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
    expect(numbers(frequency.column('risk/links'))).toEqual([1, 1, 3, 9])
    const loss = metric({ id: 'loss/x', kind: 'loss' })
    expect(riskRecords(fileOf([[loss, links[1]]])).names).toEqual(['record', 'rank', 'chance', 'why'])
  })

  it('say why, in words', () => {
    const text = String(riskCsv(fileOf([ofOriginal])))
    expect(text.split('\n')[1]).toBe('1,1,0.9,age + region,0.9,3')
    expect(text.split('\n')[3]).toBe('3,,,,,')
  })
})

describe('the four lines before any table', () => {
  const loss: readonly [Metric, Measurement] = [metric({ id: 'loss/x', kind: 'loss' }), { value: 12, used: 4 }]
  it('say what was measured, the worst risk with its meaning, the loss, and what to do', () => {
    const interval = { low: 10, high: 50, by: 'binomial' } as const
    const lines = fourLines(fileOf([[links[0], { ...links[1], interval }], loss])).split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toBe(
      'Measured: 1 risk and 1 loss of 2 columns: a, b; 3 of 4 records linked to the original, by position.',
    )
    expect(lines[1]).toBe('Worst risk: risk/links 25 %: 25 % are found (95 %: 10 to 50, high: from 10 on).')
    expect(lines[2]).toBe('Loss: loss/x 12 %.')
    expect(lines[3]).toMatch(/^Next: do not release it yet; high: risk\/links.*--columns a,b --limit risk\/links=10$/)
    const named = fourLines(fileOf([links]), undefined, "'my data.csv' --schema s.yaml").split('\n')[3]
    expect(named).toContain("sdc compare 'my data.csv' --schema s.yaml --columns a,b --limit risk/links=10")
  })

  it('do not reassure where a risk has no value', () => {
    const low: readonly [Metric, Measurement] = [metric({}), { value: 1, used: 4 }]
    const none: readonly [Metric, Measurement] = [
      metric({ id: 'risk/none' }),
      { value: null, reason: 'no keys', used: 0 },
    ]
    expect(fourLines(fileOf([low, loss]))).toMatch(/Next: no risk that was measured is high/)
    const text = fourLines(fileOf([low, none, loss]))
    expect(text).toMatch(/1 risk has no value/)
    expect(text).toMatch(/Next: give what is missing for risk\/none/)
    expect(fourLines(fileOf([none]))).toMatch(/Worst risk: none that was measured has a value/)
  })

  it('quote the usual loss, and the greatest where that is another', () => {
    const other: readonly [Metric, Measurement] = [metric({ id: 'loss/y', kind: 'loss' }), { value: 70, used: 4 }]
    expect(fourLines(fileOf([loss, other]), 'loss/x').split('\n')[2]).toBe(
      'Loss: loss/x 12 %; the greatest is loss/y 70 %.',
    )
  })
})
