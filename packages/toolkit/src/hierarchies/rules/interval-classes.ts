import { SdcError, type ErrorPlace } from '@sdc/core'
import { widthLevels } from '../../columns/width-classes.js'
import type { HierarchyRule } from './parse-rule.js'

/** Multiples of a width farther from 0 than so many widths are not exact. */
const FARTHEST = 35_184_372_088_832

/**
 * Classes of numbers by width. Classes begin at multiples of the widths; values below `from` and from `to` on are one class each.
 *
 * Labels are `20-24` if all values and widths are whole and no class lies below 0, otherwise `[20,25)`; open classes are `<15` and
 * `>=90`.
 *
 * @param distinct - The different values, ascending, finite.
 * @param rule - Widths and ends.
 * @param place - Column, for errors.
 * @returns For each value its labels, level by level.
 * @throws BAD_HIERARCHY for values so large that classes of the first width cannot be distinguished.
 */
export function intervalClasses(
  distinct: Float64Array,
  { widths, from, to }: Extract<HierarchyRule, { form: 'interval' }>,
  place: ErrorPlace,
): string[][] {
  const far = distinct.find((value) => Math.abs(value) > FARTHEST * widths[0])
  if (far !== undefined) {
    const message = `the value ${far} of column "${place.column}" is too far from 0 for classes of width ${widths[0]}`
    throw new SdcError('BAD_HIERARCHY', message, place, 'Use wider classes, or declare the value missing in a schema.')
  }
  const isWhole = [...distinct, ...widths].every(Number.isInteger) && (from ?? distinct[0] ?? 0) >= 0
  const inside = distinct.filter((value) => !(from !== undefined && value < from) && !(to !== undefined && value >= to))
  const levels = widthLevels(inside, widths)
  const label = ([low, high]: readonly [number, number]): string => {
    const [least, end] = [Math.max(low, from ?? low), Math.min(high, to ?? high)]
    if (!isWhole) return `[${least},${end})`
    return end - least === 1 ? String(least) : `${least}-${end - 1}`
  }
  const texts = levels.map(({ edges }) => edges.map(label))
  let at = 0
  return Array.from(distinct, (value) => {
    if (from !== undefined && value < from) return widths.map(() => `<${from}`)
    if (to !== undefined && value >= to) return widths.map(() => `>=${to}`)
    const own = at++
    return levels.map(({ classOf }, h) => texts[h][classOf[own]])
  })
}
