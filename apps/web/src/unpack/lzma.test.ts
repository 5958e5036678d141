import { describe, expect, it } from 'vitest'
import { pack } from '../../build/pack.mjs'
import { unpackLzma } from './lzma.js'

/** Letters and digits without a pattern, the same each time. */
function noise(length: number): string {
  let state = 2463534242
  const next = (): string => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return String.fromCharCode(48 + (state & 63))
  }
  return Array.from({ length }, next).join('')
}

/** The bytes that the page carries packed. */
const packed = (script: string, example = ''): Uint8Array => Buffer.from(pack(script, example).text, 'base64')

const lines = Array.from({ length: 1000 }, (_, i) => `${i * i} of ${i % 7} columns, é ${i % 11}\n`).join('')
const strange = noise(20_000)

describe('unpackLzma', () => {
  it.each([
    ['one letter', 'a'],
    ['one letter many times', 'a'.repeat(5000)],
    ['lines that are alike', lines],
    ['letters without a pattern', strange],
    ['what comes again far behind', `${strange}${lines}${strange.slice(100, 9000)}`],
  ])('gives back what was packed: %s', (_, text) => {
    expect(new TextDecoder().decode(unpackLzma(packed(text)))).toBe(text)
  })

  it('gives back two texts, of which the build tells where the first ends', () => {
    const { script } = pack('é', 'a,b')
    expect(script).toBe(2)
    expect(new TextDecoder().decode(unpackLzma(packed('é', 'a,b')).subarray(script))).toBe('a,b')
  })

  it('refuses bytes that end too early, and those that something else wrote', () => {
    const bytes = packed(lines)
    expect(() => unpackLzma(bytes.subarray(0, bytes.length >> 1))).toThrow('end too early')
    expect(() => unpackLzma(Uint8Array.of(255, ...bytes.subarray(1)))).toThrow('not packed by LZMA')
    expect(() => unpackLzma(bytes.subarray(0, 10))).toThrow('not packed by LZMA')
  })
})
