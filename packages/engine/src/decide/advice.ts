import { option, type Dataset } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import type { Row } from '../compare/comparison.js'
import { fileRisk, type FileRisk } from '../risk/file-risk.js'
import { unitText } from '../ground/value-text.js'
import { isBeyond, type Limit } from '../limits/limits.js'
import type { Ground } from './runs/ground.js'
import { measuredTexts } from './screen-parts.js'
import type { Yardsticks } from './runs/yardsticks.js'

/** Number of records below which a file is better published as tables. */
const FEW = 100
/** Maximum number of quasi-identifiers that the advice leaves out. */
const LEFT_OUT = 3

/**
 * Advises on a comparison without a choice, by the limits that the nearest pair breaks. Names limits on risks that even
 * independent data break, columns that one value dominates, undeclared codes for missing values, and quasi-identifiers to leave
 * out so that fewest records are unique. Suggests tables for few people, a higher limit for a safe room, and a schema with roles.
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
  const isRefused = nearest?.refusals !== undefined && nearest.beyond.length === 0
  const broken = nearest?.beyond.map(({ limit }) => limit) ?? limits
  const risks = broken.filter(({ metric }) => metric.kind === 'risk')
  const failsByItems = risks.some(({ metric }) => metric.of === 'keys and items')
  const failsByKeys = risks.some(({ metric }) => metric.of !== 'keys and items' && marks.dependsOn('keys', metric.id))
  const { topCoding } = ground.registry.defaults
  const heavy = topCoding ? measuredTexts(marks.original.get(topCoding.where)) : []
  const failsByLoss = broken.some(({ metric }) => metric.kind === 'loss')
  const failsByValues = failsByLoss || broken.some(({ metric }) => metric.id === topCoding?.where)
  const dominated =
    heavy.length > 0 && failsByValues
      ? [
          `leave ${heavy.join(', ')} out or recode to classes: a plan either releases the greatest value or changes the distribution`,
        ]
      : []
  return [
    ...(isRefused ? ['leave out a column that its check names, or make quasi-identifiers coarser'] : []),
    ...risks.flatMap((one) => (one.metric.id === topCoding?.where ? [] : hopeless(one, marks))),
    ...dominated,
    ...(failsByLoss ? missingCodes(original, [...sides.keys, ...sides.numbers]) : []),
    ...(failsByItems ? itemAdvice(ground) : []),
    ...(identity && failsByKeys ? leavingOut(identity, original.rows) : []),
    ...(original.rows < FEW ? [`${original.rows} records are few: publish tables of them (sdc table build)`] : []),
    ...(original.rows >= FEW && risks.length > 0
      ? [`raise the limit of ${risks[0].metric.id} (${option('limit')}) if only a safe room receives the file`]
      : []),
    ...(sides.keys.length === 0 ? ['name the quasi-identifiers in a schema'] : []),
  ]
}

/** Advises how to reduce the number of persons found by their answers to items. */
function itemAdvice({ original, roles }: Ground): string[] {
  const isScale = (name: string): boolean => {
    const column = original.column(name)
    return column.kind === 'categorical' && column.levels.every((level) => /^\d+$/.test(level))
  }
  const scales = (roles.items ?? []).filter((name) => original.names.includes(name) && isScale(name))
  return [
    ...(scales.length > 0
      ? ['set kind: numeric for the items in the schema, since methods for numbers keep their relations better']
      : []),
    'merge neighbouring answers of items (5 to 3), or release fewer items',
    'release scores of scales (the sum or mean of a battery) instead of items',
  ]
}

/** Share and number of records from which an extreme value counts as a code, and its least distance from the next one. */
const CODE = { share: 0.01, records: 5, times: 1.5 } as const

/** Advises to declare frequent values of nines, or far beyond all others: undeclared codes for missing values break relations. */
function missingCodes(original: Dataset, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const column = original.column(name)
    if (column.kind !== 'numeric') return []
    const sorted = sortedValues(column.values)
    return [sorted, sorted.toReversed()].flatMap((from) => {
      const extreme = from[from.length - 1]
      const count = from.length - from.findIndex((value) => value === extreme)
      const next = from[from.length - count - 1]
      const isFar = next !== undefined && Math.abs(extreme) > CODE.times * Math.abs(next)
      const isNines = /^-?99+$/.test(String(extreme))
      if (!(isFar || isNines) || count < CODE.records || count < CODE.share * original.rows) return []
      const share = percent(count / original.rows)
      return [
        `declare ${extreme} of ${name} (${share} of the records) in the schema if it is a code for a missing value`,
      ]
    })
  })
}

/** Advises to raise a limit on a risk that even data independent of the original break. */
function hopeless(limit: Limit, { independent }: Yardsticks): string[] {
  const value = independent.get(limit.metric.id)?.measurement.value ?? null
  if (value === null || !isBeyond(limit, value)) return []
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
