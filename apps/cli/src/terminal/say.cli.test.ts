import { afterEach, describe, expect, it, vi } from 'vitest'
import { said, say } from './progress.js'
import { beQuiet } from './say.js'

/** What is written on stderr meanwhile. */
function heard(work: () => void): string {
  let text = ''
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  try {
    work()
  } finally {
    spy.mockRestore()
  }
  return text
}
const sentences = [
  'masked 1 of 13 columns',
  'warning: columns that go out name people: AGI (1080 of 1080)',
  'note: nothing is protected yet: keep it',
  'warning: columns that go out name people: TAX (3 of 1080)',
  'warning: it is time',
]
afterEach(() => beQuiet(false))

describe('what is said', () => {
  it('is every sentence', () => {
    expect(heard(() => said({ sentences }))).toBe(`${sentences.join('\n')}\n`)
  })

  it('is each kind of warning once where it is to be quiet, without its details', () => {
    const quiet = heard(() => {
      beQuiet(true)
      sentences.forEach(say)
    })
    expect(quiet).toBe('warning: columns that go out name people\nwarning: it is time\n')
  })

  it('is said again in the next run', () => {
    beQuiet(true)
    heard(() => say('warning: a: b'))
    beQuiet(true)
    expect(heard(() => say('warning: a: c'))).toBe('warning: a\n')
  })
})
