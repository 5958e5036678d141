import type { Units } from '@sdc/toolkit/internal'
import { countBits } from './problem/key-sets.js'
import { peopleFound, personsFound } from './people-found.js'
import { costOf, type SuppressionProblem } from './problem/problem.js'

/** Result of a suppression. */
export interface SuppressionOutcome {
  readonly names: readonly string[]
  readonly problem: SuppressionProblem
  readonly masks: Int32Array
  readonly lowerBound: number
  readonly proved: boolean
  /** Records that matched too few before. */
  readonly unsafe: Int32Array
  /** Persons of the records, if records of one person have different keys. */
  readonly persons?: Units | undefined
  readonly params: { readonly protect: 'file' | 'record' | 'person' }
}

/**
 * Returns numbers for the report, and messages for the user.
 *
 * @param outcome - Problem and result.
 * @returns Report and warnings.
 */
export function suppressionReport({
  names,
  problem,
  masks,
  lowerBound,
  proved,
  unsafe,
  persons,
  params,
}: SuppressionOutcome): {
  readonly report: ReadonlyMap<string, number>
  readonly warnings: readonly string[]
} {
  const { weights, codes } = problem
  const cells = masks.reduce((sum, bits) => sum + countBits(bits), 0)
  const changed = masks.reduce((sum, bits) => sum + (bits === 0 ? 0 : 1), 0)
  const byKey = names.map((_, j) => masks.reduce((sum, bits) => sum + ((bits >> j) & 1), 0))
  const cost = costOf(problem, masks)
  const weighted = weights.some((weight) => weight !== 1)
  const untouched = unsafe.reduce((sum, i) => sum + (masks[i] === 0 ? 1 : 0), 0)
  const found = persons ? personsFound(problem, masks, persons) : peopleFound(problem, masks)
  const report = new Map<string, number>([
    ['unsafe records', unsafe.length],
    ['suppressed cells', cells],
    ...names.map((name, j): [string, number] => [`suppressed cells of ${name}`, byKey[j]]),
    ['records with suppressed cells', changed],
    ['unsafe records that kept all quasi-identifiers', untouched],
    ['people whose true quasi-identifiers fit too few records', found.few],
    ['people whose true quasi-identifiers fit one record', found.one],
    ...(weighted ? [['weight of the suppressed cells', cost] as const] : []),
    ['lower bound', lowerBound],
    ['gap', Math.max(0, cost - lowerBound)],
    ['proved optimal', proved ? 1 : 0],
  ])
  if (unsafe.length === 0)
    return {
      report,
      warnings: ['nothing is suppressed: every record already matches enough records in its quasi-identifiers'],
    }
  const lost = names.flatMap((name, j) => (byKey[j] > 0 ? [`${name} ${byKey[j]}`] : []))
  const what = weighted ? `a weight of ${shown(cost)}` : `${cells}`
  const bound = weighted ? `a weight of ${shown(lowerBound)}` : shown(lowerBound)
  const wildcard = problem.rule.missing === 'wildcard'
  const least = cost - lowerBound <= 1e-9 * cost
  const kind = wildcard && !proved ? ' if no record loses more than it needs itself' : ''
  const how = !least
    ? `${what} by a heuristic, at least ${bound}${kind}`
    : wildcard && params.protect === 'record'
      ? 'the minimum that makes each of them safe by itself'
      : `the minimum${kind}`
  const warnings = [
    `${cells} of ${codes.length * masks.length} values are suppressed (${lost.join(', ')}) for ` +
      `${unsafe.length} unsafe records: ${how}`,
  ]
  if (untouched > 0)
    warnings.push(
      `${untouched} unsafe ` +
        `${untouched === 1 ? 'record keeps all its values and is' : 'records keep all their values and are'} ` +
        'safe only if a missing value of another record counts as a match; protect: record suppresses in each of ' +
        'them',
    )
  if (found.few > 0)
    warnings.push(
      `suppression does not hide ${found.few} of ${persons?.count ?? masks.length} people: their true ` +
        `quasi-identifiers fit fewer than k released ${persons ? 'persons' : 'records'}, those of ${found.one} ` +
        `only one (risk/compatible)${persons ? '' : '; protect: person suppresses until they fit k'}`,
    )
  const present = codes.reduce((sum, of) => sum + of.reduce((count, code) => count + (code >= 0 ? 1 : 0), 0), 0)
  if (cells === present)
    warnings.push('every quasi-identifier of every record is suppressed: no information about them remains')
  return { report, warnings }
}

function shown(weight: number): string {
  return String(Math.round(weight * 1e4) / 1e4)
}
