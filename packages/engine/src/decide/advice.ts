import type { Row } from '../compare/comparison.js'
import { fileRisk, type FileRisk } from '../risk/file-risk.js'
import { unitText } from '../ground/value-text.js'
import { isBeyond, type Limit } from '../limits/limits.js'
import type { Ground } from './ground.js'
import { told } from './screen-parts.js'
import type { Yardsticks } from './yardsticks.js'

/** Number of records below which a file is better published as tables. */
const FEW = 100
/** Maximum number of quasi-identifiers that the advice leaves out. */
const LEFT_OUT = 3

/**
 * Advises on a comparison without a choice. Names limits that even independent data break, and quasi-identifiers to leave out so
 * that fewest records are unique. Suggests tables for few people, a higher limit for a safe room, and a schema with roles.
 *
 * @param ground - The comparison.
 * @param nearest - The pair nearest to the limits.
 * @param limits - Limits on the plans.
 * @param marks - Metric values of independent data; no plan keeps a limit below them.
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
  const { topCoding } = ground.registry.defaults
  const heavy = topCoding ? told(marks.original.get(topCoding.where)) : []
  const failsByValues = nearest?.beyond.some(
    ({ limit: { metric } }) => metric.kind === 'loss' || metric.id === topCoding?.where,
  )
  const dominated =
    heavy.length > 0 && failsByValues
      ? [
          `leave ${heavy.join(', ')} out or recode to classes: a plan either releases the greatest value or changes the distribution`,
        ]
      : []
  return [
    ...limits.flatMap((one) => (one.metric.id === topCoding?.where ? [] : hopeless(one, marks))),
    ...dominated,
    ...(identity && failsByKeys ? leavingOut(identity, original.rows) : []),
    ...(original.rows < FEW ? [`${original.rows} records are few: publish tables of them (sdc table build)`] : []),
    ...(original.rows >= FEW && limit !== undefined
      ? [`raise the limit of ${limit} (--limit) if only a safe room receives the file`]
      : []),
    ...(sides.keys.length === 0 ? ['name the quasi-identifiers in a schema (sdc inspect --write)'] : []),
  ]
}

/** Advises to raise a limit on a risk that even data independent of the original break. */
function hopeless(limit: Limit, { independent }: Yardsticks): string[] {
  const value = independent.get(limit.metric.id)?.measurement.value ?? null
  if (limit.metric.kind !== 'risk' || value === null || !isBeyond(limit, value)) return []
  const shown = unitText(Number(value.toPrecision(2)), limit.metric)
  return [`raise the limit of ${limit.metric.id}: independent data already have ${shown}`]
}

/** Advises which quasi-identifiers to leave out, one after the other, until at most half of the unique records remain unique. */
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
