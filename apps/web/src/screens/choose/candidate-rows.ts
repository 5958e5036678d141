import { briefNumber } from '@sdc/report/looks'
import type { ComparisonView } from '../../worker/protocol/comparison-types.js'

/** A candidate in a table. */
export interface CandidateRow {
  /** Unique key among all rows. */
  readonly key: string
  readonly label: string
  readonly name: string
  readonly series: string
  /** Ids of its methods. */
  readonly methods: readonly string[]
  readonly hollow: boolean
  /** Version with the candidate; undefined for the current one. */
  readonly version: string | undefined
  readonly loss: number | null
  readonly risk: number | null
  /** Risk of its worst run. */
  readonly worst: number | null
  readonly front: boolean
  /** Rank among the listed plans. */
  readonly place: number | undefined
  /** Reasons why it cannot be chosen, or its weaknesses: a few words each. */
  readonly notes: readonly string[]
  /** True if it could be made. */
  readonly made: boolean
}

/** Keys by which a table can be sorted. */
export const sortKeys = ['name', 'loss', 'risk', 'worst'] as const
export type SortKey = (typeof sortKeys)[number]

/** Returns the candidates of a comparison as rows. */
export function candidateRows(view: ComparisonView, version?: string): readonly CandidateRow[] {
  const { axes, candidates, map, metrics } = view
  const hollow = new Set(map.points.filter(({ reverseMapped }) => reverseMapped).map(({ label }) => label))
  const worst = metrics[axes.risk].better === 'lower' ? 'max' : 'min'
  return candidates.map((one, i) => ({
    key: `${version ?? ''} ${i} ${one.label}`,
    label: one.label,
    name: one.title,
    series: one.use,
    methods: [...new Set([one.use, ...one.steps.map(({ use }) => use)])],
    hollow: hollow.has(one.label),
    version,
    loss: one.metrics[axes.loss]?.mean ?? null,
    risk: one.metrics[axes.risk]?.mean ?? null,
    worst: one.metrics[axes.risk]?.[worst] ?? null,
    front: one.pareto,
    place: one.place,
    notes: one.error ? [[one.error.message, one.error.fix].filter(Boolean).join('. ')] : one.reasons,
    made: one.error === undefined,
  }))
}

/** Sorts rows; those without a value are always last. */
export function sorted(rows: readonly CandidateRow[], by: SortKey, falling: boolean): readonly CandidateRow[] {
  const sign = falling ? -1 : 1
  return [...rows].sort((a, b) => {
    const [one, other] = [a[by], b[by]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    if (typeof one === 'string' || typeof other === 'string')
      return sign * String(one).localeCompare(String(other), 'en', { numeric: true })
    return sign * (one - other)
  })
}

/** Non-breaking space, which keeps a number and its unit on one line. */
const HELD = '\u00A0'

/** Formats a value with its unit, to two significant digits: `12 %`. */
export function cellText(value: number | null, unit: string): string {
  if (value === null) return '–'
  const text = briefNumber(value)
  return unit === '' ? text : `${text}${HELD}${unit}`
}
