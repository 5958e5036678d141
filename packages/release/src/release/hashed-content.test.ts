import { sha256Hex } from '@sdc/engine'
import { expect, it } from 'vitest'
import { hashedContent } from './hashed-content.js'

/** Returns three pieces in one buffer, and the number of passes that began. */
function pieces(): { readonly content: Iterable<Uint8Array>; passes: number } {
  const made = {
    passes: 0,
    content: {
      *[Symbol.iterator]() {
        made.passes += 1
        const buffer = new Uint8Array(3)
        for (let i = 0; i < 3; i++) {
          buffer.fill(97 + i)
          yield buffer
        }
      },
    },
  }
  return made
}
const hash = sha256Hex(new TextEncoder().encode('aaabbbccc'))
const textOf = (content: Iterable<Uint8Array>): string =>
  Array.from(content, (piece) => new TextDecoder().decode(piece)).join('')

it('computes the hash in the pass in which the content is written', () => {
  const made = pieces()
  const content = hashedContent(made.content)
  expect(textOf(content)).toBe('aaabbbccc')
  expect(content.sha256()).toBe(hash)
  expect(content.sha256()).toBe(hash)
  expect(made.passes).toBe(1)
  expect(textOf(content)).toBe('aaabbbccc')
  expect(content.sha256()).toBe(hash)
})

it('computes it in a pass of its own if it is needed earlier', () => {
  const made = pieces()
  const content = hashedContent(made.content)
  expect(content.sha256()).toBe(hash)
  expect(textOf(content)).toBe('aaabbbccc')
  expect(made.passes).toBe(2)
})

it('ignores an interrupted pass, and two passes at once', () => {
  const content = hashedContent(pieces().content)
  const [one, other] = [content[Symbol.iterator](), content[Symbol.iterator]()]
  one.next()
  other.next()
  other.next()
  one.return?.()
  expect(content.sha256()).toBe(hash)
  while (other.next().done !== true);
  expect(content.sha256()).toBe(hash)
})
