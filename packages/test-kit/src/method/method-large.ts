import { claimed, takeColumn, type Claim, type Column, type MaskedFile } from '@sdc/core'
import { correlate, normalQuantile, rank, residualise } from '@sdc/stats'
import { artificialFile } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { framesOf, madeOnce, outputColumn, overCases, type Frame, type MethodSubject } from './run/run-method.js'

/** With this number of records, noise of a fifth of the variance is visible in a correlation of one half. */
const LARGE = 10_000

/**
 * Bounds of a difference of correlations: chance changes one by about √2·(1 − r²)/√n, and Pearson's by several times as
 * much in the heavy tails of the artificial income.
 */
const PEARSON_BOUND = 8 / Math.sqrt(LARGE)
const SPEARMAN_BOUND = 6 / Math.sqrt(LARGE)

/** Checks the claims of a method about large files, for the parameters for which it makes them. */
export async function largeChecks(subject: MethodSubject): Promise<Check[]> {
  const { claims: made } = subject.method.traits
  const claims: readonly (readonly [string, Claim | undefined, Find])[] = [
    [
      'a large file keeps nearly its correlations, as it claims (approachesCorrelations)',
      made.approachesCorrelations,
      (on, file) => correlationProblems(on, file, 'pearson', PEARSON_BOUND),
    ],
    [
      'a large file keeps nearly its rank correlations, as it claims (approachesRankCorrelations)',
      made.approachesRankCorrelations,
      (on, file) => correlationProblems(on, file, 'spearman', SPEARMAN_BOUND),
    ],
    [
      'the masked values tell nothing of the original ones, as it claims (independentGiven)',
      made.independentGiven,
      dependenceProblems,
    ],
  ]
  const checks: Check[] = []
  let on: readonly Frame[] | undefined
  for (const [name, claim, find] of claims) {
    if (claim === undefined || claim === false) continue
    on ??= framesOf(subject.method, artificialFile(LARGE, 'large'))
    const large = on
    checks.push(await runCheck(subject.method.id, name, () => largeProblems(subject, large, claim, find)))
  }
  return checks
}

type Find = (on: Frame, file: MaskedFile) => string[]

async function largeProblems(
  { method, cases }: MethodSubject,
  on: readonly Frame[],
  claim: Claim,
  find: Find,
): Promise<string[]> {
  const made = cases.filter(({ params }) => claimed(claim, params))
  if (made.length === 0)
    return [`expected the defaults or an example with ${JSON.stringify(claim)}, got none: the claim cannot be tested`]
  return overCases({ method, cases: made }, on, async (params, one) => {
    const { files } = await madeOnce(method, one, params)
    return files.flatMap((file) => find(one, file))
  })
}

/** Numeric columns before and after, given ones too, if the masked file still has them. */
export function linkedColumns(
  on: Frame,
  file: MaskedFile,
  names: readonly string[],
): [string, Float64Array, Float64Array][] {
  return names.flatMap((name) => {
    const [before, after]: (Column | null)[] = [on.data.column(name), outputColumn(on, file, name)]
    if (before?.kind !== 'numeric' || after?.kind !== 'numeric') return []
    // A synthetic record has no given value of its own.
    return after.values.every(Number.isNaN) ? [] : [[name, before.values, after.values]]
  })
}

function correlationProblems(on: Frame, file: MaskedFile, kind: 'pearson' | 'spearman', bound: number): string[] {
  const columns = linkedColumns(on, file, [...on.columns, ...on.given])
  const before = correlate(
    columns.map(([, values]) => values),
    kind,
  )
  const after = correlate(
    columns.map(([, , values]) => values),
    kind,
  )
  const called = { pearson: 'Pearson', spearman: 'Spearman' }[kind]
  const problems: string[] = []
  columns.forEach(([first], i) =>
    columns.slice(0, i).forEach(([second], j) => {
      if (on.given.includes(first) && on.given.includes(second)) return
      const difference = Math.abs(after.get(i, j) - before.get(i, j))
      if (!(difference <= bound)) {
        problems.push(
          `expected the ${called} correlation of ${second} and ${first} to differ by at most ${bound} in ${LARGE} ` +
            `records, it differs by ${difference}`,
        )
      }
    }),
  )
  return problems
}

/**
 * Tests what the masked columns explain of an original one beyond the given ones, all as normal scores. The artificial
 * file is normal on that scale, so that the regression on the given columns is linear. Then n·R² of the residuals is χ²
 * distributed with one degree of freedom for each masked column. The bound is its quantile at 1 − 1e-7 (Wilson and
 * Hilferty).
 */
function dependenceProblems(on: Frame, file: MaskedFile): string[] {
  const { origin } = file
  // A synthetic record has no person.
  if (origin?.some((row) => row < 0)) return []
  const originals = on.columns.flatMap((name) => {
    const column = origin ? takeColumn(on.data.column(name), origin) : on.data.column(name)
    return column.kind === 'numeric' ? [normalScores(column.values)] : []
  })
  const masked = linkedColumns(on, file, on.columns).map(([, , after]) => normalScores(after))
  const given = linkedColumns(on, file, on.given).map(([, , after]) => normalScores(after))
  const p = masked.length
  const root = 1 - 2 / (9 * p) + 5.2 * Math.sqrt(2 / (9 * p))
  const bound = p * root * root * root
  const rest = residualise(originals, given)
  const unexplained = residualise(originals, [...given, ...masked])
  return on.columns.flatMap((name, j) => {
    const explained = rest[j].length * (1 - squares(unexplained[j]) / squares(rest[j]))
    return explained <= bound
      ? []
      : [
          `expected the masked values to explain nothing of ${name} beyond the given columns (n·R² up to ${bound}), ` +
            `they explain ${explained}`,
        ]
  })
}

function normalScores(values: Float64Array): Float64Array {
  return rank(values, 'average').map((place) => normalQuantile(place / (values.length + 1)))
}

function squares(values: Float64Array): number {
  return values.reduce((total, value) => total + value * value, 0)
}
