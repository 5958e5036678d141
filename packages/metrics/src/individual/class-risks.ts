import { approximateIndividualRisk, individualRisk } from '@sdc/stats/internal'
import type { KeyFrequencies } from '@sdc/toolkit'
import { isBelow } from './sample-weights.js'

/** Form of r, computed from f and p. */
type RiskForm = 'exact' | 'approximate'

/** Individual risks of records. */
interface ClassRisks {
  /** Risk of each record, from 0 to 1. */
  readonly risks: Float64Array
  /** F of each record, at least f. */
  readonly F: Float64Array
  /** Number of records whose F was below f. */
  readonly raised: number
}

/**
 * Computes r of every record from f, the number of matches in the sample, and F, the number in the population; once for
 * all records of a class with the same f and F.
 *
 * F < f, from weights below 1, counts as F = f: the population has at least the records of the sample, and r = 1/f is
 * the largest possible risk.
 *
 * @param counted - The classes, and f and F of every record.
 * @param F - F of every record.
 * @param form - Form of r.
 * @returns r, and F as it was used. Cost: O(n), and some 60 terms a class.
 */
export function classRisks(
  { classes: { ids, firsts }, f }: Pick<KeyFrequencies, 'classes' | 'f'>,
  F: Float64Array,
  form: RiskForm,
): ClassRisks {
  const riskOf = form === 'exact' ? individualRisk : approximateIndividualRisk
  const risks = new Float64Array(f.length)
  const raised = f.reduce((count, one, i) => count + Number(isBelow(F[i], one)), 0)
  const used = F.map((one, i) => (isBelow(one, f[i]) ? f[i] : one))
  for (let i = 0; i < f.length; i++) {
    const first = firsts[ids[i]]
    // A record with a missing key counts in full for itself only: with weights, F differs within its class.
    const known = first < i && f[i] === f[first] && used[i] === used[first]
    risks[i] = known ? risks[first] : riskOf(f[i], Math.min(1, f[i] / used[i]))
  }
  return { risks, F: used, raised }
}
