import { describe, expect, it } from 'vitest'
import { contrast, leastSquared, seen, sights, squared } from './colour-vision.fixture.js'
import { methodStyle, methodStyles, seriesStyles } from '../map/points/series-style.js'
import { methodShapes } from './method-shapes.js'
import { colours, familyColours, restColours } from './palette.js'
import { betterColour, grounds, themeStyle } from './theme.js'

const [light, dark] = grounds.ground

/** Returns all pairs of a list. */
function pairsOf<Item>(items: readonly Item[]): (readonly [Item, Item])[] {
  return items.flatMap((one, i) => items.slice(0, i).map((other) => [other, one] as const))
}

describe('the palette', () => {
  it('has a contrast of 3 : 1 on a light and on a dark ground', () => {
    for (const { colour } of colours) {
      expect(contrast(colour, light), colour).toBeGreaterThanOrEqual(3)
      expect(contrast(colour, dark), colour).toBeGreaterThanOrEqual(3)
    }
  })

  it('keeps any two colours .08 apart for every type of vision', () => {
    for (const [a, b] of pairsOf(colours.map(({ colour }) => colour))) {
      for (const [i, sight] of sights.entries())
        expect(Math.sqrt(squared(seen(a)[i], seen(b)[i])), `${a} ${b} ${sight}`).toBeGreaterThanOrEqual(0.08)
    }
  })

  it('has letters of contrast 4.5 : 1, and neutral colours that are visible on both grounds', () => {
    for (const { ink, darkInk } of [...colours, { ink: betterColour, darkInk: grounds.better[1] }]) {
      expect(contrast(ink, light), ink).toBeGreaterThanOrEqual(4.5)
      expect(contrast(darkInk, dark), darkInk).toBeGreaterThanOrEqual(4.5)
    }
    for (const name of ['ink', 'soft', 'limit'] as const)
      for (const side of [0, 1] as const)
        expect(contrast(grounds[name][side], grounds.ground[side]), name).toBeGreaterThanOrEqual(4.5)
    for (const name of ['grey', 'frame'] as const)
      for (const side of [0, 1] as const)
        expect(contrast(grounds[name][side], grounds.ground[side]), name).toBeGreaterThanOrEqual(3)
  })

  it('stays unchanged on a dark ground: the style sheet changes other colours only', () => {
    for (const { colour } of colours) expect(themeStyle('x')).not.toContain(`"${colour}"`)
    expect(themeStyle('x')).toContain(`.x [fill="${light}"]{fill:${dark}}`)
  })
})

describe('measures of a palette', () => {
  it('agree with published values', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 9)
    // OKLab of sRGB red as published by its author: L .6279554, a .2248631, b .1258463, to seven digits.
    const [normal, protan, deutan] = seen('#ff0000')
    expect(normal.map((one) => one.toFixed(6))).toEqual(['0.627955', '0.224863', '0.125846'])
    // The second and the fifth colour of the previous palette: .012 apart for deuteranopes.
    const [a, b] = [seen('#D55E00'), seen('#B07800')]
    expect(Math.sqrt(squared(a[2], b[2]))).toBeLessThan(0.03)
    expect(Math.sqrt(squared(a[0], b[0]))).toBeGreaterThan(0.08)
    // Red and green of equal lightness differ much less for dichromats.
    expect(protan).not.toEqual(deutan)
    expect(leastSquared(seen('#b05050'), seen('#708020'))).toBeLessThan(squared(seen('#b05050')[0], seen('#708020')[0]))
  })
})

describe('methodStyle', () => {
  it('is unique, and does not depend on the other methods in a picture', () => {
    const looks = [...methodShapes.keys()].map((id) => {
      const { colour, symbol } = methodStyle(id)
      return `${colour} ${symbol}`
    })
    expect(new Set(looks).size).toBe(looks.length)
    expect(methodStyles(['noise/additive', 'linear/gadp']).get('linear/gadp')).toEqual(methodStyle('linear/gadp'))
    expect([...methodStyles(['swapping/x', 'noise/b', 'noise/a', 'noise/b']).keys()]).toEqual([
      'noise/a',
      'noise/b',
      'swapping/x',
    ])
  })

  it('has the colour of its family, and one of the unused colours for an unknown family', () => {
    expect(methodStyle('noise/my-own').colour).toBe(methodStyle('noise/additive').colour)
    const taken = [...methodShapes].flatMap(([id, shape]) => (id.startsWith('noise/') ? [shape] : []))
    expect(taken).not.toContain(methodStyle('noise/my-own').symbol)
    const rest = restColours.map((i) => colours[i].colour)
    for (const family of ['acme', 'zzz', 'my-company', '<b>', ''])
      expect(rest).toContain(methodStyle(`${family}/x`).colour)
    expect(new Set(familyColours.values()).size + rest.length).toBe(colours.length)
  })
})

it('gives other series distinct styles until the palette is used up', () => {
  const names = Array.from({ length: colours.length }, (_, i) => `column ${i}`)
  const styles = [...seriesStyles(names).values()]
  expect(new Set(styles.map(({ colour }) => colour)).size).toBe(colours.length)
  expect(new Set(styles.map(({ symbol }) => symbol)).size).toBe(styles.length)
})
