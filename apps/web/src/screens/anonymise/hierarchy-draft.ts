import type { ColumnSettings } from '../../session/schema.js'

type Hierarchy = ColumnSettings['hierarchy']

/** Forms of hierarchies. */
export const hierarchyForms = ['automatic', 'date', 'interval', 'prefix', 'tree', 'groups', 'file'] as const
export type HierarchyForm = (typeof hierarchyForms)[number]

/** Titles of the forms, for a list. */
export const formTitles: Readonly<Record<HierarchyForm, string>> = {
  automatic: 'Automatic',
  date: 'Dates by their calendar',
  interval: 'Intervals of numbers',
  prefix: 'First characters of codes',
  tree: 'Groups that are alike in the other columns',
  groups: 'Groups by hand',
  file: 'A file',
}

/** Steps of dates, from fine to coarse. */
export const dateSteps = ['week', 'month', 'quarter', 'year', '5years', '10years'] as const

/** A hierarchy as fields of a form. */
export interface HierarchyDraft {
  readonly form: HierarchyForm
  readonly steps: readonly string[]
  /** Widths of intervals, or numbers of characters. */
  readonly sizes: string
  /** Group of each category; categories without one stay alone. */
  readonly groups: Readonly<Record<string, string>>
  readonly rows?: readonly (readonly string[])[] | undefined
}

/**
 * Returns the forms that fit a column.
 *
 * @param kind - Its kind.
 * @param hasLevels - True if its categories are known.
 * @returns The forms.
 */
export function offeredForms(kind: 'date' | 'numeric' | 'categorical', hasLevels: boolean): readonly HierarchyForm[] {
  if (kind === 'date') return ['automatic', 'date', 'file']
  if (kind === 'numeric') return ['automatic', 'interval', 'prefix', 'tree', 'file']
  return ['automatic', 'tree', 'prefix', ...(hasLevels ? (['groups'] as const) : []), 'file']
}

/** Reads a hierarchy into a form. */
export function draftOf(hierarchy: Hierarchy): HierarchyDraft {
  const usual = { steps: ['month', 'quarter', 'year', '5years'], sizes: '', groups: {} }
  if (hierarchy === undefined) return { ...usual, form: 'automatic' }
  if (typeof hierarchy !== 'string') {
    // Rows of value, group and the last class are groups by hand.
    if (hierarchy.some((row) => row.length !== 3)) return { ...usual, form: 'file', rows: hierarchy }
    const groups = hierarchy.filter(([value, group]) => group !== value).map(([value, group]) => [value, group])
    return { ...usual, form: 'groups', groups: Object.fromEntries(groups), rows: hierarchy }
  }
  const [form, parts = ''] = hierarchy.split(':')
  return {
    ...usual,
    form: hierarchyForms.find((one) => one === form) ?? 'automatic',
    sizes: form === 'date' ? '' : parts.split(',').join(', '),
    ...(form === 'date' && { steps: parts.split(',') }),
  }
}

/**
 * Returns the hierarchy of a form.
 *
 * @param draft - The form.
 * @param levels - Categories of the column, for groups.
 */
export function hierarchyOf(
  { form, steps, sizes, groups, rows }: HierarchyDraft,
  levels: readonly string[],
): Hierarchy {
  switch (form) {
    case 'automatic':
      return undefined
    case 'date':
      return `date:${dateSteps.filter((step) => steps.includes(step)).join(',')}`
    case 'interval':
    case 'prefix':
      return `${form}:${sizes
        .split(/[\s,;]+/)
        .filter(Boolean)
        .join(',')}`
    case 'tree':
      return 'tree'
    case 'groups':
      return levels.map((level) => [level, (Object.hasOwn(groups, level) ? groups[level] : '') || level, '*'])
    case 'file':
      return rows?.map((row) => [...row])
  }
}

/** Describes a hierarchy: `intervals of 5, 10, 20`. */
export function hierarchyWords(given: Hierarchy, words: string): string {
  if (given === undefined) return words
  if (typeof given !== 'string') return given[0].length === 3 ? 'groups' : `${given[0].length - 2} levels of groups`
  const [form, parts = ''] = given.split(':')
  const list = parts.split(',').join(', ')
  if (form === 'date') return `by ${list.replaceAll(/(\d+)years/g, '$1 years')}`
  if (form === 'prefix') return `first ${list} characters`
  if (form === 'interval') return `intervals of ${list}`
  return 'groups that are alike in the other columns'
}
