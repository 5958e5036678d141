import type { Metric } from '@sdc/core'
import { canBeChosen, type Comparison, type Limit, type Row } from '@sdc/engine'
import type { Axis } from '@sdc/report'

/** A candidate that was tried and is not in the table. */
interface Tried {
  readonly risk: number | null
  readonly loss: number | null
}

/**
 * The risk–utility map of a comparison, as SVG.
 *
 * @param comparison - Whose rows are the points.
 * @param tried - All candidates of a search, of which the rows are a few: drawn small, below the points.
 * @returns The text of the file.
 */
export async function comparisonMap(
  { axes, limits, rows, records, columns }: Comparison,
  tried: readonly Tried[] = [],
): Promise<string> {
  // The libraries that draw are loaded by who draws.
  const { riskUtilityMap } = await import('@sdc/report')
  const limited = limits.length > 0
  const limitOn = (metric: Metric): number | undefined =>
    limits.find((limit) => limit.metric.id === metric.id && !limit.atEnd)?.value
  const axis = (metric: Metric): Axis => ({
    label: metric.id,
    unit: metric.unit,
    better: metric.better,
    limit: limitOn(metric),
  })
  return riskUtilityMap({
    title: 'Risk–utility map',
    subtitle: `${records} records, ${columns.length} masked columns`,
    // Score lines only where the score decided.
    isoScore: !limited,
    barred: barredText(rows, limits),
    risk: axis(axes.risk),
    loss: axis(axes.loss),
    cloud: tried.flatMap(({ risk, loss }) => (risk === null || loss === null ? [] : [{ risk, loss }])),
    points: rows.flatMap((row) => {
      const risk = row.metrics.get(axes.risk.id)
      const loss = row.metrics.get(axes.loss.id)
      if (row.error || risk?.mean == null || loss?.mean == null) return []
      return [
        {
          label: row.label,
          series: row.use,
          parameter: Object.entries(row.varied)
            .map(([name, value]) => `${name} = ${String(value)}`)
            .join(', '),
          reverseMapped: row.then.includes('reverse-map/rank'),
          risk: risk.mean,
          loss: loss.mean,
          riskRange: [risk.min ?? risk.mean, risk.max ?? risk.mean] as const,
          lossRange: [loss.min ?? loss.mean, loss.max ?? loss.mean] as const,
          pareto: row.pareto,
          chosen: row.chosen,
          barred: isBarred(row, limited),
        },
      ]
    }),
  })
}

/** Whether a candidate is crossed out: it cannot be chosen, or, where no limits decide, has a high risk. */
function isBarred(row: Row, limited: boolean): boolean {
  return !canBeChosen(row) || (!limited && row.high.length > 0)
}

/** What the crosses mean, of what there is. */
function barredText(rows: readonly Row[], limits: readonly Limit[]): string {
  const reasons = [
    ...(rows.some((row) => row.unmasked.length > 0) ? ['leaves a column unmasked'] : []),
    ...(limits.length > 0 && rows.some((row) => row.beyond.length > 0) ? ['beyond a limit in some run'] : []),
    ...(limits.length === 0 && rows.some((row) => row.high.length > 0) ? ['has a high risk'] : []),
  ]
  return reasons.join(', or ')
}
