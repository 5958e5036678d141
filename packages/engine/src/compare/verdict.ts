import type { Metric } from '@sdc/core'
import type { Axes, Row } from './comparison.js'

/** Whether a metric on the risk axis is a protection (a permutation level): the more, the less risk. */
function protects(risk: Metric): boolean {
  return risk.better === 'higher'
}

/** A row's place on the map, both turned so that less is better; undefined where a value is missing. */
function place(row: Row, axes: Axes): readonly [risk: number, loss: number] | undefined {
  const at = (metric: Metric): number | null => {
    const mean = row.metrics.get(metric.id)?.mean ?? null
    return mean === null ? null : metric.better === 'higher' ? -mean : mean
  }
  const risk = at(axes.risk)
  const loss = at(axes.loss)
  return risk === null || loss === null ? undefined : [risk, loss]
}

/** Marks the candidates that no other beats: none has less of one of risk and loss and not more of the other. */
export function markPareto(rows: readonly Row[], axes: Axes): Row[] {
  // What leaves a column as it is that was to be masked is no candidate for a release, and beats none.
  const places = rows.map((row) => (row.unmasked.length === 0 ? place(row, axes) : undefined))
  return rows.map((row, i) => {
    const mine = places[i]
    const beaten = places.some(
      (other) =>
        mine && other && other[0] <= mine[0] && other[1] <= mine[1] && (other[0] < mine[0] || other[1] < mine[1]),
    )
    return { ...row, pareto: mine !== undefined && !beaten }
  })
}

/**
 * Chooses one candidate of the Pareto set and says why in one sentence.
 * With `maxRisk`: the least loss among those with at most that risk. Without: the least score (risk + loss)/2, the field's
 * own (Domingo-Ferrer & Torra 2001), where both are in the same unit; it does not depend on which others are compared.
 * Axes in different units have no common score: there each value counts as its place between the best and the worst.
 */
export function chooseBest(
  rows: readonly Row[],
  axes: Axes,
  maxRisk: number | undefined,
): { rows: Row[]; verdict: string } {
  const { risk, loss } = axes
  const front = rows.flatMap((row, i) => {
    const at = row.pareto && row.unmasked.length === 0 ? place(row, axes) : undefined
    return at ? [{ i, row, risk: at[0], loss: at[1] }] : []
  })
  const none = (sentence: string): { rows: Row[]; verdict: string } => ({ rows: [...rows], verdict: sentence })
  const leaving = rows.filter((row) => row.unmasked.length > 0)
  const without =
    leaving.length === 0
      ? ''
      : ` ${leaving.length} left ${[...new Set(leaving.flatMap(({ unmasked }) => unmasked))].join(', ')} unmasked and cannot be chosen.`
  if (front.length === 0)
    return none(
      `No candidate can be chosen: none of the ${rows.length} has both a ${risk.id} and a ${loss.id}.${without}`,
    )
  const tried = `${rows.filter((row) => !row.error && row.unmasked.length === 0).length} candidates`
  const chosen = ({ i, row }: { i: number; row: Row }, rule: string): { rows: Row[]; verdict: string } => ({
    rows: rows.map((one, j) => ({ ...one, chosen: i === j })),
    verdict: `Of ${tried} choose ${row.label}, with ${risk.id} ${value(row, risk)} and ${loss.id} ${value(row, loss)}: ${rule}.${without}`,
  })
  if (maxRisk !== undefined) {
    const limit = unitText(maxRisk, risk)
    const allowed = front.filter((one) => one.risk <= (protects(risk) ? -maxRisk : maxRisk))
    if (allowed.length === 0) {
      const safest = front.reduce((a, b) => (b.risk < a.risk ? b : a))
      return none(
        `None of ${tried} keeps ${risk.id} within ${limit}: the safest, ${safest.row.label}, has ${value(safest.row, risk)}.${without}`,
      )
    }
    const best = allowed.reduce((a, b) => (b.loss < a.loss || (b.loss === a.loss && b.risk < a.risk) ? b : a))
    return chosen(best, `the least loss among those with a risk of ${protects(risk) ? 'at least' : 'at most'} ${limit}`)
  }
  const common = risk.unit === loss.unit && !protects(risk)
  const [ofRisk, ofLoss] = common ? [identity, identity] : [spread(rows, axes, 0), spread(rows, axes, 1)]
  const score = (one: { readonly risk: number; readonly loss: number }): number =>
    (ofRisk(one.risk) + ofLoss(one.loss)) / 2
  const best = front.reduce((a, b) => (score(b) < score(a) ? b : a))
  const rule = common
    ? `the least score (risk + loss)/2, ${unitText(score(best), risk)}`
    : 'the best balance, each axis counted from the best to the worst of this comparison'
  return chosen(best, rule)
}

function identity(one: number): number {
  return one
}

/** A value's place between the least (0) and the greatest (1) of the comparison. */
function spread(rows: readonly Row[], axes: Axes, axis: 0 | 1): (value: number) => number {
  const values = rows.flatMap((row) => place(row, axes)?.[axis] ?? [])
  const least = Math.min(...values)
  const most = Math.max(...values)
  return (one) => (most > least ? (one - least) / (most - least) : 0)
}

function value(row: Row, metric: Metric): string {
  const summary = row.metrics.get(metric.id)
  if (!summary || summary.mean === null || summary.min === null || summary.max === null) return 'not measured'
  const range =
    row.replicates > 1 ? ` (${shortNumber(summary.min)} to ${shortNumber(summary.max)} in ${row.replicates} runs)` : ''
  return `${unitText(summary.mean, metric)}${range}`
}

/** A value with its unit: `12.3 %`. */
export function unitText(one: number, metric: Pick<Metric, 'unit'>): string {
  return `${shortNumber(one)} ${metric.unit}`
}

/** Four significant digits, without an exponent where it can be read without. */
export function shortNumber(one: number): string {
  const rounded = Number(one.toPrecision(4))
  return Math.abs(rounded) >= 1e7 ? rounded.toExponential() : String(rounded)
}
