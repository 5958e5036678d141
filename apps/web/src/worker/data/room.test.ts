import { describe, expect, it } from 'vitest'
import { refuseTooLarge } from './room.js'

const sourceOf = (head: Uint8Array, bytes: number): Parameters<typeof refuseTooLarge>[0] => ({
  name: 'large',
  bytes,
  pieces: { size: bytes, [Symbol.iterator]: () => [head][Symbol.iterator]() },
  slice: () => new ArrayBuffer(0),
})
const text = (value: string): Uint8Array => new TextEncoder().encode(value)

describe('refuseTooLarge', () => {
  it.each([
    ['text, by its separators', text('a,b\n1,2\n'), 2e8],
    ['SPSS', text('$FL2@(#) SPSS'), 2e8],
    ['compressed text', Uint8Array.of(0x1f, 0x8b, 8), 1e8],
  ])('judges a file by its cells: %s', (_, head, bytes) => {
    expect(() => refuseTooLarge(sourceOf(head, bytes), { deviceMemory: 2 })).toThrow('more memory than a page may use')
    expect(() => refuseTooLarge(sourceOf(head, bytes), { deviceMemory: 16 })).not.toThrow()
  })
})
