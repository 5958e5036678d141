import type { MapPoint, RiskUtilityMap } from './points/map-types.js'
import { riskUtilityMap } from './risk-utility-map.js'

const methods = ['noise/additive', 'microaggregation/mdav', 'linear/sblm', 'acme/new']

/** Returns a map of `count` points, every third reverse-mapped, the second chosen, three of them in one place. */
export function mapOfMany(count: number): RiskUtilityMap {
  const points = Array.from({ length: count }, (_, i): MapPoint => {
    const at = i < 3 ? 0 : i
    return {
      label: `${methods[i % methods.length]} k = ${i}`,
      series: methods[i % methods.length],
      parameter: `k = ${i}`,
      reverseMapped: i % 3 === 2,
      loss: 5 + at,
      risk: 60 - at,
      runs: 5,
      lossRange: [4 + at, 6.5 + at],
      pareto: i === 1 || i > count - 3,
      chosen: i === 1,
      barred: i % 5 === 4,
      reasons: i % 5 === 4 ? ['high risk: Linked records 40 %'] : [],
    }
  })
  return {
    title: 'Risk–utility map of a.csv',
    subtitle: '60 records · 2 masked columns: income, tax',
    risk: { label: 'Linked records', unit: '%', better: 'lower', limit: 50 },
    loss: { label: 'Information loss', unit: '%', better: 'lower' },
    isoScore: true,
    points,
  }
}

export const base: Omit<RiskUtilityMap, 'points'> = {
  title: 'Risk against loss',
  risk: { label: 'Linked records', unit: '%', better: 'lower' },
  loss: { label: 'PIL', unit: '%', better: 'lower' },
}

export function draw(points: readonly MapPoint[], more: Partial<RiskUtilityMap> = {}): string {
  return riskUtilityMap({ ...base, points, ...more })
}
