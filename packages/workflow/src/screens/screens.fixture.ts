import { categorical, dataset, numeric, SdcError, type Metric } from '@sdc/core'
import type { Comparison, Measured, Row, Summary } from '@sdc/engine'
import type { Screen } from '@sdc/report/tables'
import { registeredAttackText } from '../attack/registered-output.js'
import type { RegisteredAttack } from '../attack/registered-attack.js'
import { cardText } from '../catalogue/cards.js'
import { catalogueText } from '../catalogue/catalogue-text.js'
import { comparisonText } from '@sdc/search'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { type MeasuredFile, measuredText } from '@sdc/release'
import { attackedText, viewText } from '@sdc/tables'
import type { AttackedTable } from '../../../tables/src/attack/attack-table-file.js'
import type { TableView } from '../../../tables/src/view/table-view.js'

/** Names in a small result, as users may choose them for columns, groups and levels. */
export interface Named {
  readonly column: string
  readonly label: string
}

/** Every text of the screen tests, by name. */
export const screens: Readonly<Record<string, (screen: Screen, named: Named) => string>> = {
  compare: (screen, named) => comparisonText(smallComparison(named), screen),
  measure: (screen, named) => measuredText(smallMeasured(named), { details: true, usualLoss: 'loss/il-score' }, screen),
  methods: (screen) => catalogueText(registry, 'methods', screen),
  metrics: (screen) => catalogueText(registry, 'metrics', screen),
  tables: (screen) => catalogueText(registry, 'tables', screen),
  card: (screen) => cardText(registry, 'methods', 'microaggregation/mdav', screen),
  attack: (screen, named) => registeredAttackText(smallAttack(named), screen),
  'table-attack': (screen, named) => attackedText(smallFindings(named), screen),
  'table-protect': (screen, named) => viewText(smallView(named), 'internal', screen),
}

const metric = (id: string): Metric => registry.get('metrics', id)
const axes = { risk: metric('risk/dr-combine'), loss: metric('loss/il-score') }
const measuredIds = ['risk/dr-combine', 'risk/dld', 'risk/value-disclosure', 'risk/k-anonymity', 'loss/il-score', 'loss/pil', 'loss/correlation'] // oxfmt-ignore

const levels = [
  { metric: axes.risk, independent: 5.3, high: 33.7 },
  { metric: metric('risk/dld'), independent: 0.07, high: 10.1 },
  { metric: metric('risk/value-disclosure'), independent: 0.3, high: 75.1 },
]

/**
 * Returns 24 candidates of two methods: one is chosen, some are high, some are beyond a limit, two could not be run.
 */
function smallComparison({ label, column }: Named): Comparison {
  const limit = { metric: axes.risk, value: 20 } as Comparison['limits'][number]
  const rows = Array.from({ length: 24 }, (_, i): Row => {
    const k = 3 + i
    const risk = 60 / (1 + i / 3)
    const name = `${i % 2 === 0 ? 'microaggregation/mdav' : 'noise/additive'} ${label} = ${k}${i % 3 === 2 ? ' + reverse-map/rank' : ''}`
    const values = [risk, risk / 2, 96 - i, null, 4 + 3 * i + (i % 2) * 4, 40 + 3 * i, 0.1 + i / 100]
    const summaries = measuredIds.map((id, m): [string, Summary] => {
      const mean = values[m]
      return [id, mean === null ? { mean, min: null, max: null, reason: 'needs quasi-identifiers' } : { mean, min: mean * 0.95, max: mean * 1.05 }] // oxfmt-ignore
    })
    const failed = i % 11 === 10
    return {
      use: 'microaggregation/mdav',
      varied: { k },
      steps: [],
      then: [],
      label: name,
      title: i % 2 === 0 ? `MDAV (${label} = ${k})` : `additive noise (${label} = ${k})`,
      metrics: new Map(failed ? [] : summaries),
      replicates: 5,
      ...(failed && { error: new SdcError('WRONG_INPUT', `column "${column}" has too few values`, {}, '') }),
      unmasked: [],
      beyond: risk * 1.05 > 20 ? [{ limit, value: risk * 1.05, reason: undefined }] : [],
      high: i < 13 ? ['risk/value-disclosure'] : [],
      pareto: !failed && i >= 8 && i % 2 === 0,
      chosen: i === 8,
    }
  })
  return {
    rows,
    axes,
    metrics: measuredIds.map(metric),
    limits: [limit],
    failLimits: [],
    levels,
    columns: [column],
    given: [],
    records: 1080,
    decision: {
      lines: [],
      purpose: 'statistics',
      families: [],
      beside: new Map([[axes.risk.id, { original: 98.2, independent: 5.3 }]]),
      tried: { keys: 0, values: 24 },
      isPartial: false,
      finalists: [8, 9, 11].map((i) => rows[i].label),
      ties: [8, 9].map((i) => rows[i].label),
      fix: [],
      lost: [],
      close: [limit],
    },
    verdict: [
      `Choice: ${rows[8].title} of ${column}.`,
      'Disclosure risk: combined disclosure risk (DR) 16 % (15 to 17 % over 5 runs; independent data 5.3 %; limit 20 %).',
      'Information loss: information loss of the score (IL) 28 %; values of single records are changed.',
      `Runner-up: ${rows[9].title}: loss 35 %, as good.`,
    ].join('\n'),
    warnings: [],
    notes: [],
  }
}

function smallMeasured({ column, label }: Named): MeasuredFile {
  const table = dataset([
    [column, categorical([label, 'a', 'b'])],
    ['share', numeric([0.25, 0.5, 0.25])],
  ])
  const of = (scale: number): Measured[] =>
    measuredIds.map((id, m) => ({
      metric: metric(id),
      params: {},
      columns: [column],
      measurement: {
        value: m === 3 ? null : [21, 9.2, 88.4, 0, 31.6, 71.4, 0.1589][m] * scale,
        used: 1080,
        ...(m === 1 && { interval: { low: 7.5 * scale, high: 11 * scale, by: 'binomial' as const } }),
        ...(m === 3 && { reason: 'needs quasi-identifiers: name them with --quasi-identifiers' }),
        ...(m === 2 && { tables: new Map([['by column', table]]) }),
        ...(m === 5 && { warnings: [`column "${column}": 3 values are missing`] }),
      },
    }))
  return {
    measured: of(1),
    levels,
    groups: [`${column}=${label}`, `${column}=a`].map((group, g) => ({
      group,
      records: 540,
      measured: of(0.5 + g / 10),
    })),
    columns: [column],
    given: [],
    matching: 'position',
    origin: Int32Array.from({ length: 1080 }, (_, i) => i),
    linked: 1080,
    rows: 1080,
  }
}

function smallAttack({ column, label }: Named): RegisteredAttack {
  const table = dataset([
    ['column', categorical([column, label])],
    ['recovered', numeric([4, 12])],
    ['used', numeric([1080, 1080])],
  ])
  return {
    attack: registry.get('attacks', 'attacks/inversion'),
    params: {},
    columns: [column],
    measurement: { value: 0.7407, used: 1080, tables: new Map([['columns', table]]) },
  } as unknown as RegisteredAttack
}

function smallFindings({ column, label }: Named): AttackedTable {
  const cells = [`${column}=${label}, work=P1`, `${column}=a, work=P2`]
  return {
    table: { values: new Float64Array(24) },
    suppressed: 2,
    near: 1,
    coalition: 1,
    findings: dataset([
      ['cell', categorical(cells)],
      ['kind', categorical(['external', 'dominance'])],
      ['who', categorical(['everybody', 'the largest'])],
      ['low', numeric([22, 20])],
      ['high', numeric([22, 24])],
      ['exact', categorical(['yes', 'no'])],
      ['sentence', categorical(cells.map((cell) => `${cell} has one contributor: everybody knows that it is theirs`))],
    ]),
  } as unknown as AttackedTable
}

/** Returns 3 × 12 cells with totals. */
function smallView({ column, label }: Named): TableView {
  const rows = ['Total', label, 'a']
  const months = ['Total', ...Array.from({ length: 11 }, (_, m) => `month ${m + 1}`)]
  const cells = rows.length * months.length
  const dimension = (name: string, levels: readonly string[], code: (c: number) => number): object => ({
    name,
    levels,
    codes: Int32Array.from({ length: cells }, (_, c) => code(c)),
    total: 'Total',
    taxonomy: new Map(levels.map((level) => [level, level === 'Total' ? null : 'Total'])),
  })
  return {
    table: {
      dimensions: [
        dimension(column, rows, (c) => Math.floor(c / months.length)),
        dimension('month', months, (c) => c % months.length),
      ],
      values: Float64Array.from({ length: cells }, (_, c) => 1000 * (c + 1)),
    },
    by: [column, 'month'],
    value: 'turnover',
    status: Uint8Array.from({ length: cells }, (_, c) => (c === 14 ? 1 : c % 7 === 3 ? 2 : 0)),
    values: undefined,
  } as unknown as TableView
}
