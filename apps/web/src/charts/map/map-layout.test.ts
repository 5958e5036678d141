import type { MapPoint, RiskUtilityMap } from '@sdc/report/looks'
import { describe, expect, it } from 'vitest'
import { lossFence } from './loss-fence.js'
import { isNamed, mapLayout } from './map-layout.js'
import { filtered, zoomed, moved, withPoint } from './map-view.js'
import { nearest, walked } from './map-walk.js'
import { plainScale, ticksAcross } from '../tick-room.js'

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

describe('mapLayout', () => {
  it('has less risk below, less loss on the left, and the front in steps from the least loss on', () => {
    const { points, front, frame } = mapLayout(mapOf(three), [], 800)
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

  it('draws a limit with the area beyond it, and independent data as a line', () => {
    const { limits, independent, frame } = mapLayout(mapOf(three, 25), [], 800)
    expect(limits.map(({ text }) => text)).toEqual(['at most 25 %'])
    expect(limits[0].beyond).toEqual({ ...frame, bottom: limits[0].y1 })
    expect(independent.map(({ text }) => text)).toEqual(['independent data: 5 %'])
    expect(independent[0].y1).toBeGreaterThan(limits[0].y1)
  })

  it('joins the whiskers of named candidates by colour into one path, without those that have no range', () => {
    const ranged = [
      pointAt(10, 60, { riskRange: [50, 70], lossRange: [10, 10], pareto: true }),
      pointAt(20, 40, { lossRange: [15, 25], place: 2 }),
      pointAt(30, 40, { lossRange: [25, 35] }),
      pointAt(null, 40),
    ]
    const { whiskers, points } = mapLayout(mapOf(ranged), [], 800)
    expect(points).toHaveLength(3)
    expect(whiskers).toHaveLength(1)
    expect(whiskers[0].path.match(/M/g)).toHaveLength(2)
  })

  it('distinguishes points with one label, and counts those at one place', () => {
    const { points, words } = mapLayout(mapOf([pointAt(10, 60), pointAt(10, 60), ...three]), [], 800)
    expect(new Set(points.map(({ key }) => key)).size).toBe(points.length)
    expect(words.map(({ request }) => request.text)).toContain('×3')
  })

  it('omits outliers at first, but never the chosen one, and shows everything on request', () => {
    const many = Array.from({ length: 12 }, (_, i) => pointAt(5 + i, 60 - i, { pareto: i === 11 }))
    const far = pointAt(400, 1, { pareto: true })
    const map = mapOf([...many, far], 900)
    const inside = (options: Parameters<typeof mapLayout>[3]): number => mapLayout(map, [], 800, options).inside.length
    expect([inside({}), inside({ chosen: far.label }), inside({ whole: true })]).toEqual([12, 13, 13])
    expect(mapLayout(map, [], 800)).toMatchObject({ isWhole: false, limits: [] })
    expect(mapLayout(map, [], 800, { whole: true })).toMatchObject({
      isWhole: true,
      limits: [{ text: 'at most 900 %' }],
    })
  })

  it('is linear also for losses over several decades', () => {
    const { points } = mapLayout(mapOf([pointAt(0, 1), pointAt(50, 2), pointAt(100, 3)]), [], 800)
    expect(points[2].x - points[1].x).toBeCloseTo(points[1].x - points[0].x, 0)
  })

  it('has names at the front and in the list, or marks without room, and greys the rest', () => {
    const named = Array.from({ length: 9 }, (_, i) =>
      pointAt(10 + i / 100, 60 - i / 100, { pareto: i < 8, name: `method ${i}`, ...(i === 0 && { place: 1 }) }),
    )
    const { words, unnamed, inside } = mapLayout(mapOf(named), [], 300)
    const texts = words.map(({ request }) => request.text)
    for (const drawn of inside.slice(1, 8)) {
      const mark = unnamed.find((one) => one.drawn === drawn)?.mark
      expect(texts).toContain(mark ?? drawn.point.name)
    }
    expect(texts.some((text) => /^1( method 0)?$/.test(text))).toBe(true)
    expect(texts).not.toContain('method 8')
    expect(inside.filter((one) => !isNamed(one, undefined)).map(({ point }) => point.name)).toEqual(['method 8'])
  })

  it('draws a thousand points in few labels and paths', () => {
    const many = Array.from({ length: 1000 }, (_, i) =>
      pointAt(1 + (i % 97), 1 + (i % 89), {
        label: `noise/additive v = ${i}`,
        riskRange: [0, 99],
        pareto: i % 3 === 0,
      }),
    )
    const { points, words, whiskers } = mapLayout(mapOf(many), [], 800)
    expect(points).toHaveLength(1000)
    expect(words.length).toBeLessThan(60)
    expect(whiskers).toHaveLength(1)
  })
})

describe('the visible part of the map', () => {
  const map = mapOf(three)
  const whole = mapLayout(map, [], 800)

  it('zooms around a fixed place, and never leaves the whole', () => {
    const [, b] = whole.points
    const view = zoomed(whole.scales, whole.everything, 0.5, b)
    const near = mapLayout(map, [], 800, { view })
    expect(near.points[1].x).toBeCloseTo(b.x, 0)
    expect(near.points[1].y).toBeCloseTo(b.y, 0)
    expect(near.isWhole).toBe(false)
    expect(zoomed(near.scales, near.everything, 2)).toBeUndefined()
    const far = moved(near.scales, near.everything, 1e6, 1e6)
    expect(far.loss[0]).toBeCloseTo(whole.everything.loss[0])
    expect(far.risk[1]).toBeCloseTo(whole.everything.risk[1])
  })

  it('moves to a candidate outside', () => {
    const small = { loss: [0, 12], risk: [50, 70] } as const
    const { points, frame } = mapLayout(map, [], 800, { view: withPoint(small, whole.points[1].point) })
    expect(points[1].x).toBeGreaterThan(frame.left)
    expect(points[1].y).toBeLessThan(frame.bottom)
  })

  it('filters candidates by family or limits, and always keeps the chosen one', () => {
    const other = pointAt(5, 5, { series: 'swapping/rank-swap', label: 'other', barred: true })
    const all = mapOf([...three, other])
    const labels = (...how: [string, boolean, string?]): number =>
      filtered(all, { family: how[0], allowed: how[1] }, how[2]).points.length
    expect([labels('', false), labels('noise', false), labels('', true), labels('noise', true, 'other')]).toEqual([
      4, 3, 3, 4,
    ])
  })
})

it('the fence is that of a box plot, if it gains room', () => {
  const at = (losses: readonly number[]): number | undefined =>
    lossFence(losses.map((loss, i) => ({ ...pointAt(loss, 1), at: i, loss, risk: 1 })))
  expect(at([1, 2, 3, 4, 5, 6, 7, 8, 90])).toBe(7 + 1.5 * 4)
  expect(at([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeUndefined()
  expect(at([1, 2, 90])).toBeUndefined()
})

describe('ticks', () => {
  it('keep equal steps if there is little room', () => {
    const wide = ticksAcross(plainScale([0, 100], [0, 600]), 12)
    const narrow = ticksAcross(plainScale([0, 100], [0, 120]), 12)
    expect(wide.map(({ text }) => text)).toEqual(['0', '20', '40', '60', '80', '100'])
    expect(narrow.map(({ text }) => text)).toEqual(['0', '40', '80'])
  })
})

describe('moving from point to point', () => {
  const { points } = mapLayout(mapOf(three), [], 800)
  const to = (from: number | undefined, key: string): number =>
    points.findIndex((one) => one === walked(points, from === undefined ? undefined : points[from].key, key))

  it('goes by loss across and by risk up and down, and stops at the ends', () => {
    expect([to(undefined, 'ArrowRight'), to(0, 'ArrowRight'), to(2, 'ArrowRight'), to(1, 'ArrowRight')]).toEqual([
      0, 2, 1, 1,
    ])
    expect([to(2, 'ArrowUp'), to(1, 'ArrowUp'), to(0, 'ArrowUp'), to(0, 'ArrowDown')]).toEqual([1, 0, 0, 1])
    expect([to(2, 'Home'), to(2, 'End')]).toEqual([0, 1])
    expect(walked(points, points[0].key, 'a')).toBeUndefined()
  })

  it('finds the nearest point within reach of a pointer', () => {
    const [a] = points
    expect(nearest(points, a.x + 10, a.y - 10)).toBe(a)
    expect(nearest(points, a.x + 40, a.y - 40)).toBeUndefined()
  })
})
