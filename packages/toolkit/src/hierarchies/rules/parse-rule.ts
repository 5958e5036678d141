import { decimalNumber, SdcError, type ErrorPlace } from '@sdc/core'

/** Level of dates. */
export interface DateStep {
  readonly unit: 'week' | 'month' | 'quarter' | 'year'
  /** Years of a class, if the unit is a year. */
  readonly years: number
}

/** A hierarchy as a rule: a short text that determines the class of any value. */
export type HierarchyRule =
  | { readonly form: 'date'; readonly steps: readonly DateStep[] }
  | { readonly form: 'prefix'; readonly lengths: readonly number[] }
  | {
      readonly form: 'interval'
      readonly widths: readonly number[]
      /** Values below it are one class. */
      readonly from?: number | undefined
      /** Values from it on are one class. */
      readonly to?: number | undefined
    }
  | { readonly form: 'tree' }

/** Forms of a rule, for error texts and help. */
const RULE_FORMS =
  'date:month,quarter,year,5years (dates), prefix:3,2,1 (codes: first 3, 2, 1 characters), interval:5,10,20 ' +
  '(numbers: class widths), tree (learned groups)'

/**
 * Returns true for a text that is meant as a rule, not as the name of a file.
 *
 * @param text - Text of `--hierarchy COLUMN=TEXT` or of a schema.
 */
export function isHierarchyRule(text: string): boolean {
  return /^(?:date|prefix|interval):|^tree$/.test(text)
}

/**
 * Reads a hierarchy rule.
 *
 * @param text - The rule: `date:month,quarter,year`, `prefix:3,2,1`, `interval:5,10,20`, `tree`.
 * @param place - Column of the rule, for errors.
 * @returns The rule as data, its levels from fine to coarse.
 * @throws BAD_HIERARCHY with the rule that was probably meant.
 */
export function parseHierarchyRule(text: string, place: ErrorPlace = {}): HierarchyRule {
  const colon = text.indexOf(':')
  const form = colon < 0 ? text : text.slice(0, colon)
  const parts =
    colon < 0
      ? []
      : text
          .slice(colon + 1)
          .split(',')
          .map((part) => part.trim())
  const bad = (what: string, fix = `Forms of a rule: ${RULE_FORMS}.`): SdcError =>
    new SdcError('BAD_HIERARCHY', `the hierarchy rule "${text}"${nameOf(place)} ${what}`, place, fix)
  if (form === 'tree' && colon < 0) return { form }
  if (form === 'date') return { form, steps: dateSteps(parts, bad) }
  if (form === 'prefix') return { form, lengths: prefixLengths(parts, bad) }
  if (form === 'interval') return intervalRule(parts, bad)
  throw bad('has none of the known forms')
}

type Bad = (what: string, fix?: string) => SdcError

/** Order of the units, years apart. */
const weeks = { week: 1, month: 4, quarter: 13, year: 52 } as const

function sizeOf({ unit, years }: DateStep): number {
  return weeks[unit] * Math.max(1, years)
}

function dateSteps(parts: readonly string[], bad: Bad): DateStep[] {
  const steps = parts.map((part): DateStep => {
    if (part === 'week' || part === 'month' || part === 'quarter') return { unit: part, years: 0 }
    const years = /^(\d{0,4})years?$/.exec(part)
    const count = years === null ? 0 : years[1] === '' ? 1 : Number(years[1])
    if (count < 1) throw bad(`has the unknown step "${part}"`, 'Steps: week, month, quarter, year, 5years, 10years.')
    return { unit: 'year', years: count }
  })
  steps.forEach((step, i) => {
    if (i === 0) return
    const before = steps[i - 1]
    if (sizeOf(step) <= sizeOf(before))
      throw bad(
        `has "${parts[i]}" after "${parts[i - 1]}"`,
        'Write the steps from fine to coarse: date:month,quarter,year.',
      )
    if (step.unit === 'year' && before.unit === 'year' && step.years % before.years !== 0)
      throw bad(
        `has classes of ${step.years} years that do not consist of classes of ${before.years}`,
        `Use a multiple of ${before.years}: date:year,${before.years}years,${2 * before.years}years.`,
      )
  })
  return steps
}

function prefixLengths(parts: readonly string[], bad: Bad): number[] {
  const lengths = parts.map((part) => {
    if (!/^\d{1,3}$/.test(part) || Number(part) < 1)
      throw bad(
        `has "${part}" where a number of characters is expected`,
        'Write prefix:3,2,1 for 3, 2 and 1 characters.',
      )
    return Number(part)
  })
  if (lengths.some((length, i) => i > 0 && length >= lengths[i - 1])) {
    const sorted = [...new Set(lengths)].sort((a, b) => b - a)
    throw bad('does not descend', `Write the lengths from fine to coarse: prefix:${sorted.join(',')}.`)
  }
  return lengths
}

function intervalRule(parts: readonly string[], bad: Bad): HierarchyRule {
  const form = 'interval'
  const ends = parts.filter((part) => part.includes('..'))
  if (ends.length > 1) throw bad('has two ranges', 'Give one range: interval:5,10,15..90.')
  const widths = parts
    .filter((part) => !part.includes('..'))
    .map((part) => {
      const width = decimalNumber(part)
      if (width === undefined || width <= 0)
        throw bad(`has "${part}" where a class width is expected`, 'Write interval:5,10,20 for widths 5, 10 and 20.')
      return width
    })
  if (widths.length === 0) throw bad('has no class width', 'Write interval:5,10,20 for widths 5, 10 and 20.')
  widths.forEach((width, i) => {
    if (i === 0 || isMultiple(width, widths[i - 1])) return
    throw bad(
      `has the width ${width}, which is not a multiple of ${widths[i - 1]}`,
      `Make each width a multiple of the one before it: interval:${widths[i - 1]},${2 * widths[i - 1]}.`,
    )
  })
  const [from, to] = ends.length === 0 ? [] : rangeOf(ends[0], bad)
  for (const end of [from, to])
    if (end !== undefined && !isMultiple(end, widths[0]))
      throw bad(
        `has the end ${end}, which is not a multiple of the first width ${widths[0]}`,
        'Let open classes begin where a class of the first width begins: interval:5,10,15..90.',
      )
  return { form, widths, from, to }
}

/** Ends of `15..90`, `15..` or `..90`. */
function rangeOf(text: string, bad: Bad): readonly [number | undefined, number | undefined] {
  const at = text.indexOf('..')
  const texts = [text.slice(0, at), text.slice(at + 2)]
  const ends = texts.map((one) => (one === '' ? undefined : decimalNumber(one)))
  const isRead = texts.every((one, i) => one === '' || ends[i] !== undefined)
  const [from, to] = ends
  if (!isRead || (from === undefined && to === undefined) || (from !== undefined && to !== undefined && from >= to))
    throw bad(
      `has the range "${text}"`,
      'Write 15..90: one class below 15 and one from 90 on; 15.. or ..90 for one of them.',
    )
  return [from, to]
}

/** Compares whole multiples without the rounding of a quotient: .6 is a multiple of .2. */
function isMultiple(value: number, width: number): boolean {
  if (value === 0) return true
  const times = Math.round(value / width)
  return times !== 0 && Math.abs(value / width - times) < 1e-9 && (value < 0 || times > 1 || value === width)
}

function nameOf({ column }: ErrorPlace): string {
  return column === undefined ? '' : ` of column "${column}"`
}
