import { DOMParser } from 'linkedom/worker'
import { describe, expect, it } from 'vitest'
import type { MapPoint } from './points/map-types.js'
import { base, draw } from './map.fixture.js'
import { dots, wellFormed } from './svg-text.fixture.js'

function point(loss: number | null, risk: number | null, more: Partial<MapPoint> = {}): MapPoint {
  return {
    label: 'noise/additive, d = 1',
    series: 'noise/additive',
    parameter: 'd = 1',
    reverseMapped: false,
    pareto: false,
    chosen: false,
    risk,
    loss,
    ...more,
  }
}
/** Returns the texts of the picture, in order. */
function texts(svg: string): string[] {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml')
  return [...parsed.querySelectorAll('text')].map((text: { textContent: string }) => text.textContent)
}

const some = [
  point(1, 50, { pareto: true, parameter: 'd = .1' }),
  point(5, 20, { pareto: true, chosen: true, label: 'the chosen one', riskRange: [18, 23], lossRange: [4, 6] }),
  point(9, 10, { pareto: true, parameter: 'd = 2' }),
  point(6, 40, { series: 'swapping/rank-swap', parameter: 'p = 5', reverseMapped: true }),
  point(8, 30, { series: 'swapping/rank-swap', parameter: 'p = 9', reverseMapped: true }),
]

describe('the map', () => {
  it('is a self-contained SVG, with a title and a description', () => {
    const svg = draw(some)
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg).toMatch(/viewBox="0 0 900 640"/)
    expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*><title>Risk against loss<\/title><desc>Scatter plot of 5 of 5/)
    expect(svg).toContain('Pareto front: noise/additive, d = 1 (loss 1, risk 50); the chosen one (loss 5, risk 20);')
    expect(svg).toContain('Chosen: the chosen one')
    expect(svg).not.toMatch(/<script|href=|url\(|@import/)
    // The only style rules are those of the ground, for dark screens but not for paper.
    expect(svg.match(/<style>/g)).toHaveLength(1)
    expect(svg).toContain('@media screen and (prefers-color-scheme:dark)')
    expect(wellFormed(svg)).toBe(true)
  })
  it('draws every point once, with its name', () => {
    expect(dots(draw(some))).toBe(5)
    expect(draw(some)).toContain(
      'the chosen one\nPIL: 5 % (4 to 6)\nLinked records: 20 % (18 to 23)\non the Pareto front\nchosen',
    )
    for (const text of ['d = .1', 'd = 2', 'p = 5', 'p = 9', 'the chosen one'])
      expect(texts(draw(some))).toContain(text)
  })
  it('shows masked points filled and reverse-mapped ones hollow, always', () => {
    const group = /<g [^>]*aria-label="dot"[^>]*>.*?<\/g>/s.exec(draw(some))?.[0] ?? ''
    expect(group.match(/fill="#ffffff" stroke="#00a080"/g)).toHaveLength(2)
    expect(group.match(/fill="#4848ff" stroke="#4848ff"/g)).toHaveLength(3)
    const alone = /<g [^>]*aria-label="dot"[^>]*>.*?<\/g>/s.exec(draw(some.slice(3)))?.[0] ?? ''
    expect(alone.match(/fill="#ffffff" stroke="#00a080"/g)).toHaveLength(2)
    expect(draw(some.slice(0, 3))).not.toContain('reverse mapping')
  })
  it('draws the front as steps, and ranges if there are any', () => {
    // Two steps: across, down, across, down.
    const front = /<g (?=[^>]*aria-label="line")[^>]*stroke-width="1.6"[^>]*>.*?<\/g>/s
    const path = / d="([^"]*)"/.exec(front.exec(draw(some))?.[0] ?? '')?.[1] ?? ''
    expect(path.match(/L/g)).toHaveLength(4)
    const rules = (svg: string): number => (svg.match(/<line /g) ?? []).length
    expect(
      rules(draw(some)) - rules(draw(some.map((one) => ({ ...one, riskRange: undefined, lossRange: undefined })))),
    ).toBe(2)
  })
  it('has axes with units and the better direction, and a legend of the signs used', () => {
    const all = texts(draw(some))
    expect(all).toEqual(
      expect.arrayContaining(['PIL (%)', 'Linked records (%)', 'noise', 'additive', 'swapping', 'rank-swap']),
    )
    expect(all.filter((text) => text === '← less is better')).toHaveLength(2)
    expect(all).toEqual(expect.arrayContaining(['as masked', 'after reverse mapping', 'Pareto front', 'chosen']))
    expect(texts(draw([point(1, 2)]))).not.toContain('Pareto front')
    const turned = draw(some, { loss: { label: 'Utility', unit: '', better: 'higher' } })
    expect(texts(turned)).toEqual(expect.arrayContaining(['Utility', 'more is better →', '← less is better']))
  })
  it('leaves out points without both values, and says so', () => {
    const svg = draw([...some, point(null, 3), point(3, null), point(Number.NaN, 1), point(1, Infinity)], {
      subtitle: 'seed 7',
    })
    expect(dots(svg)).toBe(5)
    expect(texts(svg)).toContain('4 of 9 points left out, without a value · seed 7')
    expect(texts(draw([point(null, 1)]))).toContain('No point has both values.')
    expect(dots(draw([]))).toBe(0)
  })
  it('is logarithmic if losses span more than two decades, and says so', () => {
    const wide = [point(0.1, 50), point(1, 20), point(11, 5)]
    expect(texts(draw(wide))).toContain('PIL (%), logarithmic')
    expect(texts(draw([point(0.1, 50), point(10, 5)]))).toContain('PIL (%)')
    const zero = texts(draw([...wide, point(0, 90)]))
    expect(zero).toContain('PIL (%), logarithmic, 0 at the edge')
    expect(texts(draw([...wide, point(-1, 90)]))).toContain('PIL (%)')
  })
  it('draws lines of equal score only if the sum is meaningful', () => {
    expect(texts(draw(some, { isoScore: true })).filter((text) => text.startsWith('score '))).not.toHaveLength(0)
    const other = draw(some, { isoScore: true, loss: { label: 'IL1s', unit: 'sd', better: 'lower' } })
    expect(texts(other).filter((text) => text.startsWith('score '))).toHaveLength(0)
  })
})

describe('limits', () => {
  const limited = { ...base, risk: { ...base.risk, limit: 30 } }
  it('are lines with a shaded area beyond them, within the frame even if no point is near', () => {
    const svg = draw(some, limited)
    expect(texts(svg)).toContain('limit: at most 30 %')
    expect(texts(svg)).toContain('limit, and what is beyond it')
    expect(draw(some)).not.toContain('stroke-dasharray="7,4"')
    const far = draw(some, { ...limited, risk: { ...base.risk, limit: 99 } })
    const highest = Math.max(...texts(far).map(Number).filter(Number.isFinite))
    expect(highest).toBeGreaterThan(80)
    expect(texts(draw(some, { loss: { ...base.loss, better: 'higher', limit: 3 } }))).toContain('limit: at least 3 %')
  })
  it('cross out candidates that cannot be chosen for reasons that the axes do not show', () => {
    // Number of crosses: two strokes in the colour of the ground through a filled sign.
    const crosses = (svg: string): number =>
      (svg.match(/<g aria-label="dot"[^>]*stroke="#ffffff"[^>]*>.*?<\/g>/gs) ?? []).length
    const svg = draw([...some, point(2, 5, { barred: true })], { barred: 'has a high risk' })
    expect(crosses(svg)).toBeGreaterThan(crosses(draw(some)))
    expect(texts(svg)).toContain('has a high risk')
    expect(svg).toContain('Crossed out (has a high risk): 1.')
  })
})

describe('text', () => {
  it('is the same for the same map', () => {
    expect(draw(some, { isoScore: true })).toBe(draw(some, { isoScore: true }))
  })
  it('escapes XML markup', () => {
    const nasty = '<b>"a" & b</b>'
    const svg = draw(
      [point(1, 2, { label: nasty, parameter: nasty, series: nasty, chosen: true }), point(2, 1, { parameter: nasty })],
      { title: nasty },
    )
    expect(svg).not.toContain('<b>')
    expect(svg).toContain('&lt;b&gt;"a" &amp; b&lt;/b&gt;')
    expect(wellFormed(svg)).toBe(true)
    expect(texts(svg)).toContain(nasty)
  })
})
