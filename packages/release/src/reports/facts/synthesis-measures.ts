import { takeRows, type Column, type Dataset } from '@sdc/core'
import { measureRun, rolesOf, rootRng, type Measured, type MetricPlan, type RiskLevel } from '@sdc/engine'
import { sampledRows } from '@sdc/toolkit/internal'
import { measuredLevels } from '../../measure/measured-levels.js'
import type { ReportedRun } from './reported-run.js'
import { namesPeople } from './relation-facts.js'

/** Likeness and risks of a synthetic file. */
export interface SynthesisMeasures {
  /** Columns that are compared. */
  readonly columns: readonly string[]
  readonly like: readonly Measured[]
  readonly safe: readonly Measured[]
  readonly levels: readonly RiskLevel[]
  /** Largest number of records of each file for the propensity; undefined if all were used. */
  readonly sampled?: number | undefined
}

/** Risks that a synthetic file has without a control file. */
export const openRisks = ['risk/replicated-uniques', 'risk/disclosive-categories']

/** Records of each file for the propensity; every column has two regressions. */
const MOST_RECORDS = 5000
/** Terms of its regression: one for each 20 records of both files, and this many at most. */
const MOST_TERMS = 150
const RECORDS_A_TERM = 20
const LEVELS = [20, 10, 6, 4, 3, 2]
const MOST_TABLES = 5000

/** Returns true if no record of a run belongs to an original one because its methods draw new records. */
export function isSynthetic({ registry, steps, files }: Pick<ReportedRun, 'registry' | 'steps' | 'files'>): boolean {
  return (
    steps.some(({ use }) => registry.get('methods', use).traits.records === 'synthetic') &&
    files.every(({ origin }) => origin.every((row) => row < 0))
  )
}

/**
 * Measures likeness and risks of a synthetic file: propensity against its null expectation, tables of one and two
 * columns against chance, and the risks that need no control file.
 *
 * @param reported - The run; of several files the first is measured.
 * @param tick - Receives the completed share.
 * @returns The values; none for metrics that the registry lacks.
 */
export async function measureSynthesis(
  reported: Omit<ReportedRun, 'written'>,
  tick: (fraction: number) => void,
): Promise<SynthesisMeasures> {
  const { registry, original, schema, files } = reported
  const [{ data: masked }] = files
  const columns = masked.names.filter((name) => original.names.includes(name) && !namesPeople(schema, name))
  const rng = rootRng('1').child('synthesis')
  const roles = rolesOf(original, schema)
  const there = new Set(registry.all('metrics').map(({ id }) => id))
  const measure = async (x: Dataset, y: Dataset, plans: readonly MetricPlan[]): Promise<Measured[]> => {
    const metrics = plans.filter(({ use }) => there.has(use))
    if (metrics.length === 0 || columns.length === 0) return []
    const origin = new Int32Array(y.rows).fill(-1)
    return measureRun({ registry, original: x, files: [{ data: y, origin }], columns, given: [], roles, rng, metrics })
  }
  const [x, y] = [original, masked].map((data) => {
    const all = Int32Array.from({ length: data.rows }, (_, i) => i)
    return data.rows > MOST_RECORDS ? takeRows(data, sampledRows(all, MOST_RECORDS, rng.child('records'))) : data
  })
  const tables = { use: 'loss/contingency-tables', params: { ways: 2, most: MOST_TABLES } }
  const propensity = { use: 'loss/propensity', params: { ...termsOf(x, y, columns), null: 'independent' } }
  const likeTables = await measure(original, masked, [tables])
  tick(0.2)
  const likeRecords = await measure(x, y, [propensity])
  tick(0.7)
  const safe = await measure(
    original,
    masked,
    openRisks.map((use) => ({ use, params: {} })),
  )
  tick(0.9)
  const levels = await measuredLevels(safe, { registry, original, columns, given: [], roles, rng, prepared: new Map() })
  tick(1)
  const sampled = Math.max(original.rows, masked.rows) > MOST_RECORDS ? MOST_RECORDS : undefined
  return { columns, like: [...likeTables, ...likeRecords], safe, levels, sampled }
}

/** Returns the most detailed terms of a regression that the number of records allows. */
function termsOf(x: Dataset, y: Dataset, columns: readonly string[]): MetricPlan['params'] {
  const most = Math.min(MOST_TERMS, (x.rows + y.rows) / RECORDS_A_TERM)
  const sizes = columns.map((name) => (levels: number) => termsOfColumn([x.column(name), y.column(name)], levels))
  for (const products of [true, false])
    for (const levels of LEVELS) {
      const own = sizes.map((size) => size(levels))
      const single = own.reduce((sum, size) => sum + size, 0)
      const pairs = (single * single - own.reduce((sum, size) => sum + size * size, 0)) / 2
      // There are at most as many squares of numbers as columns.
      if (single + columns.length + (products ? pairs : 0) <= most) return { products, squares: true, levels }
    }
  return { products: false, squares: false, levels: 2 }
}

function termsOfColumn(both: readonly Column[], levels: number): number {
  if (both.some(({ kind }) => kind === 'numeric'))
    return both.some((column) => column.kind === 'numeric' && column.values.some((value) => !Number.isFinite(value)))
      ? 2
      : 1
  const names = new Set(both.flatMap((column) => (column.kind === 'categorical' ? column.levels : [])))
  return Math.max(0, Math.min(levels, names.size + 1) - 1)
}
