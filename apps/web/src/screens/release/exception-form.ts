import { type Criterion, type PolicyException, isRefused } from '@sdc/release'

/** Texts of the form of an exception. */
export interface ExceptionDraft {
  readonly metric: string
  readonly upTo: string
  readonly by: string
  readonly reason: string
  /** Day of a date field, `2027-03-31`. */
  readonly until: string
}

/** Error of a field, by its name. */
export type Wrong = Partial<Record<keyof ExceptionDraft, string>>

/** Returns the criteria for which an exception can be recorded: limits that a value exceeds. */
export function deviating(criteria: readonly Criterion[]): readonly Criterion[] {
  return criteria.filter(({ metric, limit, state, worst, released }) => {
    return metric !== undefined && limit !== null && isRefused(state) && (worst ?? released) !== null
  })
}

/** Suggests a limit slightly beyond the worst run, so that a new draw is unlikely to exceed it. */
export function suggestedLimit({ limit, worst, released }: Criterion): string {
  const value = worst ?? released
  if (value === null || limit === null) return ''
  // Percentages and counts are rounded to integers; values below 1 to hundredths.
  const step = Math.abs(value) < 1 ? 0.01 : 1
  const steps = value / step
  const bound = value > limit ? Math.ceil(steps) : Math.floor(steps)
  return String(Number((bound * step).toPrecision(12)))
}

/**
 * Reads the form.
 *
 * @param draft - The typed texts.
 * @param criterion - The unmet criterion; undefined before one is chosen.
 * @param today - The day, `2026-11-23`; an expired exception is refused.
 * @returns The exception, or the errors by field.
 */
export function readException(
  draft: ExceptionDraft,
  criterion: Criterion | undefined,
  today: string,
): { readonly exception: PolicyException } | { readonly wrong: Wrong } {
  const wrong: { -readonly [Field in keyof Wrong]: string } = {}
  if (criterion === undefined) wrong.metric = 'Choose the limit to deviate from.'
  const upTo = Number(draft.upTo)
  const boundWrong = wrongBound(draft.upTo, upTo, criterion)
  if (boundWrong !== undefined) wrong.upTo = boundWrong
  if (draft.by.trim() === '') wrong.by = 'Enter the name of the approver.'
  if (draft.reason.trim() === '') wrong.reason = 'Enter the reason; page 1 of the report prints it.'
  if (!/^\d{4}-\d\d-\d\d$/.test(draft.until)) wrong.until = 'Enter the last valid day.'
  else if (draft.until < today) wrong.until = 'This day has passed. Enter a later day.'
  if (criterion?.metric === undefined || Object.keys(wrong).length > 0) return { wrong }
  const { by, reason, until } = draft
  return { exception: { metric: keyOf(criterion), upTo, by: by.trim(), reason: reason.trim(), until } }
}

function wrongBound(text: string, upTo: number, criterion: Criterion | undefined): string | undefined {
  if (text.trim() === '' || !Number.isFinite(upTo)) return 'Enter the accepted value, a number.'
  if (criterion === undefined || criterion.limit === null) return undefined
  const value = criterion.worst ?? criterion.released
  if (value === null) return undefined
  const isMost = value > criterion.limit
  if (isMost ? upTo <= criterion.limit : upTo >= criterion.limit)
    return `This value needs no exception: the limit is ${criterion.bound}.`
  if (isMost ? upTo < value : upTo > value)
    return `The release has ${value}${criterion.unit === '' ? '' : ` ${criterion.unit}`}, which this value does not cover.`
  return undefined
}

/** Returns the limit as named in the policy: `risk/dld:upper` for `limit risk/dld:upper`. */
function keyOf({ key, metric = '' }: Criterion): string {
  return key.startsWith('limit ') ? key.slice('limit '.length) : metric
}

/** Formats a calendar day for forms and policies. */
export function dayText(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
