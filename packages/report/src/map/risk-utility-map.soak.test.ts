import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draw } from './map.fixture.js'
import { dots, wellFormed } from './svg-text.fixture.js'

describe('text', () => {
  it('is well-formed for any names and values', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(']]>', '<!--', '&lt;', '\0', '\uFFFE', '\uD800'),
    )
    const value = fc.oneof(fc.constant(null), fc.double(), fc.double({ min: 0, max: 100 }))
    const points = fc.array(
      fc.record({
        label: text,
        series: text,
        parameter: text,
        reverseMapped: fc.boolean(),
        risk: value,
        loss: value,
        pareto: fc.boolean(),
        chosen: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(points, text, (drawn, title) => {
        const svg = draw(drawn, { title, isoScore: true })
        const finite = drawn.filter(
          ({ risk, loss }) => risk !== null && loss !== null && Math.abs(risk) <= 1e290 && Math.abs(loss) <= 1e290,
        )
        expect(dots(svg)).toBe(finite.length)
        expect(wellFormed(svg)).toBe(true)
        expect(svg).not.toMatch(/(?:NaN|Infinity|undefined)[,)"L]/)
        // Control characters and unpaired surrogates are not allowed in XML.
        expect(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(svg)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})
