/**
 * Variance of the change by masking, as a share of the variance of the column: higher is safer.
 *
 * 100 · mean over the columns j of Var(X_j − Y_j)/Var(X_j), both with divisor n − 1 over the same linked records.
 * Source: Adam & Wortmann 1989; limits: Domingo-Ferrer & Muralidhar 2016, section 4.2.
 */
import { defineMetric, numericValues, type Measurement, type Block, type MeasureFacts, type Plan } from '@sdc/core'
import { mean } from '@sdc/stats'
import { pairedValues, powerOfTotals, timesPower } from '@sdc/stats/internal'
import { leftOut, notUsed, tooFewLinked, unmeasured } from '@sdc/toolkit'
import { readTotals, readVariances, type ReadColumn } from '@sdc/toolkit/internal'
import * as z from 'zod'

export const differenceVarianceMetric = defineMetric({
  id: 'risk/difference-variance',
  title: 'Variance of the difference',
  summary:
    'Variance of the difference between original and masked values, as a percentage of the original variance; the ' +
    'mean over columns.',
  formula: '100 · mean over columns of Var(X_j − Y_j) / Var(X_j)',
  source: [
    { key: 'adam-wortmann-1989', where: 'the variance of the difference as the level of security' },
    { key: 'muralidhar-sarathy-1999', where: 'security of additive noise' },
    { key: 'domingo-ferrer-muralidhar-2016', where: 'section 4.2, why it does not compare methods' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'Additive noise has its own relative variance. Independent values from the same distribution have 200 %; a ' +
        'constant column of means has 100 %.',
    },
    {
      topic: 'limits',
      text:
        "Files with the same value may differ much in disclosure. Noise with the columns' correlations hides a record in " +
        'ten columns no better than in one; uncorrelated noise averages out over them. Both have the same variance in ' +
        'every column. Compare methods by risk/dld or risk/value-disclosure instead.',
    },
    {
      topic: 'limits',
      text:
        'A high value does not prove safety: −X has 400 % and discloses everything, and so does a column in other units. ' +
        'A few records moved far raise the value while the others are unchanged.',
    },
    {
      topic: 'missing',
      text:
        'Each column uses its own complete pairs. The metric omits records without a known origin, and columns that are ' +
        'constant in the original or have fewer than two pairs; the table counts them.',
    },
  ],
  kind: 'risk',
  high: {
    share: 0.95,
    meaning: 'on average over columns, the differences have only {value} of the original variance',
  },
  better: 'higher',
  unit: '%',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 0,
  cost: { time: 'O(np)' },
  params: z.object({}),
  plan: read,
})

function* read({ columns: names, rows }: MeasureFacts<unknown>): Plan<Measurement> {
  const tooFew = tooFewLinked(rows.pairs, rows.masked)
  if (tooFew !== undefined) return unmeasured(tooFew)
  const found = yield* readDifferences(names)
  const columns = new Map(
    names.map((name, j): [string, number | null] => {
      const { share } = found[j]
      return [name, share === null ? null : 100 * share]
    }),
  )
  const used = found.reduce((most, { share, pairs }) => (share === null ? most : Math.max(most, pairs)), 0)
  const missing = found.reduce((count, { pairs }) => count + rows.pairs - pairs, 0)
  const known = Float64Array.from([...columns.values()].filter((share) => share !== null))
  const tables = new Map([
    [
      'left-out',
      leftOut({
        [notUsed.withoutOrigin]: rows.masked - rows.pairs,
        [notUsed.missingCells]: missing,
        'columns without a value': columns.size - known.length,
      }),
    ],
  ])
  if (known.length === 0) {
    const reason = 'no column has two records with finite values in both files and a varying original'
    return { ...unmeasured(reason, 0, tables), columns }
  }
  return { value: mean(known), used, columns, tables }
}

interface Difference {
  /** Var(x − y)/Var(x) of the complete pairs; null if x does not vary, or the ratio is not finite. */
  readonly share: number | null
  /** Number of complete pairs. */
  readonly pairs: number
}

/** Computes the differences of all columns, from three passes over the pairs. */
function* readDifferences(names: readonly string[]): Plan<readonly Difference[]> {
  const paired = (block: Block, name: string): { readonly a: Float64Array; readonly b: Float64Array } =>
    pairedValues(numericValues(block.original, name), numericValues(block.masked, name))
  const before = names.map(
    (name): ReadColumn =>
      (block) =>
        paired(block, name).a,
  )
  const after = names.map(
    (name): ReadColumn =>
      (block) =>
        paired(block, name).b,
  )
  const plain = yield* readTotals('pairs', [...before, ...after])
  // The ratio has no unit: values are scaled so that their squares are doubles.
  const powers = names.map((_, j) => {
    const sizes = [plain[j].largest, plain[names.length + j].largest]
    return powerOfTotals({ ...plain[j], largest: Math.max(...sizes) })
  })
  const scaled = names.map(
    (_, j): ReadColumn =>
      (block) =>
        timesPower(before[j](block), powers[j]),
  )
  const differences = names.map((_, j): ReadColumn => (block) => {
    const other = timesPower(after[j](block), powers[j])
    return scaled[j](block).map((value, i) => value - other[i])
  })
  const columns = [...scaled, ...differences]
  const unscaled = columns.map(() => 0)
  const totals = yield* readTotals('pairs', columns)
  const variances = yield* readVariances('pairs', columns, { powers: unscaled, totals })
  return names.map((_, j) => {
    const { count, varies } = plain[j]
    const ratio = variances[names.length + j] / variances[j]
    return { share: count >= 2 && varies && Number.isFinite(ratio) ? ratio : null, pairs: count }
  })
}
