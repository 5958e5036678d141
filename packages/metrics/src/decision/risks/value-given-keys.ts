/**
 * Share of a confidential number's variation, left unexplained by the quasi-identifiers, that the person's masked record
 * explains.
 *
 * 100 · max over the columns x of (R²(x|S,Y) − R²(x|S))/(1 − R²(x|S)), R² adjusted; the greater of values and normal scores.
 * S are the related quasi-identifiers and non-confidential columns, with their levels. Y are all masked confidential numbers
 * of the record. It is the risk of a person whose record is found.
 * Source: Muralidhar & Sarathy 2007 (share of the unexplained variation); this project (adjusted, in normal scores, given keys).
 */
import { defineMetric, type MeasureInput, type Measurement, type PrepareInput } from '@sdc/core'
import { knownPairs, table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import { mean } from '@sdc/stats'
import { orthonormalBasis } from '@sdc/stats/internal'
import * as z from 'zod'
import { explainedVariance } from '../../model/explained-variance.js'
import { decisionColumns, finiteValues, releasedColumns } from '../columns/decision-columns.js'
import { riskOfRoles } from './key-linkage.js'
import { keyDesign, relatedKeys } from '../columns/key-relevance.js'
import { normalScores } from '../columns/normal-scores.js'

export const valueGivenKeysMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/value-given-keys',
  title: 'Value disclosure given the quasi-identifiers',
  summary:
    "Share of a confidential number's variation, unexplained by the quasi-identifiers, that the person's masked " +
    'record explains; the greatest over columns.',
  brief: [
    '0 % means that the record of a person who is found tells nothing, 100 % that it tells all.',
    'It applies to people who are found; how many are is another measure.',
  ],
  formula: '100 · max_x (R²(x|S,Y) − R²(x|S))/(1 − R²(x|S)), R² adjusted, the greater of values and normal scores',
  source: [
    { key: 'muralidhar-sarathy-2007', where: 'sections 2.1 and 5' },
    { where: 'This project: in normal scores, given the related quasi-identifiers' },
  ],
  notes: [
    {
      topic: 'choices',
      text:
        'A quasi-identifier is in S if it explains more than max(1 %, 4/n) of the normal scores of a value; a category ' +
        'counts by indicators of up to 20 levels. Non-confidential columns count with the quasi-identifiers, numbers by ' +
        'their normal scores as well. They are released unchanged, and masking of a value cannot undo what they disclose ' +
        '(risk/open-columns).',
    },
    {
      topic: 'interpretation',
      text:
        'It is the risk of a person who is found. risk/key-linkage measures how many are; risk/found-and-learned ' +
        'multiplies both.',
    },
    {
      topic: 'missing',
      text:
        'The metric omits records with a missing value in a numeric column, or of unknown origin. It omits masked ' +
        'columns that were recoded to classes.',
    },
  ],
  recordsOf: 'masked',
  high: {
    share: 0.5,
    meaning: 'the masked record of a person discloses {value} of the unknown part of a value',
  },
  cost: { time: 'O(n(p + q)²) for p values and q indicators of quasi-identifiers' },
  params: z.object({}),
  prepare,
  needsFile: () => ({
    why: 'its regressions use orthogonal columns as long as the file; risk/difference-variance runs out of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

interface Prepared {
  readonly related: readonly string[]
  readonly design: readonly Float64Array[]
  /** Complete original records, ascending, and an orthonormal basis of the design in them. */
  readonly rows: Int32Array
  readonly basis: readonly Float64Array[]
  readonly scores: ReadonlyMap<string, Float64Array>
}

function prepare(input: PrepareInput<unknown>): Prepared {
  const { keys, values } = decisionColumns(input)
  const scores = new Map(values.map((name) => [name, normalScores(finiteValues(input.original.column(name)))]))
  // Sorted by name, so that the order of the columns does not change even the last digit.
  const known = [...keys, ...input.roles.given.filter((name) => input.original.names.includes(name))]
  const related = relatedKeys(input.original, known, [...scores.values()]).sort()
  const open = related.filter((name) => !keys.includes(name)).map((name) => input.original.column(name))
  const inScores = open.flatMap((column) => (column.kind === 'numeric' ? [normalScores(finiteValues(column))] : []))
  const design = [...keyDesign(input.original, related), ...inScores]
  const all = Int32Array.from({ length: input.original.rows }, (_, i) => i)
  const rows = all.filter((i) => [...design, ...scores.values()].every((column) => !Number.isNaN(column[i])))
  return { related, design, rows, basis: basisOf(design, rows), scores }
}

function basisOf(design: readonly Float64Array[], rows: Int32Array): readonly Float64Array[] {
  return orthonormalBasis(design.map((values) => Float64Array.from(rows, (i) => values[i]))).basis
}

function measure(input: MeasureInput<unknown>): Measurement {
  const { original, masked, origin } = input
  const prepared = (input.prepared as Prepared | undefined) ?? prepare(input)
  const { released, warnings } = releasedColumns(decisionColumns(input), masked)
  const names = released.values.filter((name) => masked.column(name).kind === 'numeric').sort()
  if (names.length === 0) return unmeasured('no confidential column has numbers in both files')
  const pairs = knownPairs(origin)
  if (pairs.masked.length === 0) return unmeasured(unknownOrigin())
  const x = names.map((name) => finiteValues(original.column(name)))
  const y = names.map((name) => finiteValues(masked.column(name)))
  const isComplete = (r: number): boolean =>
    [...x, ...prepared.design].every((values) => !Number.isNaN(values[pairs.original[r]])) &&
    y.every((values) => !Number.isNaN(values[pairs.masked[r]]))
  // In the order of the original, so that the prepared basis can be used for every file with all its records.
  const complete = Int32Array.from(pairs.masked.keys())
    .filter(isComplete)
    .sort((a, b) => pairs.original[a] - pairs.original[b] || a - b)
  const n = complete.length
  const rows = complete.map((r) => pairs.original[r])
  const whole = n === prepared.rows.length && rows.every((row, i) => row === prepared.rows[i])
  const basis = whole ? prepared.basis : basisOf(prepared.design, rows)
  if (n <= basis.length + names.length + 1)
    return unmeasured(
      `${n} records with all values in both files are too few for ${basis.length + names.length} columns`,
      n,
    )
  const shares = (ofX: readonly Float64Array[], ofY: readonly Float64Array[]): Float64Array =>
    adjustedShares(
      ofX.map((values) => Float64Array.from(rows, (i) => values[i])),
      ofY.map((values) => Float64Array.from(complete, (r) => values[pairs.masked[r]])),
      basis,
    )
  const byValue = shares(x, y)
  const byScore = shares(
    names.map((name, j) => prepared.scores.get(name) ?? x[j]),
    y.map(normalScores),
  )
  const columns = new Map(
    names.map((name, j): [string, number | null] => {
      const share = Math.max(...[byValue[j], byScore[j]].filter((one) => !Number.isNaN(one)))
      return [name, Number.isFinite(share) ? 100 * share : null]
    }),
  )
  const measured = [...columns.values()].filter((value) => value !== null)
  if (measured.length === 0) return unmeasured('every column is constant or determined by the quasi-identifiers', n)
  const percents = (of: Float64Array): Float64Array => of.map((share) => 100 * share)
  return {
    value: Math.max(...measured),
    used: n,
    columns,
    tables: new Map([
      ['columns', table({ column: names, values: percents(byValue), 'normal scores': percents(byScore) })],
      ['related quasi-identifiers', table({ key: prepared.related })],
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/**
 * Returns the share (R²(x|S,Y) − R²(x|S))/(1 − R²(x|S)) of each column, R² adjusted for the number of independent
 * columns, at least 0.
 *
 * It is the R² of the residuals of x given S on those of Y given S (Frisch & Waugh): 1 − (1 − R²)f/(f − rank Y), f = n
 * − 1 − q.
 *
 * @param x - p columns of n values each.
 * @param y - r columns of n values each.
 * @param basis - q orthonormal columns of mean 0 with the span of S.
 * @returns Share of each column of x; NaN if it is constant, S determines it, or f ≤ rank Y. Cost: O(n(p + r)(p + q +
 *   r)).
 */
export function adjustedShares(
  x: readonly Float64Array[],
  y: readonly Float64Array[],
  basis: readonly Float64Array[],
): Float64Array {
  const restOfX = x.map((values) => restOf(values, basis))
  const { partial, rankOfMasked } = explainedVariance(
    restOfX,
    y.map((values) => restOf(values, basis)),
    [],
  )
  const free = (x[0]?.length ?? 0) - 1 - basis.length
  return partial.map((share, j) => {
    const determined = !(squares(restOfX[j]) > DETERMINED * squares(restOf(x[j], [])))
    return determined || free <= rankOfMasked
      ? Number.NaN
      : Math.max(0, 1 - ((1 - share) * free) / (free - rankOfMasked))
  })
}

/** Share of the variation of a column below which a residual is rounding. */
const DETERMINED = 1e-20

const squares = (values: Float64Array): number => values.reduce((sum, one) => sum + one * one, 0)

/** Returns the residual of a column given a basis; projected twice, so that it is orthogonal up to rounding. */
function restOf(values: Float64Array, basis: readonly Float64Array[]): Float64Array {
  const centre = mean(values)
  const rest = values.map((value) => value - centre)
  for (let round = 0; round < 2; round++)
    for (const q of basis) {
      let product = 0
      for (let i = 0; i < rest.length; i++) product += q[i] * rest[i]
      for (let i = 0; i < rest.length; i++) rest[i] -= product * q[i]
    }
  return rest
}
