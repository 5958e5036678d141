import { claimed, type Claim, type Column } from '@sdc/core'
import { mean, standardDeviation } from '@sdc/stats'
import { artificialFile, columnsOfKinds } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { frame, outputColumn, overCases, run, type Frame, type MethodSubject } from './run/run-method.js'

/** Number of records for which the share of the rarest category, about 4 %, is approximately normal in a draw. */
const RECORDS = 4_000
const DRAWS = 20
/** Maximum number of compared shares for which a run of this check fails by chance with probability 1e-7. */
const MOST_SHARES = 1000
/** Student's quantile with DRAWS − 1 degrees of freedom at 1 − 1e-7/(2 · MOST_SHARES). */
const STUDENT = 12.692

/**
 * Checks that the draws have the original's expected share of every category. The mean share of `DRAWS` draws may
 * differ from the original's by at most Student's quantile times its standard error.
 */
export function expectedMarginalsCheck(subject: MethodSubject, claim: Claim): Promise<Check> {
  const { method, cases } = subject
  const name = 'over its draws every category keeps its frequency, as it claims (expectedMarginals)'
  return runCheck(method.id, name, () => {
    const kinds = method.traits.accepts.filter((kind) => kind !== 'numeric')
    if (kinds.length === 0) return ['expected a method that accepts categories: the claim is about no other column']
    const made = cases.filter(({ params }) => claimed(claim, params))
    if (made.length === 0)
      return [`expected the defaults or an example with ${JSON.stringify(claim)}, got none: the claim cannot be tested`]
    const on = frame(method, artificialFile(RECORDS, 'draws'), columnsOfKinds(kinds))
    const shares = on.columns.reduce((sum, one) => sum + sharesOf(on.data.column(one)).size, 0) * made.length
    if (shares > MOST_SHARES)
      return [`expected at most ${MOST_SHARES} shares to compare, got ${shares}: name fewer examples`]
    return overCases({ method, cases: made }, [on], (params, one) => shareProblems(subject, one, params))
  })
}

async function shareProblems({ method }: MethodSubject, on: Frame, params: unknown): Promise<string[]> {
  const expected = on.columns.map((name) => sharesOf(on.data.column(name)))
  const bound = STUDENT / Math.sqrt(DRAWS)
  const drawn: Map<string, number>[][] = []
  for (let seed = 1; seed <= DRAWS; seed++) {
    const { files } = await run(method, on, params, { seed })
    const columns = on.columns.map((name) => outputColumn(on, files[0], name))
    drawn.push(columns.map((column) => (column ? sharesOf(column) : new Map<string, number>())))
  }
  return on.columns.flatMap((name, j) =>
    [...expected[j]].flatMap(([level, share]) => {
      const shares = Float64Array.from(drawn, (columns) => columns[j].get(level) ?? 0)
      const difference = Math.abs(mean(shares) - share)
      // Constant shares have only rounding errors.
      if (difference <= bound * standardDeviation(shares) + 1e-12) return []
      return [
        `expected ${level} in a share of ${share} of ${name}, on average over ${DRAWS} draws, got ${mean(shares)}`,
      ]
    }),
  )
}

/** Frequency of each category among the records with a value. */
function sharesOf(column: Column): Map<string, number> {
  if (column.kind === 'numeric') return new Map()
  const counts = new Map(column.levels.map((level) => [level, 0]))
  let present = 0
  for (const code of column.codes) {
    if (code < 0) continue
    present++
    const level = column.levels[code]
    counts.set(level, (counts.get(level) ?? 0) + 1)
  }
  return new Map([...counts].map(([level, count]) => [level, count / Math.max(1, present)]))
}
