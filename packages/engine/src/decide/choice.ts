import { claimed, type Registry } from '@sdc/core'
import { resolveAll } from '../bind/references.js'
import type { Axes, Row } from '../compare/comparison.js'
import { canBeChosen, place, worstRun } from '../compare/place.js'
import type { RiskLevel } from '../compare/risk-level.js'
import { risksOf } from '../compare/risk-levels.js'
import { scoreOf } from '../compare/score.js'
import type { Limit } from '../limits/limits.js'
import { partKinds, type Part } from '../compare/part.js'

/** Losses that differ by no more than this, or by a tenth of the least, are equal. */
export const TIE = 1.5

/** A choice among finalists. */
export interface Chosen {
  readonly row: Row
  /** Those that are as good, the choice among them. */
  readonly ties: readonly Row[]
}

/**
 * The choice: of the finalists that keep the limits in every run those whose losses are equal to the least (their runs overlap
 * its runs, or their means are no more than 1.5 or a tenth apart), and of these first what is farther from the limits, then
 * what leaves records truer, then what keeps the values of columns, then the least loss. So luck does not choose.
 *
 * @param registry - Where the methods are.
 * @param rows - The finalists.
 * @param limits - What they are held to; where there is none, see `leastScore`.
 * @param axes - The loss ranks them.
 * @returns The choice with its ties; undefined where none keeps the limits.
 */
export function chooseFinalist(
  registry: Registry,
  rows: readonly Row[],
  limits: readonly Limit[],
  axes: Axes,
): Chosen | undefined {
  const loss = axes.loss.id
  const mean = ({ metrics }: Row): number => metrics.get(loss)?.mean ?? Infinity
  const passing = rows.filter((row) => row.beyond.length === 0 && mean(row) < Infinity)
  if (passing.length === 0) return undefined
  const best = passing.reduce((a, b) => (mean(b) < mean(a) ? b : a))
  const most = best.metrics.get(loss)?.max ?? mean(best)
  const width = Math.max(TIE, mean(best) / 10)
  const ties = passing.filter(
    (row) => (row.metrics.get(loss)?.min ?? Infinity) <= most || mean(row) <= mean(best) + width,
  )
  const keysOf = (row: Row): readonly number[] => [
    isClose(row, limits) ? 1 : 0,
    partKinds.indexOf(row.parts?.keys.kind ?? 'unchanged'),
    row.parts ? wayOf(registry, row.parts.values) : 0,
    mean(row),
  ]
  return ranked(ties, keysOf)
}

/**
 * The choice where nothing is limited: of those without a high risk the one with the least score; where each has one, the one
 * whose worst risk is the least beyond what is high.
 *
 * @param rows - What was measured.
 * @param axes - The axes.
 * @param levels - From where on risks are high.
 * @returns The choice; undefined where none has a place on the map.
 */
export function leastScore(rows: readonly Row[], axes: Axes, levels: readonly RiskLevel[]): Chosen | undefined {
  const score = scoreOf(rows, axes)
  const placed = rows.filter((row) => canBeChosen(row) && place(row, axes))
  if (placed.length === 0) return undefined
  return ranked(placed, (row) => {
    const at = place(row, axes)
    const worst = risksOf(row, levels)[0]?.severity ?? 0
    return [worst > 1 ? worst : 0, at ? score.of(at) : Infinity]
  })
}

function ranked(rows: readonly Row[], keysOf: (row: Row) => readonly number[]): Chosen {
  const keyed = rows.map((row) => ({ row, keys: keysOf(row) }))
  keyed.sort((a, b) => a.keys.map((key, i) => key - b.keys[i]).find((way) => way !== 0) ?? 0)
  return { row: keyed[0].row, ties: keyed.map(({ row }) => row) }
}

/** From this part of a limit on a risk is close to it. */
const CLOSE = 0.9

/** Whether a risk of a row comes close to its limit. */
export function isClose(row: Row, limits: readonly Limit[]): boolean {
  return limits.some(({ metric, value, atEnd }) => {
    if (metric.kind !== 'risk' || metric.better === 'higher' || value <= 0) return false
    return (worstRun(row, metric, atEnd) ?? 0) > CLOSE * value
  })
}

/** What a part keeps of the values' columns: all, as they are or as a permutation of themselves; or not. */
function wayOf(registry: Registry, { steps }: Part): number {
  if (steps.length === 0) return 0
  const keeps = steps.some(({ use, params }) => {
    const method = registry.get('methods', use)
    return claimed(method.traits.claims.marginals, resolveAll(registry, method.params, params, { method: use }))
  })
  return keeps ? 1 : 2
}
