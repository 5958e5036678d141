import type { Row } from '../compare/comparison.js'
import { fileRisk, type FileRisk } from '../risk/file-risk.js'
import { unitText } from '../ground/value-text.js'
import { isBeyond, type Limit } from '../limits/limits.js'
import type { Ground } from './ground.js'
import type { Yardsticks } from './yardsticks.js'

/** Files of fewer people than this are published as tables. */
const FEW = 100
/** So many keys are left out at most. */
const LEFT_OUT = 3

/**
 * What would help where nothing can be chosen: the key without which fewest records are unique, and what is done with files of
 * few people.
 *
 * @param ground - The comparison.
 * @param nearest - The pair that comes nearest to the limits.
 * @param limits - What plans are held to.
 * @param marks - What independent data have: a limit below that nothing keeps.
 * @returns Things to do, a clause each.
 */
export function decisionAdvice(
  ground: Ground,
  nearest: Row | undefined,
  limits: readonly Limit[],
  marks: Yardsticks,
): string[] {
  const { original, sides } = ground
  const { identity } = fileRisk(original, { keys: sides.keys, maxSize: 0, steps: LEFT_OUT })
  const limit = nearest?.beyond[0]?.limit.metric.id
  const failsByKeys =
    nearest === undefined || nearest.beyond.some(({ limit: one }) => marks.dependsOn('keys', one.metric.id))
  return [
    ...limits.flatMap((one) => hopeless(one, marks)),
    ...(identity && failsByKeys ? leavingOut(identity, original.rows) : []),
    ...(original.rows < FEW ? [`${original.rows} records are few: publish tables of them (sdc table build)`] : []),
    ...(original.rows >= FEW && limit !== undefined
      ? [`raise the limit of ${limit} (--limit) where the file goes to a safe room only`]
      : []),
    ...(sides.keys.length === 0 ? ['say in a schema which columns are quasi-identifiers (sdc inspect --write)'] : []),
  ]
}

/** A limit that data which know nothing of the original do not keep. */
function hopeless(limit: Limit, { independent }: Yardsticks): string[] {
  const value = independent.get(limit.metric.id)?.measurement.value ?? null
  if (limit.metric.kind !== 'risk' || value === null || !isBeyond(limit, value)) return []
  const shown = unitText(Number(value.toPrecision(2)), limit.metric)
  return [
    `raise the limit of ${limit.metric.id}: data that know nothing of the original have ${shown}, and nothing keeps less`,
  ]
}

/** The keys to leave out, one after the other, until half of the records that were unique are not. */
function leavingOut({ unique, leaveOut }: NonNullable<FileRisk['identity']>, records: number): string[] {
  const enough = leaveOut.findIndex((step) => 2 * step.unique <= unique)
  const steps = enough < 0 ? [] : leaveOut.slice(0, enough + 1)
  const last = steps.at(-1)
  if (last === undefined) return []
  const [names, them] = [steps.map(({ key }) => key).join(', '), steps.length === 1 ? 'it' : 'them']
  return [
    `leave ${names} out or make ${them} coarser: without ${them} ${percent(last.unique / records)} of the records are unique, with ${them} ${percent(unique / records)}`,
  ]
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`
}
