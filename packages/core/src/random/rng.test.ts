import { createCipheriv, createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import alea from 'seedrandom/lib/alea.js'
import { describe, expect, it } from 'vitest'
import { keyedRng, rngFrom, seededRng, type Rng } from './rng.js'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
const draws = (rng: Rng, n: number): number[] => Array.from({ length: n }, () => rng.uniform())
const path = (rng: Rng, names: readonly string[]): Rng => names.reduce((node, name) => node.child(name), rng)

const sources: readonly (readonly [string, () => Rng])[] = [
  ['seedrandom', () => seededRng(20)],
  ['chacha20', () => keyedRng(new Uint8Array(32).fill(7))],
]

describe('the tree of keys', () => {
  it('is HMAC-SHA-256: RFC 4231, test cases 1 and 2, whose short keys HMAC pads with zeros', () => {
    const key = new Uint8Array(32).fill(0x0b, 0, 20)
    expect(hex(rngFrom({ key, source: 'chacha20' }).child('Hi There').state.key)).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
    const jefe = new Uint8Array(32)
    jefe.set(new TextEncoder().encode('Jefe'))
    expect(hex(rngFrom({ key: jefe, source: 'seedrandom' }).child('what do ya want for nothing?').state.key)).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  it('agrees with another implementation for any key and name', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string({ unit: 'grapheme' }), (key, name) => {
        const child = rngFrom({ key, source: 'chacha20' }).child(name).state
        expect(hex(child.key)).toBe(createHmac('sha256', key).update(name, 'utf8').digest('hex'))
        expect(child.source).toBe('chacha20')
      }),
    )
  })

  it('gives every path its own key: order, depth and separators count', () => {
    const paths = fc.uniqueArray(fc.array(fc.string({ maxLength: 3 }), { maxLength: 4 }), {
      selector: (names) => JSON.stringify(names),
      minLength: 2,
      maxLength: 8,
    })
    fc.assert(
      fc.property(paths, (all) => {
        const keys = all.map((names) => hex(path(seededRng('paths'), names).state.key))
        expect(new Set(keys).size).toBe(all.length)
      }),
    )
    const root = seededRng(1)
    const near = [
      ['a', 'b'],
      ['ab'],
      ['a/b'],
      ['b', 'a'],
      ['a', '', 'b'],
      ['', 'ab'],
      ['__proto__'],
      ['1990'],
      [1990 + ' '],
    ]
    expect(new Set(near.map((names) => hex(path(root, names).state.key))).size).toBe(near.length)
  })

  it('names in Unicode are UTF-8, unnormalised', () => {
    const root = seededRng(1)
    expect(hex(root.child('Größe').state.key)).not.toBe(hex(root.child('Größe'.normalize('NFD')).state.key))
  })
})

describe.each(sources)('a %s source', (name, make) => {
  it('draws by its path alone, whatever is drawn elsewhere and in whatever order', () => {
    const names = ['a', 'b', 'c']
    const alone = new Map(names.map((one) => [one, draws(make().child(one), 60)]))
    const step = fc.record({
      node: fc.constantFrom(...names, 'root', 'deep'),
      kind: fc.constantFrom('uniform', 'normal', 'int', 'child'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const root = make()
        const nodes = new Map<string, Rng>(names.map((one) => [one, root.child(one)]))
        const seen = new Map<string, number[]>(names.map((one) => [one, []]))
        for (const { node, kind } of steps) {
          const held = seen.get(node)
          const rng = nodes.get(node) ?? (node === 'root' ? root : root.child('a').child('deep'))
          if (held) held.push(rng.uniform())
          else if (kind === 'normal') rng.normal()
          else if (kind === 'int') rng.int(10)
          else if (kind === 'child') rng.child('x').shuffle([1, 2, 3])
          else rng.uniform()
        }
        for (const [one, values] of seen) expect(values).toEqual(alone.get(one)?.slice(0, values.length))
        expect(draws(root.child('a'), 5)).toEqual(alone.get('a')?.slice(0, 5))
      }),
    )
  })

  it('is rebuilt from its state, from the beginning, also after a copy to a worker', () => {
    const first = make().child('column')
    const values = draws(first, 700)
    expect(draws(rngFrom(first.state), 700)).toEqual(values)
    expect(draws(rngFrom(structuredClone(first.state)), 700)).toEqual(values)
    expect(first.state.source).toBe(name)
    expect(draws(first, 700)).not.toEqual(values)
  })

  it('keeps its key when the caller wipes theirs', () => {
    const key = new Uint8Array(make().state.key)
    const rng = rngFrom({ key, source: make().state.source })
    key.fill(0)
    expect(draws(rng, 3)).toEqual(draws(make(), 3))
  })

  it('uniform: within [0, 1), on the grid of 2⁻⁵³, without ties', () => {
    // 4e4 draws of 2⁵³ values tie with probability n²/2⁵⁴ = 8.9e-8.
    const values = draws(make().child('grid'), 40_000)
    for (const value of values) {
      if (!(value >= 0 && value < 1 && Number.isInteger(value * 2 ** 53))) expect.fail(`${value} is not on the grid`)
    }
    expect(new Set(values).size).toBe(values.length)
  })

  it('fills an array as it would draw its values one after the other, whatever the lengths', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(lengths, fc.boolean(), (all, normal) => {
        const [one, other] = [make().child('fill'), make().child('fill')]
        for (const length of all) {
          const filled = new Float64Array(length)
          if (normal) one.fillNormal(filled)
          else one.fillUniform(filled)
          expect(filled).toEqual(Float64Array.from(filled, () => (normal ? other.normal() : other.uniform())))
        }
        expect(one.uniform()).toBe(other.uniform())
      }),
    )
  })

  it('fillLaplace inverts the distribution function, a uniform number a draw', () => {
    const draws = new Float64Array(5000)
    const rng = make().child('laplace')
    rng.fillLaplace(draws)
    const uniforms = make().child('laplace')
    draws.forEach((x) => {
      const u = uniforms.uniform()
      // The lower half of the uniform numbers is walked from 0 outwards; F is computed to a few ε of 1.
      const p = x < 0 ? Math.exp(x) / 2 : 1 - Math.exp(-x) / 2
      expect(Math.abs(p - (u < 0.5 ? 0.5 - u : u))).toBeLessThan(1e-15)
      expect(Number.isFinite(x)).toBe(true)
    })
    expect(rng.uniform()).toBe(uniforms.uniform())
  })

  it('permutation(n) is 0 … n − 1, shuffled', () => {
    for (const n of [0, 1, 2, 1000]) {
      const numbers = Int32Array.from({ length: n }, (_, i) => i)
      expect(make().permutation(n).sort()).toEqual(numbers)
      expect(make().permutation(n)).toEqual(make().shuffle(numbers))
    }
  })

  it.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53 + 2])('int(%s) is a mistake of the programmer', (n) => {
    expect(() => make().int(n)).toThrow(RangeError)
  })

  it('shuffle: in place, the same values, of any array', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), (values) => {
        const own = Float64Array.from(values)
        expect(make().shuffle(own)).toBe(own)
        expect(own.slice().sort()).toEqual(Float64Array.from(values).sort())
        const list = values.map((value, i) => ({ value, i }))
        const before = new Set(list)
        expect(make().shuffle(list)).toBe(list)
        expect(new Set(list)).toEqual(before)
      }),
    )
  })

  it('refuses a key that is not 32 bytes', () => {
    expect(() => rngFrom({ key: new Uint8Array(16), source: make().state.source })).toThrow(RangeError)
  })
})

describe('seededRng', () => {
  it('is alea on the SHA-256 of its seed: the numbers of another machine', () => {
    const reference = alea(createHash('sha256').update('2024').digest('hex'))
    const expected = Array.from({ length: 20_000 }, () => reference.double())
    expect(draws(seededRng(2024), 20_000)).toEqual(expected)
    expect(draws(seededRng('2024'), 20_000)).toEqual(expected)
  })

  it('is alea for any seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const reference = alea(createHash('sha256').update(seed, 'utf8').digest('hex'))
        expect(draws(seededRng(seed), 600)).toEqual(Array.from({ length: 600 }, () => reference.double()))
      }),
    )
  })

  it('differs from seed to seed', () => {
    const firsts = Array.from({ length: 1000 }, (_, seed) => seededRng(seed).uniform())
    expect(new Set(firsts).size).toBe(1000)
  })
})

/** 64 keystream bytes as the eight uniforms that ought to come of them: 27 and 26 high bits of two little-endian words. */
function uniformsOf(keystream: Uint8Array): number[] {
  const view = new DataView(keystream.buffer, keystream.byteOffset, keystream.byteLength)
  return Array.from({ length: keystream.byteLength / 8 }, (_, i) => {
    const high = BigInt(view.getUint32(8 * i, true) >>> 5)
    const low = BigInt(view.getUint32(8 * i + 4, true) >>> 6)
    return Number((high << 26n) | low) / 2 ** 53
  })
}

describe('keyedRng', () => {
  // RFC 8439, appendix A.1: key, block counter, keystream; the nonce is zero in all four.
  it.each([
    [
      '00'.repeat(32),
      0,
      '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586',
    ],
    [
      '00'.repeat(32),
      1,
      '9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f',
    ],
    [
      '00'.repeat(31) + '01',
      1,
      '3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0',
    ],
    [
      '00ff' + '00'.repeat(30),
      2,
      '72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096',
    ],
  ])('draws from the ChaCha20 keystream: key %s, block %i', (key, block, keystream) => {
    expect(draws(keyedRng(bytes(key)), 8 * (block + 1)).slice(8 * block)).toEqual(uniformsOf(bytes(keystream)))
  })

  it('goes on counting from one 4 kB piece to the next, as another implementation does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        const cipher = createCipheriv('chacha20', key, new Uint8Array(16))
        const reference = new Uint8Array(cipher.update(new Uint8Array(3 * 4096 + 64)))
        expect(draws(keyedRng(key), reference.length / 8)).toEqual(uniformsOf(reference))
      }),
      { numRuns: 20 },
    )
  })

  it('has a fresh key every time, 32 bytes, and another stream than a seeded source of that key', () => {
    const [a, b] = [keyedRng(), keyedRng()]
    expect(a.state.key).toHaveLength(32)
    expect(hex(a.state.key)).not.toBe(hex(b.state.key))
    expect(draws(a, 4)).not.toEqual(draws(b, 4))
    expect(draws(rngFrom({ key: a.state.key, source: 'seedrandom' }), 4)).not.toEqual(draws(rngFrom(a.state), 4))
    expect(draws(keyedRng(a.state.key), 4)).toEqual(draws(rngFrom(a.state), 4))
  })
})
