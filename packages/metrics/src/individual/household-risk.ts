import { expm1, log1p } from '@sdc/stats'

/**
 * Computes the risk that at least one member of a household is re-identified: 1 − Π(1 − r) over its members, as if they
 * were independent.
 *
 * @param risks - r of every record, from 0 to 1.
 * @param households - Household of every record, numbered from 0; −1 if missing: such a record is its own household.
 * @returns Risk of its household for every record. Computed by the logarithm, so that small risks keep their digits:
 *   1 − Π(1 − r) = −(e^Σ ln(1 − r) − 1). Cost: O(n). Source: Templ, Kowarik & Meindl 2015, hierarchical risk.
 */
export function householdRisks(risks: Float64Array, households: Int32Array): Float64Array {
  const count = households.reduce((most, id) => Math.max(most, id), -1) + 1
  const safe = new Float64Array(count)
  for (let i = 0; i < risks.length; i++) if (households[i] >= 0) safe[households[i]] += log1p(-risks[i])
  return risks.map((risk, i) => (households[i] < 0 ? risk : -expm1(safe[households[i]])))
}

/**
 * Counts the households whose members have different weights.
 *
 * @param weights - Weight of every record.
 * @param households - Household of every record, −1 if missing.
 * @returns Their number. Cost: O(n).
 */
export function unevenHouseholds(weights: Float64Array, households: Int32Array): number {
  const count = households.reduce((most, id) => Math.max(most, id), -1) + 1
  const first = new Float64Array(count).fill(Number.NaN)
  const uneven = new Uint8Array(count)
  households.forEach((id, i) => {
    if (id < 0) return
    if (Number.isNaN(first[id])) first[id] = weights[i]
    else if (weights[i] !== first[id]) uneven[id] = 1
  })
  return uneven.reduce((total, one) => total + one, 0)
}
