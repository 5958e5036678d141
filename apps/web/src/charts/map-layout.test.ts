import type { MapPoint, RiskUtilityMap } from '@sdc/report/looks'
import { describe, expect, it } from 'vitest'
import { lossFence } from './loss-fence.js'
import { mapLayout } from './map-layout.js'
import { nearest, walked } from './map-walk.js'
import { plainScale, ticksAcross } from './tick-room.js'

function pointAt(loss: number | null, risk: number | null, more: Partial<MapPoint> = {}): MapPoint {
  const label = `noise/additive v = ${loss} ${risk}`
  return {
    label,
    series: 'noise/additive',
    parameter: 'v = 1',
    reverseMapped: false,
    loss,
    risk,
    pareto: false,
    chosen: false,
    ...more,
  }
}
function mapOf(points: readonly MapPoint[], limit?: number): RiskUtilityMap {
  return {
    title: 'map',
    risk: { label: 'Risk', unit: '%', better: 'lower', limit, independent: 5 },
    loss: { label: 'Loss', unit: '%', better: 'lower' },
    points,
  }
}
const three = [pointAt(10, 60, { pareto: true }), pointAt(30, 30), pointAt(20, 20, { pareto: true })]

describe('the layout of the map', () => {
  it('has less risk below, less loss left, and the front in steps from the least loss on', () => {
    const { points, front, frame } = mapLayout(mapOf(three), [], 800, undefined)
    const [a, b, c] = points
    expect(a.x).toBeLessThan(c.x)
    expect(c.x).toBeLessThan(b.x)
    expect(a.y).toBeLessThan(b.y)
    expect(front).toBe(`M${a.x} ${a.y}H${c.x}V${c.y}`)
    for (const { x, y } of points) {
      expect(x).toBeGreaterThan(frame.left)
      expect(y).toBeLessThan(frame.bottom)
    }
  })

  it('draws a limit with all that is beyond it, and independent data as a line', () => {
    const { limits, independent, frame } = mapLayout(mapOf(three, 25), [], 800, undefined)
    expect(limits.map(({ text }) => text)).toEqual(['at most 25 %'])
    expect(limits[0].beyond).toEqual({ ...frame, bottom: limits[0].y1 })
    expect(independent.map(({ text }) => text)).toEqual(['independent data: 5 %'])
    expect(independent[0].y1).toBeGreaterThan(limits[0].y1)
  })

  it('joins the whiskers of a colour into one path, and leaves out what has no value or no range', () => {
    const ranged = [
      pointAt(10, 60, { riskRange: [50, 70], lossRange: [10, 10] }),
      pointAt(20, 40, { lossRange: [15, 25] }),
      pointAt(null, 40),
    ]
    const { whiskers, points } = mapLayout(mapOf(ranged), [], 800, undefined)
    expect(points).toHaveLength(2)
    expect(whiskers).toHaveLength(1)
    expect(whiskers[0].path.match(/M/g)).toHaveLength(2)
  })

  it('tells points of one label apart, and counts those of one place', () => {
    const { points, words } = mapLayout(mapOf([pointAt(10, 60), pointAt(10, 60), ...three]), [], 800, undefined)
    expect(new Set(points.map(({ key }) => key)).size).toBe(points.length)
    expect(words.map(({ request }) => request.text)).toContain('×3')
  })

  it('leaves out what is far out, never the chosen one, and goes on with the front to the edge', () => {
    const many = Array.from({ length: 12 }, (_, i) => pointAt(5 + i, 60 - i, { pareto: i === 11 }))
    const far = pointAt(400, 1, { pareto: true })
    const map = mapOf([...many, far])
    expect(mapLayout(map, [], 800, undefined)).toMatchObject({ farOut: 1, front: expect.stringMatching(/H786$/) })
    expect(mapLayout(map, [], 800, undefined).points).toHaveLength(12)
    expect(mapLayout(map, [], 800, far.label).points).toHaveLength(13)
    expect(mapLayout(map, [], 800, undefined, true).farOut).toBe(0)
  })

  it('places a thousand points in few labels and paths', () => {
    const many = Array.from({ length: 1000 }, (_, i) =>
      pointAt(1 + (i % 97), 1 + (i % 89), {
        label: `noise/additive v = ${i}`,
        riskRange: [0, 99],
        pareto: i % 3 === 0,
      }),
    )
    const { points, words, whiskers } = mapLayout(mapOf(many), [], 800, undefined)
    expect(points).toHaveLength(1000)
    expect(words.length).toBeLessThan(60)
    expect(whiskers).toHaveLength(1)
  })
})

it('the fence is that of a box plot, where it gains room', () => {
  const at = (losses: readonly number[]): number | undefined =>
    lossFence(losses.map((loss, i) => ({ ...pointAt(loss, 1), at: i, loss, risk: 1 })))
  expect(at([1, 2, 3, 4, 5, 6, 7, 8, 90])).toBe(7 + 1.5 * 4)
  expect(at([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeUndefined()
  expect(at([1, 2, 90])).toBeUndefined()
})

describe('ticks', () => {
  it('keep equal steps where there is little room', () => {
    const wide = ticksAcross(plainScale([0, 100], [0, 600]), 12)
    const narrow = ticksAcross(plainScale([0, 100], [0, 120]), 12)
    expect(wide.map(({ text }) => text)).toEqual(['0', '20', '40', '60', '80', '100'])
    expect(narrow.map(({ text }) => text)).toEqual(['0', '40', '80'])
  })
})

describe('the way from point to point', () => {
  const { points } = mapLayout(mapOf(three), [], 800, undefined)
  const to = (from: number | undefined, key: string): number =>
    points.findIndex((one) => one === walked(points, from === undefined ? undefined : points[from].key, key))

  it('goes by loss across and by risk up and down, and stays at the ends', () => {
    expect([to(undefined, 'ArrowRight'), to(0, 'ArrowRight'), to(2, 'ArrowRight'), to(1, 'ArrowRight')]).toEqual([
      0, 2, 1, 1,
    ])
    expect([to(2, 'ArrowUp'), to(1, 'ArrowUp'), to(0, 'ArrowUp'), to(0, 'ArrowDown')]).toEqual([1, 0, 0, 1])
    expect([to(2, 'Home'), to(2, 'End')]).toEqual([0, 1])
    expect(walked(points, points[0].key, 'a')).toBeUndefined()
  })

  it('leads a pointer to the nearest within reach', () => {
    const [a] = points
    expect(nearest(points, a.x + 10, a.y - 10)).toBe(a)
    expect(nearest(points, a.x + 40, a.y - 40)).toBeUndefined()
  })
})
