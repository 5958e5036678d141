import { shortNumber } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report'
import type { CombinedEstimate, CombineOptions, ImputationKind } from '@sdc/stats/distributions'

export interface CombinedQuantity extends CombinedEstimate {
  readonly name: string
}

/** The rule of each kind, for people. */
export const ruleTexts: Readonly<Record<ImputationKind, string>> = {
  partial: 'T = ū + b/m',
  full: 'T = (1 + 1/m)·b − ū',
  'missing-data': 'T = ū + (1 + 1/m)·b',
}

/** A line a quantity: estimate, standard error, interval, and what the variance is made of. */
export function combinedTable(combined: readonly CombinedQuantity[], level: number): string {
  const percent = shortNumber(100 * level)
  const rows = combined.map(({ name, estimate, standardError, interval, degrees, within, between }) => [
    name,
    significant(estimate, standardError),
    shortNumber(standardError),
    ...interval.map((bound) => significant(bound, standardError)),
    degrees === Infinity ? '∞' : shortNumber(degrees),
    shortNumber(within),
    shortNumber(between),
  ])
  const heads = ['estimate', 'std. error', `${percent} % from`, 'to', 'degrees', 'within, ū', 'between, b']
  return textTable([left('quantity'), ...heads.map(right)], rows)
}

/** For programs; the form is described by `combineOutput`. */
export function combinedJson(
  combined: readonly CombinedQuantity[],
  sets: number,
  { kind, level, sizeRatio }: Required<CombineOptions>,
): unknown {
  const bounded = (value: number): number | null => (Number.isFinite(value) ? value : null)
  return {
    kind,
    sets,
    level,
    ...(kind === 'full' ? { sizeRatio } : {}),
    quantities: combined.map(({ degrees, interval, ...rest }) => ({
      ...rest,
      degrees: bounded(degrees),
      interval: interval.map(bounded),
    })),
  }
}

/** With the digits that the standard error leaves meaning to: its third one. */
function significant(value: number, standardError: number): string {
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞'
  if (!(standardError > 0)) return String(value)
  const digits = 2 - Math.floor(Math.log10(standardError))
  return digits < 0 ? String(Math.round(value * 10 ** digits) / 10 ** digits) : value.toFixed(Math.min(digits, 20))
}
