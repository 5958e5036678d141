import type { Metric } from '@sdc/core'
import type { Axes, Limit } from '@sdc/engine'
import type { Objective, Standing } from '@sdc/optimize'

/** A box of the front is so great a part of the risk axis high. */
const BOX_HEIGHT = 0.015
/** And so great a share of the loss wide. */
const BOX_WIDTH = 0.1

/**
 * What the search makes small: within bounds the loss (the risk, where all that is bounded is loss); else the score, which is
 * (risk + loss)/2 where both are in one unit, and counts each from the best to the worst of the grid where not.
 *
 * @param axes - The metrics of risk and loss.
 * @param limits - The bounds.
 * @param grid - Where the candidates of the grid stand.
 * @returns The weights of risk and loss, whether bounds decide, and the size of a box of the front.
 */
export function objectiveOf(axes: Axes, limits: readonly Limit[], grid: readonly Standing[]): Objective {
  const [risks, losses] = [grid.map((one) => one.risk), grid.map((one) => one.loss)].map(spreadOf)
  const [least, most] = axes.risk.range
  const height = BOX_HEIGHT * (Number.isFinite(most - least) ? most - least : risks)
  const box = [height > 0 ? height : 1, BOX_WIDTH] as const
  if (limits.length > 0)
    return { weights: limits.every(({ metric }) => metric.kind === 'loss') ? [1, 0] : [0, 1], bounded: true, box }
  const isOneUnit = axes.risk.unit === axes.loss.unit && isLower(axes.risk) && isLower(axes.loss)
  return { weights: isOneUnit ? [0.5, 0.5] : [1 / risks, 1 / losses], bounded: false, box }
}

function isLower({ better }: Metric): boolean {
  return better === 'lower'
}

/** From the least to the greatest; 1 where there is nothing between them. */
function spreadOf(values: readonly number[]): number {
  const spread = Math.max(...values) - Math.min(...values)
  return Number.isFinite(spread) && spread > 0 ? spread : 1
}
