import { describe, expect, it } from 'vitest'
import type { MapPoint, RiskUtilityMap } from './map-types.js'
import { riskUtilityMap } from './risk-utility-map.js'

const point = (risk: number, loss: number): MapPoint => ({
  label: `point ${risk}`,
  series: 'noise/additive',
  parameter: '',
  reverseMapped: false,
  risk,
  loss,
  pareto: true,
  chosen: false,
})
const map: RiskUtilityMap = {
  title: 'A map',
  risk: { label: 'risk/dld', unit: '%', better: 'lower' },
  loss: { label: 'loss/il-score', unit: '%', better: 'lower' },
  points: [point(10, 20), point(20, 10)],
}
const circles = (svg: string): number => svg.match(/r="1\.8"/g)?.length ?? 0

describe('the cloud of a map', () => {
  it('is a dot for each that was tried, and one in the legend, with room for the furthest', () => {
    const plain = riskUtilityMap(map)
    const svg = riskUtilityMap({ ...map, cloud: [30, 40, 90].map((risk) => ({ risk, loss: risk / 2 })) })
    expect(circles(plain)).toBe(0)
    expect(svg).toContain('tried, and not in the table')
    expect(svg).toContain('Below them 3 that were tried.')
    // The greatest risk of the points is 20, of the cloud 90.
    expect(plain).not.toContain('>80<')
    expect(svg).toContain('>80<')
  })

  it('leaves out what cannot be drawn', () => {
    const odd = { ...map, cloud: [{ risk: Number.NaN, loss: 3 }] }
    expect(() => riskUtilityMap(odd)).not.toThrow()
    expect(riskUtilityMap({ ...map, cloud: [] })).toBe(riskUtilityMap(map))
  })
})
