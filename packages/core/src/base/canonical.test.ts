import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical.js'

/** The same value with the keys of every object in reverse order of insertion. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, reversed(part)]),
  )
}

describe('canonicalJson', () => {
  it('sorts keys by code unit, at every depth, and leaves arrays in their order', () => {
    expect(canonicalJson({ b: 1, a: { d: [3, 1, { z: 0, y: 0 }], c: null }, B: 2 })).toBe(
      '{"B":2,"a":{"c":null,"d":[3,1,{"y":0,"z":0}]},"b":1}',
    )
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]))
  })

  it('keeps keys that JavaScript treats apart: 1990, __proto__, constructor', () => {
    const value: unknown = JSON.parse('{"__proto__":{"x":1},"b":1,"1990":2,"constructor":3,"10":4}')
    const text = canonicalJson(value)
    expect(text).toBe(canonicalJson(reversed(value)))
    expect(new Map(Object.entries(JSON.parse(text) as object))).toEqual(new Map(Object.entries(value as object)))
  })

  it('keeps Unicode unchanged: composed and decomposed differ, lone surrogates are escaped', () => {
    expect(canonicalJson({ Größe: 'ß€😀' })).toBe('{"Größe":"ß€😀"}')
    expect(canonicalJson('é')).not.toBe(canonicalJson('é'.normalize('NFD')))
    expect(canonicalJson('\ud800')).toBe('"\\ud800"')
  })

  it('equal values have equal text in any order of the keys, and the text reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(reversed(value))).toBe(text)
        // JSON has one zero.
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('different values have different text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
        const same = canonicalJson(a) === canonicalJson(b)
        const equal = (() => {
          try {
            expect(JSON.parse(JSON.stringify(a))).toEqual(JSON.parse(JSON.stringify(b)))
            return true
          } catch {
            return false
          }
        })()
        expect(same).toBe(equal)
      }),
    )
  })
})
