import { parseHTML } from 'linkedom/worker'
import { describe, expect, it } from 'vitest'
import { riskUtilityMap } from '../map/risk-utility-map.js'
import { mapOfMany } from '../map/map.fixture.js'
import { SvgDocument } from './svg-document.js'

/** Returns the tags with their attributes sorted by name, since their order does not change the picture. */
function tags(svg: string): string[] {
  return [...svg.matchAll(/<(\/?[a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>([^<]*)/g)].map(
    ([, name, attributes, single, text]) =>
      [name, ...[...attributes.matchAll(/[\w:-]+="[^"]*"/g)].map(([one]) => one).sort(), single, text].join('|'),
  )
}

describe('SvgDocument', () => {
  it('writes the same markup as a full DOM', () => {
    const other: unknown = parseHTML('<!doctype html><html><body></body></html>').document
    const [own, theirs] = [riskUtilityMap(mapOfMany(30)), riskUtilityMap(mapOfMany(30), other as SvgDocument)]
    expect(tags(own).length).toBeGreaterThan(200)
    expect(tags(own)).toEqual(tags(theirs))
  })

  it('escapes texts and attributes, and moves nodes', () => {
    const document = new SvgDocument()
    const [a, b] = ['g', 'text'].map((name) => document.createElementNS('', name))
    a.append('1 < 2 & "3"', b)
    b.setAttribute('aria-label', '"<b>" & c')
    expect(a.outerHTML).toBe('<g>1 &lt; 2 &amp; "3"<text aria-label="&quot;&lt;b&gt;&quot; &amp; c"/></g>')
    a.insertBefore(b, a.firstChild)
    expect(a.children[0]).toBe(b)
    expect(a.childNodes).toHaveLength(2)
    a.textContent = 'x'
    expect([a.outerHTML, b.parentNode]).toEqual(['<g>x</g>', null])
  })
})
