import { claimed, type Registry } from '@sdc/core'
import { resolveAll } from '../bind/references.js'
import type { Axes, Row } from '../compare/comparison.js'
import { canBeChosen, compareKeys, meanLoss, place, worstRun } from '../compare/place.js'
import type { RiskLevel } from '../compare/risk-level.js'
import { risksOf } from '../compare/risk-levels.js'
import { scoreOf } from '../compare/score.js'
import type { Limit } from '../limits/limits.js'
import { partKinds, type Part } from '../compare/part.js'

/** Maximum difference of losses that count as equal; a tenth of the least loss, if that is more. */
export const TIE = 1

/** A choice among finalists. */
export interface Chosen {
  readonly row: Row
  /** Rows that are as good, including the choice; without limits, all rows that can be chosen. */
  readonly ties: readonly Row[]
}

/**
 * Chooses among the finalists that keep the limits in every run and whose losses equal the least. Losses are equal if the runs overlap, or if the means are no more than 1 or a tenth apart. So random differences do not decide. The order of
 * preference is: risks not close to their limits, truer records, columns that keep their values, the least loss.
 *
 * @param registry - Registry with the methods.
 * @param rows - The finalists.
 * @param limits - Limits on the finalists; without limits, see `leastScore`.
 * @param axes - Axes of the map; their loss ranks the finalists.
 * @param synthetic - True for new records: then the least risk of the map decides among equal losses.
 * @returns The choice with its ties; undefined if no finalist keeps the limits.
 */
export function chooseFinalist(
  registry: Registry,
  rows: readonly Row[],
  limits: readonly Limit[],
  axes: Axes,
  synthetic = false,
): Chosen | undefined {
  const mean = (row: Row): number => meanLoss(row, axes)
  const passing = rows.filter((row) => canBeChosen(row) && mean(row) < Infinity)
  if (passing.length === 0) return undefined
  const best = passing.reduce((a, b) => (mean(b) < mean(a) ? b : a))
  const [, most] = lossRange(best, axes)
  const width = Math.max(TIE, Math.abs(mean(best)) / 10)
  const ties = passing.filter((row) => lossRange(row, axes)[0] <= most || mean(row) <= mean(best) + width)
  const keysOf = (row: Row): readonly number[] => [
    isClose(row, limits) ? 1 : 0,
    partKinds.indexOf(row.parts?.keys.kind ?? 'unchanged'),
    row.parts ? wayOf(registry, row.parts.values) : 0,
    synthetic ? (row.metrics.get(axes.risk.id)?.mean ?? 0) : 0,
    mean(row),
  ]
  return ranked(ties, keysOf)
}

/** Least and greatest loss of the runs of a row, negated if higher is better. */
function lossRange(row: Row, { loss }: Axes): readonly [number, number] {
  const { min, max } = row.metrics.get(loss.id) ?? {}
  if (min == null || max == null) return [Infinity, Infinity]
  return loss.better === 'higher' ? [-max, -min] : [min, max]
}

/**
 * Chooses without limits: the row with the least score among those without a high risk. If every row has a high risk,
 * the choice is the row whose worst risk exceeds its high level least.
 *
 * @param rows - The measured rows.
 * @param axes - The axes.
 * @param levels - Levels above which risks are high.
 * @returns The choice with the rows of the same score as ties; undefined if no row with a position on the map can be
 *   chosen.
 */
export function leastScore(rows: readonly Row[], axes: Axes, levels: readonly RiskLevel[]): Chosen | undefined {
  const score = scoreOf(rows, axes)
  const placed = rows.filter((row) => canBeChosen(row) && place(row, axes))
  if (placed.length === 0) return undefined
  const { row, ties } = ranked(placed, keysOf)
  return { row, ties: ties.filter((one) => keysOf(one).every((key, i) => key === keysOf(row)[i])) }

  function keysOf(one: Row): readonly number[] {
    const at = place(one, axes)
    const worst = risksOf(one, levels)[0]?.severity ?? 0
    return [worst > 1 ? worst : 0, at ? score(at) : Infinity]
  }
}

function ranked(rows: readonly Row[], keysOf: (row: Row) => readonly number[]): Chosen {
  const keyed = rows.map((row) => ({ row, keys: keysOf(row) }))
  keyed.sort((a, b) => compareKeys(a.keys, b.keys))
  return { row: keyed[0].row, ties: keyed.map(({ row }) => row) }
}

/** Share of a limit above which a risk is close to it. */
const CLOSE = 0.9

/** Tests whether a risk of the row is close to its limit. */
export function isClose(row: Row, limits: readonly Limit[]): boolean {
  return limits.some(({ metric, value, atEnd }) => {
    if (metric.kind !== 'risk' || metric.better === 'higher' || value <= 0) return false
    return (worstRun(row, metric, atEnd) ?? 0) > CLOSE * value
  })
}

/** Ranks a part by the column values that it keeps: 0 all unchanged, 1 all in another order, 2 not all. */
function wayOf(registry: Registry, { steps }: Part): number {
  if (steps.length === 0) return 0
  const keeps = steps.some(({ use, params }) => {
    const method = registry.get('methods', use)
    return claimed(method.traits.claims.marginals, resolveAll(registry, method.params, params, { method: use }))
  })
  return keeps ? 1 : 2
}
