import { isoNumber, isoText, type TimeKind } from '@sdc/core'
import type { ColumnSettings } from '../../../session/schema.js'

/** Kinds of columns as the page offers them. */
export const offeredKinds = ['number', 'category', 'ordered category', 'date'] as const
export type OfferedKind = (typeof offeredKinds)[number]

/** Facts about a column as texts of a form. */
export interface FactsDraft {
  readonly kind: OfferedKind
  readonly dateFormat: string
  /** One category a line, in order. */
  readonly levels: string
  /** One text a line. */
  readonly missing: string
  /** `low, high` of the numbers that mean missing; empty for none. */
  readonly missingLow: string
  readonly missingHigh: string
  /** `code = label`, one a line. */
  readonly labels: string
  readonly min: string
  readonly max: string
  readonly integer: boolean
  readonly hierarchy: string
  readonly level: 'record' | 'person' | 'household'
}

/** A problem of a form, by field. */
export type WrongFacts = Partial<Record<keyof FactsDraft, string>>

/**
 * Returns the form of a column's facts.
 *
 * @param said - Facts of the schema.
 * @param seen - Kind and categories found in the file.
 * @returns The texts of the form.
 */
export function draftOf(
  said: ColumnSettings,
  seen: { readonly kind: 'numeric' | 'categorical'; readonly levels?: readonly string[] | undefined },
): FactsDraft {
  const isDate = said.kind === 'date' || said.kind === 'datetime' || said.kind === 'time'
  const kind = isDate ? 'date' : seen.kind === 'numeric' ? 'number' : said.ordered ? 'ordered category' : 'category'
  return {
    kind,
    dateFormat: said.dateFormat ?? '',
    levels: (said.levels ?? seen.levels ?? []).join('\n'),
    missing: (said.missing ?? []).filter((text) => text !== '').join('\n'),
    missingLow: boundText(said.missingRange?.[0]),
    missingHigh: boundText(said.missingRange?.[1]),
    labels: Object.entries(said.labels ?? {})
      .map(([code, label]) => `${code} = ${label}`)
      .join('\n'),
    min: boundText(said.min, timeOf(said)),
    max: boundText(said.max, timeOf(said)),
    integer: said.integer ?? false,
    hierarchy: typeof said.hierarchy === 'string' ? said.hierarchy : '',
    level: said.level ?? 'record',
  }
}

/**
 * Reads the form.
 *
 * @param draft - The form.
 * @param said - The earlier facts; those that the form does not show are kept.
 * @returns The changed keys of the schema, or what is wrong.
 */
export function readFacts(
  draft: FactsDraft,
  said: ColumnSettings,
): { readonly facts: Partial<ColumnSettings> } | { readonly wrong: WrongFacts } {
  const wrong: WrongFacts = {}
  const bound = (key: 'min' | 'max' | 'missingLow' | 'missingHigh', time?: TimeKind): number | undefined => {
    const text = draft[key].trim()
    if (text === '') return undefined
    const value = time ? isoNumber(time, text) : Number(text.replace(',', '.'))
    if (!Number.isFinite(value))
      wrong[key] = `Enter ${time ? `a ${time} (${example[time]})` : 'a number'}, or leave it empty.`
    return value
  }
  const isNumber = draft.kind === 'number'
  const time = draft.kind === 'date' ? (timeOf(said) ?? 'date') : undefined
  const [min, max] = isNumber || time ? [bound('min', time), bound('max', time)] : []
  const [low, high] = [bound('missingLow'), bound('missingHigh')]
  if (low !== undefined && high !== undefined && low > high) wrong.missingHigh = 'The end is below the beginning.'
  const pairs = lines(draft.labels).map((line) => line.split(/\s*=\s*(.*)/s))
  const isLabel = pairs.find(([code, label = '']) => code === '' || label === '')
  if (isLabel) wrong.labels = `Write the code, the sign = and the label: ${isLabel[0] || '1'} = label.`
  if (min !== undefined && max !== undefined && min > max) wrong.max = 'The greatest is below the least.'
  const levels = lines(draft.levels)
  const isOrdered = draft.kind === 'ordered category'
  if (isOrdered && levels.length < 2) wrong.levels = 'Name at least two categories, one a line, in their order.'
  const twice = levels.find((level, i) => levels.indexOf(level) !== i)
  if (isOrdered && twice !== undefined) wrong.levels = `${twice} is named twice.`
  if (Object.keys(wrong).length > 0) return { wrong }
  const missing = lines(draft.missing)
  return {
    facts: {
      kind: isNumber ? 'numeric' : (time ?? 'categorical'),
      dateFormat: draft.kind === 'date' && draft.dateFormat.trim() !== '' ? draft.dateFormat.trim() : undefined,
      levels: isOrdered ? levels : undefined,
      ordered: isOrdered ? true : undefined,
      missing: missing.length === 0 ? undefined : ['', ...missing],
      missingRange: low === undefined && high === undefined ? undefined : [low ?? -Infinity, high ?? Infinity],
      labels: pairs.length === 0 ? undefined : Object.fromEntries(pairs),
      min,
      max,
      integer: isNumber && draft.integer ? true : undefined,
      hierarchy: draft.hierarchy.trim() === '' ? rowsOf(said) : draft.hierarchy.trim(),
      level: draft.level === 'record' && said.level !== 'record' ? undefined : draft.level,
    },
  }
}

const example = { date: '2024-12-31', datetime: '2024-12-31T12:00:00', time: '12:00:00' } as const

function timeOf({ kind }: ColumnSettings): TimeKind | undefined {
  return kind === 'date' || kind === 'datetime' || kind === 'time' ? kind : undefined
}

function boundText(bound: number | undefined, time?: TimeKind): string {
  if (bound === undefined || !Number.isFinite(bound)) return ''
  return time ? isoText(time, bound) : String(bound)
}

/** A hierarchy of rows, which the form does not show, is kept. */
function rowsOf({ hierarchy }: ColumnSettings): ColumnSettings['hierarchy'] {
  return typeof hierarchy === 'string' ? undefined : hierarchy
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
