import { asNote, option, type Dataset, type Message, type Registry } from '@sdc/core'
import { refuseUnmeasurable, rolesOf, withLimited, type FileSchema, type Limit, type MetricPlan } from '@sdc/engine'
import { findColumns } from '../match/find-columns.js'
import { matchIfLinked, type PossibleLink } from '../match/match-if-linked.js'
import { chancePositions } from '../match/chance-positions.js'
import type { Matched } from '../match/match-records.js'
import { measureMasked, type MeasuredFile } from './measure-masked.js'
import { metricPlans } from './metric-plans.js'
import { usualProfile, type RecordLinks } from './profiles.js'

/** Original and masked file of any program, in memory. */
export interface PairToMeasure {
  readonly original: Dataset
  readonly masked: Dataset
  readonly schema?: FileSchema | undefined
  /** Correspondence of their records. */
  readonly link: PossibleLink
}

/** Metrics and columns of a pair; every field may be left out. */
export interface PairRequest {
  /** The masked columns; by default they are found. */
  readonly columns?: 'all' | readonly string[] | undefined
  readonly given?: readonly string[] | undefined
  /** Columns whose groups are measured, too. */
  readonly by?: readonly string[] | undefined
  /** Ids of the metrics; by default the fast ones for the kinds of the columns. */
  readonly metrics?: readonly string[] | undefined
  /** Metrics with their parameters, in the place of `metrics` and `set`. */
  readonly plans?: readonly MetricPlan[] | undefined
  /** Parameters of metrics: `id.name=value`. */
  readonly set?: readonly string[] | undefined
  readonly limits?: readonly Limit[] | undefined
  readonly seed?: string | undefined
  readonly population?: Dataset | undefined
  readonly control?: Dataset | undefined
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

/**
 * Measures a masked file of any program: links its records, finds the masked columns, and measures the usual metrics.
 *
 * @param registry - Methods and metrics.
 * @param pair - Both files.
 * @param request - Columns, metrics and settings.
 * @returns The values, and the messages for the user.
 * @throws The errors of linking, of finding the columns, and of measuring.
 */
export async function measurePair(
  registry: Registry,
  { original, masked, schema, link }: PairToMeasure,
  request: PairRequest,
): Promise<{ readonly result: MeasuredFile; readonly messages: readonly Message[] }> {
  const { columns: wanted, given, by = [], metrics: named, plans, set = [], limits = [], ...rest } = request
  const { population, control } = rest
  const matched = withoutChance(original, masked, matchIfLinked(original, masked, link))
  const { key } = link
  const { columns, messages: found } = findColumns(original, masked, wanted, {
    schema,
    besides: [...(given ?? []), ...by],
    key,
    kind: 'any',
    rolesMayLack: true,
    registry,
    link,
    matched,
  })
  const usual =
    named === undefined && plans === undefined
      ? usualProfile(registry, original, columns, { population, control, rules: schema?.rules }, linksOf(matched))
      : undefined
  const metrics = withLimited(plans ?? metricPlans(registry, named, set, usual?.ids), limits)
  refuseUnmeasurable(limits, { columns, roles: rolesOf(original, schema), original })
  const outcome = await measureMasked(
    { original, masked, matched },
    { columns, given, by, metrics, schema, ...rest },
    registry,
  )
  const left = usual?.costly.filter((id) => !metrics.some(({ use }) => use === id)) ?? []
  const slower =
    left.length === 0
      ? []
      : [asNote(`${left.length} slower metrics are left out: ${option('profile', 'all')} measures them`)]
  const others = usual !== undefined && matched.isSynthetic === true ? [asNote(NEW_RECORDS)] : []
  const messages = [...matched.messages, ...found, ...outcome.messages, ...others, ...slower]
  return { result: outcome.result, messages }
}

const NEW_RECORDS = "risks of real records, such as k-anonymity, are left out: synthetic records are nobody's"

/** Treats records that agree by chance only as unlinked. */
function withoutChance(original: Dataset, masked: Dataset, matched: Matched): Matched {
  const messages = chancePositions(original, masked, matched)
  if (messages.length === 0) return matched
  return { matching: 'none', origin: new Int32Array(masked.rows).fill(-1), messages }
}

function linksOf({ matching, isSynthetic = false }: Matched): RecordLinks {
  if (matching !== 'none') return 'linked'
  return isSynthetic ? 'synthetic' : 'unlinked'
}
