import { claimed, columnLength, kParameter, type Claim, type Column, type Dataset } from '@sdc/core'
import { covarianceMatrix, mean } from '@sdc/stats'
import { runCheck, type Check } from '../shared/check.js'
import { expectedMarginalsCheck } from './method-expected.js'
import { frames, madeOnce, outputColumn, overCases, unevenFrame, type MethodSubject } from './run/run-method.js'

/**
 * The contract's own bound, relative to the standard deviations: about 10⁶ times the rounding error of a sum of 101
 * terms.
 */
const TOLERANCE = 1e-9

type Compare = (before: readonly Column[], after: readonly Column[], names: readonly string[]) => string[]

/** Checks the claims of a method, for the parameters for which it makes them. */
export async function claimChecks(subject: MethodSubject): Promise<Check[]> {
  const { claims } = subject.method.traits
  const made: readonly (readonly [string, Claim | undefined, Compare])[] = [
    ['it keeps the marginals, as it claims (marginals)', claims.marginals, marginalProblems],
    ['it keeps differences between columns, as it claims (differences)', claims.differences, differenceProblems],
    ['it keeps the means, as it claims (means)', claims.means, meanProblems],
    ['it keeps the correlations, as it claims (correlations)', claims.correlations, correlationProblems],
    ['it keeps the covariances, as it claims (covariances)', claims.covariances, covarianceProblems],
  ]
  const checks: Check[] = []
  for (const [name, claim, compare] of made) {
    if (claim !== undefined && claim !== false)
      checks.push(await runCheck(subject.method.id, name, () => claimProblems(subject, claim, compare)))
  }
  if (claims.kAnonymousBy !== undefined) {
    checks.push(
      await runCheck(
        subject.method.id,
        'every combination of masked values occurs k times, as it claims (kAnonymousBy)',
        () => kProblems(subject),
      ),
    )
  }
  if (claims.expectedMarginals !== undefined && claims.expectedMarginals !== false)
    checks.push(await expectedMarginalsCheck(subject, claims.expectedMarginals))
  return checks
}

/** A claim that holds for no set of parameters is never tested: this is a problem, too. */
async function claimProblems({ method, cases }: MethodSubject, claim: Claim, compare: Compare): Promise<string[]> {
  const made = cases.filter(({ params }) => claimed(claim, params))
  if (made.length === 0)
    return [`expected the defaults or an example with ${JSON.stringify(claim)}, got none: the claim cannot be tested`]
  const on = [...frames(method), ...(method.traits.accepts.includes('numeric') ? [unevenFrame(method)] : [])]
  return overCases({ method, cases: made }, on, async (params, one) => {
    const { files } = await madeOnce(method, one, params)
    return files.flatMap((file) => {
      const present = one.columns.filter((name) => outputColumn(one, file, name) !== null)
      const after = present.flatMap((name) => outputColumn(one, file, name) ?? [])
      return compare(columnsOf(one.original, present), after, present)
    })
  })
}

function columnsOf(file: Dataset, names: readonly string[]): Column[] {
  return names.map((name) => file.column(name))
}

export function marginalProblems(
  before: readonly Column[],
  after: readonly Column[],
  names: readonly string[],
): string[] {
  return names
    .filter((_, j) => !samePool(before[j], after[j]))
    .map((name) => `expected ${name} to be a permutation of the original's values, it is not`)
}

function samePool(a: Column, b: Column): boolean {
  if (columnLength(a) !== columnLength(b)) return false
  if (a.kind === 'numeric' && b.kind === 'numeric') {
    const [x, y] = [a.values.slice().sort(), b.values.slice().sort()]
    return x.every((value, i) => Object.is(value, y[i]))
  }
  if (a.kind === 'numeric' || b.kind === 'numeric') return false
  const labels = ({ codes, levels }: typeof a): string =>
    JSON.stringify(Array.from(codes, (code) => levels[code] ?? null).sort())
  return labels(a) === labels(b)
}

/** Numeric columns only: claims about moments do not apply to categories. */
function numbers(columns: readonly Column[]): Float64Array[] {
  return columns.flatMap((column) => (column.kind === 'numeric' ? [column.values] : []))
}

function numericNames(columns: readonly Column[], names: readonly string[]): string[] {
  return names.filter((_, j) => columns[j].kind === 'numeric')
}

/** Differences of a record's shift between columns by more than rounding. */
function differenceProblems(before: readonly Column[], after: readonly Column[], names: readonly string[]): string[] {
  const [x, y] = [numbers(before), numbers(after)]
  if (y.length < x.length) return ['expected the numbers to stay numbers, as a claim about differences needs']
  return numericNames(before, names).flatMap((name, j) => {
    const isSame = y[j].every((value, i) => {
      const scale = Math.max(1, Math.abs(x[0][i]), Math.abs(x[j][i]))
      return Math.abs(value - x[j][i] - (y[0][i] - x[0][i])) <= TOLERANCE * scale
    })
    return isSame ? [] : [`expected ${name} to move by the same number as ${names[0]} in each record`]
  })
}

function meanProblems(before: readonly Column[], after: readonly Column[], names: readonly string[]): string[] {
  const [x, y] = [numbers(before), numbers(after)]
  if (y.length < x.length) return ['expected the numbers to stay numbers, as a claim about moments needs']
  const covariances = covarianceMatrix(x)
  return numericNames(before, names).flatMap((name, j) => {
    const difference = Math.abs(mean(y[j]) - mean(x[j])) / Math.sqrt(covariances.get(j, j))
    return difference <= TOLERANCE
      ? []
      : [`expected the mean of ${name} to be the original's to ${TOLERANCE} of its sd, it differs by ${difference}`]
  })
}

function covarianceProblems(before: readonly Column[], after: readonly Column[], names: readonly string[]): string[] {
  return [...meanProblems(before, after, names), ...matrixProblems(before, after, names, 'covariance')]
}

function correlationProblems(before: readonly Column[], after: readonly Column[], names: readonly string[]): string[] {
  return matrixProblems(before, after, names, 'correlation')
}

function matrixProblems(
  before: readonly Column[],
  after: readonly Column[],
  names: readonly string[],
  what: 'covariance' | 'correlation',
): string[] {
  if (numbers(after).length < numbers(before).length)
    return ['expected the numbers to stay numbers, as a claim about moments needs']
  const [x, y] = [covarianceMatrix(numbers(before)), covarianceMatrix(numbers(after))]
  const shown = numericNames(before, names)
  const problems: string[] = []
  for (let i = 0; i < shown.length; i++) {
    for (let j = 0; j < i + (what === 'covariance' ? 1 : 0); j++) {
      const scale = Math.sqrt(x.get(i, i) * x.get(j, j))
      const its = what === 'covariance' ? scale : Math.sqrt(y.get(i, i) * y.get(j, j))
      const difference = Math.abs(y.get(i, j) / its - x.get(i, j) / scale)
      if (!(difference <= TOLERANCE)) {
        problems.push(
          `expected the ${what} of ${shown[j]} and ${shown[i]} to be the original's to ${TOLERANCE}, ` +
            `relative to the sd, it differs by ${difference}`,
        )
      }
    }
  }
  return problems
}

async function kProblems({ method, cases }: MethodSubject): Promise<string[]> {
  const made = cases.filter(({ params }) => kParameter(method.traits, params) !== null)
  if (made.length === 0)
    return ['expected the defaults or an example that claims it, got none: the claim cannot be tested']
  return overCases({ method, cases: made }, frames(method), async (params, one) => {
    const parameter = kParameter(method.traits, params) ?? ''
    const k = (params as Readonly<Record<string, unknown>>)[parameter]
    if (typeof k !== 'number') return [`expected the parameter ${parameter} to be a number, got ${JSON.stringify(k)}`]
    const { files } = await madeOnce(method, one, params)
    return files.flatMap((file) => {
      const columns = one.columns.flatMap((name) => outputColumn(one, file, name) ?? [])
      const sets = method.traits.scope !== 'file' ? columns.map((column) => [column]) : [columns]
      return sets.flatMap((set) => {
        const least = leastFrequent(set)
        return least >= k
          ? []
          : [`expected every combination of masked values ${k} times (${parameter}), got one ${least} times`]
      })
    })
  })
}

/** Frequency of the rarest combination of values; infinite for a dropped file. */
function leastFrequent(columns: readonly Column[]): number {
  if (columns.length === 0) return Number.POSITIVE_INFINITY
  const counts = new Map<string, number>()
  for (let i = 0; i < columnLength(columns[0]); i++) {
    const key = columns
      .map((column) => String(column.kind === 'numeric' ? column.values[i] : column.codes[i]))
      .join('|')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Math.min(...counts.values())
}
