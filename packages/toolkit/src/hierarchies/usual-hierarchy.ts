import type { Column, Hierarchy } from '@sdc/core'

/** Up to this number, categories stay unchanged or become `*`. */
const FEW = 20

/**
 * A hierarchy made from the text of categories, for a column of more than 20 without an order.
 *
 * Dates (`2024-05-17`): year and month, year, 5 years, 10 years, `*`. Codes of one length of at least two letters or digits
 * (`8001`, `C101`): all but the last character (`800*`), all but the last two (`80**`), …, `*`. A level that puts no two
 * classes of the one below together is left out.
 *
 * @param column - The column.
 * @returns A row for each category; `undefined` for any other column, or where the text puts no two categories together.
 */
export function usualHierarchy(column: Column): Hierarchy | undefined {
  if (column.kind === 'numeric' || column.ordered || column.levels.length <= FEW) return undefined
  const { levels } = column
  const steps = levels.every(isDate) ? dateSteps : prefixSteps(levels)
  const all: (readonly string[])[] = []
  let below = levels.length
  for (const step of steps) {
    const classes = levels.map(step)
    const count = new Set(classes).size
    if (count < below && count > 1) all.push(classes)
    below = Math.min(below, count)
  }
  return all.length === 0 ? undefined : levels.map((level, i) => [level, ...all.map((classes) => classes[i]), '*'])
}

type Step = (level: string) => string

function isDate(level: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(level)) return false
  const time = Date.parse(level)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(level)
}

const dateSteps: readonly Step[] = [
  (date) => date.slice(0, 7),
  (date) => date.slice(0, 4),
  (date) => yearsOf(date, 5),
  (date) => yearsOf(date, 10),
]

/** `2020-2024` of five years. */
function yearsOf(date: string, years: number): string {
  const first = years * Math.floor(Number(date.slice(0, 4)) / years)
  return [first, first + years - 1].map((year) => String(year).padStart(4, '0')).join('-')
}

/** Steps that cut codes from the end; none where the levels are not codes of one length of at least two. */
function prefixSteps([first, ...others]: readonly string[]): Step[] {
  const { length } = first
  if (length < 2 || ![first, ...others].every((level) => level.length === length && /^[\p{L}\p{N}]+$/u.test(level)))
    return []
  return Array.from({ length: length - 1 }, (_, i): Step => {
    const kept = length - 1 - i
    return (level) => level.slice(0, kept) + '*'.repeat(length - kept)
  })
}
