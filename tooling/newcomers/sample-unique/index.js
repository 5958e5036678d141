import { dataset, defineMetric, definePlugin, numeric, numericValues } from '@sdc/core'
import * as z from 'zod'

/**
 * Sample uniques: share of records whose combination of quasi-identifiers is unique in the file.
 *
 * f_i counts the records equal to record i on the quasi-identifiers; F_i = Σ w_j over them estimates their number in the
 * population. Each record has both, and the risk 1/F_i of a random guess. Without weights, w = 1.
 */
const sampleUniqueMetric = defineMetric({
  id: 'newcomer/sample-unique',
  title: 'Sample uniques',
  summary: 'Share of records whose combination of quasi-identifiers is unique in the file.',
  formula: '100 · share{i : f_i = 1}',
  source: [{ where: 'This plugin' }],
  notes: [{ topic: 'missing', text: 'A missing value counts as a value of its own.' }],
  kind: 'risk',
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'keys',
  files: 'masked',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: null,
  params: z.object({}),
  needsFile: () => ({ why: 'its classes are kept by their text' }),
  plan: () => ({ form: 'file', measure }),
})

function measure({ masked, columns, roles, tick }) {
  const { rows } = masked
  if (columns.length === 0) return { value: null, reason: 'no column has the role quasi-identifier', used: 0 }
  if (rows === 0) return { value: null, reason: 'the file has no records', used: 0 }
  tick(0)
  const weighted = roles.weight !== undefined && masked.names.includes(roles.weight)
  const weights = weighted ? numericValues(masked, roles.weight) : new Float64Array(rows).fill(1)
  const keys = keysOf(
    columns.map((name) => masked.column(name)),
    rows,
  )
  const classes = new Map()
  keys.forEach((key, i) => {
    const { f, F } = classes.get(key) ?? { f: 0, F: 0 }
    classes.set(key, { f: f + 1, F: F + weights[i] })
  })
  const of = (figure) => Float64Array.from(keys, (key) => figure(classes.get(key)))
  const f = of((one) => one.f)
  return {
    value: (100 * f.filter((count) => count === 1).length) / rows,
    used: rows,
    records: f.map((count) => (count === 1 ? 1 : 0)),
    recordColumns: dataset([
      ['f', numeric(f)],
      ['F', numeric(of((one) => one.F))],
      ['risk', numeric(of(({ F }) => (F > 0 ? 1 / F : 1)))],
    ]),
  }
}

/** Text for each record, equal for records with equal quasi-identifiers. */
function keysOf(columns, rows) {
  const value = (column, i) =>
    column.kind === 'numeric' ? column.values[i] + 0 : (column.levels[column.codes[i]] ?? null)
  return Array.from({ length: rows }, (_, i) => JSON.stringify(columns.map((column) => value(column, i))))
}

export default definePlugin({
  name: 'sdc-newcomer-sample-unique',
  version: '1.0.0',
  sdc: '^1',
  metrics: [sampleUniqueMetric],
})
