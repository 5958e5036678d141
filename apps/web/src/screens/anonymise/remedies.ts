import type { Judgement } from '@sdc/release'
import { isRefused } from '@sdc/release'
import type { Anonymity } from '../../worker/protocol/settings-types.js'

/** A change of the requirements that helps to reach a limit, with the text of its button. */
export interface Remedy {
  readonly text: string
  readonly change: Partial<Anonymity>
}

/** Risks by the quasi-identifiers, which a larger k lowers in proportion. */
const byKeys = ['risk/key-linkage', 'risk/certain-linkage']
/** Risks by confidential numbers, which larger groups lower. */
const byNumbers = ['risk/value-linkage', 'risk/dld', 'risk/value-disclosure', 'permutation/level', 'risk/learned']

/**
 * Lists changes of the requirements that lower the risks beyond their limits.
 *
 * @param judgement - Judgement of the release by the policy.
 * @param anonymity - Requirements of the release.
 * @returns The changes.
 */
export function remedies({ criteria }: Judgement, { k, t, grouped }: Anonymity): Remedy[] {
  const missed = criteria.filter(({ state }) => isRefused(state))
  const factors = missed.flatMap(({ metric = '', worst, limit }) =>
    byKeys.includes(metric) && worst !== null && limit !== null && limit > 0 ? [worst / limit] : [],
  )
  const more = Math.ceil(k * Math.max(1, ...factors))
  const isByNumbers = missed.some(({ metric = '' }) => byNumbers.includes(metric))
  // The unexplained part of a value grows with the square of the group size.
  const wanted = missed.map(({ metric, worst, limit }) =>
    metric === 'risk/value-disclosure' && worst !== null && worst < 100 && limit !== null
      ? 1.5 * Math.sqrt((100 - limit) / (100 - worst))
      : 2,
  )
  const groups = grouped === undefined ? 20 : Math.ceil(grouped * Math.max(2, ...wanted))
  return [
    ...(more > k ? [{ text: `Set k to ${more}`, change: { k: more } }] : []),
    // t compares with the values of the file, which groups change.
    ...(isByNumbers && t === undefined
      ? [{ text: `Replace confidential numbers by means of ${groups} records`, change: { grouped: groups } }]
      : []),
  ]
}
