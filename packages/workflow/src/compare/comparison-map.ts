import type { Metric } from '@sdc/core'
import type { Comparison } from '@sdc/engine'
import { riskUtilityMap } from '@sdc/report'

/** The risk–utility map of a comparison, as SVG. */
export function comparisonMap({ axes, rows, records, columns }: Comparison): string {
  const axis = (metric: Metric): { label: string; unit: string; better: 'lower' | 'higher' } => ({
    label: metric.id,
    unit: metric.unit,
    better: metric.better,
  })
  return riskUtilityMap({
    title: 'Risk–utility map',
    subtitle: `${records} records, ${columns.length} masked columns`,
    isoScore: true,
    risk: axis(axes.risk),
    loss: axis(axes.loss),
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
        },
      ]
    }),
  })
}
