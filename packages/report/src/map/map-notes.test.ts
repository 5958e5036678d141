import { describe, expect, it } from 'vitest'
import { lossScale, riskScale } from '../chart/axes.js'
import { mapOfMany } from './map.fixture.js'
import { measuredOf } from './points/measured.js'
import { placeNotes } from './points/place-notes.js'
import { sharedPlaces } from './points/places.js'
import { riskUtilityMap } from './risk-utility-map.js'

/** Returns the texts of the picture; lines of one text are joined. */
function texts(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, text]) =>
    text
      .replace(/<tspan[^>]*>/g, ' ')
      .replace(/<[^>]*>/g, '')
      .trim(),
  )
}
const placesOf = (map: ReturnType<typeof mapOfMany>): ReturnType<typeof sharedPlaces> => {
  const points = measuredOf(map.points)
  return sharedPlaces(points, lossScale(points, [0, 800]), riskScale(points, [500, 0]))
}

describe('points in one place', () => {
  it('are counted next to their sign, and named below the map and in the tooltip of each', () => {
    const map = mapOfMany(6)
    const svg = riskUtilityMap(map)
    expect(texts(svg)).toContain('×3')
    expect(texts(svg).join(' ')).toContain(
      '3 candidates here (loss 5, risk 60): microaggregation/mdav k = 1; noise/additive k = 0; linear/sblm k = 2',
    )
    expect(svg).toContain('also here: linear/sblm k = 2')
    expect(texts(riskUtilityMap({ ...map, points: map.points.slice(1, 2) })).join(' ')).not.toContain('×')
  })

  it('are those within a pixel, the place of the chosen one first', () => {
    const map = mapOfMany(8)
    const points = map.points.map((point, i) => (i > 5 ? { ...point, loss: 20, risk: 20 } : point))
    expect(placesOf({ ...map, points }).map((place) => place.points.map(({ at }) => at))).toEqual([
      [0, 1, 2],
      [6, 7],
    ])
  })

  it('are listed in few lines, with a count of those left out', () => {
    const map = mapOfMany(200)
    const points = map.points.map((point, i) => ({ ...point, loss: Math.floor(i / 10), risk: Math.floor(i / 10) }))
    const notes = placeNotes(placesOf({ ...map, points }), 100)
    expect(notes.length).toBeLessThanOrEqual(13)
    expect(notes.at(-1)).toBe('and 14 more places with ×: the tips of the points name them all')
    expect(notes.join(' ')).toMatch(/10 candidates here .*; and \d more/)
  })
})

describe('the chosen candidate', () => {
  const named = (label: string): string => {
    const map = mapOfMany(6)
    return texts(
      riskUtilityMap({ ...map, points: map.points.map((point) => (point.chosen ? { ...point, label } : point)) }),
    ).join(' ')
  }

  it('has its full name in lines, even if it is long', () => {
    const label = 'linear/multiple-imputation similarity = 0.45 + reverse-map/rank + optimize/permute weights = "1"'
    expect(named(label)).toContain(label)
  })

  it('has a name that would fill the plot below it', () => {
    const label = Array.from({ length: 150 }, (_, i) => `parameter${i} = ${i}`).join(' ')
    expect(named(label)).toContain('chosen: see below')
    expect(named(label)).toContain(`chosen: ${label}`)
  })
})
