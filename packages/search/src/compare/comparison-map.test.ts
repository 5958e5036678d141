import type { Metric } from '@sdc/core'
import type { Comparison, Row, Summary } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { methodShapes } from '../../../report/src/colour/method-shapes.js'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { comparisonDocument, type ComparisonDocument } from './comparison-document.js'
import { comparisonMap } from './comparison-map.js'

const metric = (id: string): Metric => registry.get('metrics', id)
const axes = { risk: metric('risk/dr-combine'), loss: metric('loss/il-score') }

function row(label: string, risk: number | null, more: Partial<Row> = {}): Row {
  const summary = (mean: number | null): Summary => ({
    mean,
    min: mean === null ? null : mean - 1,
    max: mean === null ? null : mean + 1,
  })
  return {
    use: 'noise/additive',
    varied: { relativeVariance: 0.1 },
    steps: [],
    then: [],
    label,
    title: label,
    metrics: new Map([
      [axes.risk.id, summary(risk)],
      [axes.loss.id, summary(20)],
    ]),
    replicates: 5,
    unmasked: [],
    beyond: [],
    high: [],
    pareto: false,
    chosen: false,
    ...more,
  }
}

function comparison(rows: readonly Row[], more: Partial<Comparison> = {}): ComparisonDocument {
  const columns = Array.from({ length: 20 }, (_, i) => `column${i}`)
  const rest = {
    metrics: [axes.risk, axes.loss],
    limits: [],
    failLimits: [],
    levels: [],
    given: [],
    verdict: '',
    warnings: [],
    notes: [],
  }
  return comparisonDocument({ rows, axes, columns, records: 1080, ...rest, ...more })
}

describe('the map of a comparison', () => {
  it('names the file, its records, columns and runs, and its axes by title and unit', () => {
    const map = comparisonMap(comparison([row('a', 30), row('b', null)]), '../data/people.csv')
    expect(map.title).toBe('Risk–utility map of people.csv')
    expect(map.subtitle).toMatch(/^1,080 records · 20 masked columns: column0, .* and \d+ more · 2 candidates, those/)
    expect(map.subtitle).toContain('run 5 times')
    expect([map.risk.label, map.risk.unit, map.loss.label]).toEqual([axes.risk.title, '%', axes.loss.title])
    expect(map.points.map(({ risk }) => risk)).toEqual([30, null])
    expect(map.points[0].riskRange).toEqual([29, 31])
  })

  it('gives the reason why a candidate is not chosen', () => {
    const limit = { metric: axes.risk, value: 25 }
    const rows = [
      row('a', 30, { beyond: [{ limit, value: 31 }] }),
      row('b', 10, { unmasked: ['tax'] }),
      row('c', 60, { high: [axes.risk.id] }),
    ]
    const levels = [{ metric: axes.risk, independent: 5, high: 40 }]
    const { points, risk } = comparisonMap(comparison(rows, { limits: [limit], levels }), 'a.csv')
    expect(risk.limit).toBe(25)
    expect(points.map(({ reasons }) => reasons)).toEqual([
      ['exceeds a limit: risk/dr-combine 31 % (limit: at most 25 %)'],
      ['leaves tax unmasked'],
      [`high risk: ${axes.risk.title} 61 % in its worst run (high from 40 %)`],
    ])
    // All are listed, those that keep the limit first.
    expect(points.map(({ place }) => place)).toEqual([3, 1, 2])
    expect(points.map(({ barred }) => barred)).toEqual([true, false, false])
  })

  it('names points by the titles of their methods', () => {
    const { points } = comparisonMap(
      comparison([row('microaggregation/mdav k = 5', 30, { title: 'MDAV (k = 5)' })]),
      'a.csv',
    )
    expect(points.map(({ name }) => name)).toEqual(['MDAV (k = 5)'])
  })

  it('has a separate shape for every method of the project', () => {
    const ids = registry.all('methods').map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(30)
    expect(ids.filter((id) => !methodShapes.has(id))).toEqual([])
  })
})
