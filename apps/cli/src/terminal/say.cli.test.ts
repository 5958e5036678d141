import { asInfo, asNote, asWarning, messageText } from '@sdc/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { said, say } from './progress.js'
import { beQuiet } from './quiet.js'

/** Returns the output on stderr during a call. */
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
const messages = [
  asInfo('masked 1 of 13 columns'),
  asWarning('unmasked columns identify people: AGI (1080 of 1080)'),
  asNote('nothing is protected yet: keep it'),
  asWarning('unmasked columns identify people: TAX (3 of 1080)'),
  asWarning('it is time'),
]
afterEach(() => beQuiet(false))

describe('say', () => {
  it('prints every message', () => {
    expect(heard(() => said({ messages }))).toBe(`${messages.map(messageText).join('\n')}\n`)
  })

  it('prints each kind of warning once with --quiet, without its details', () => {
    const quiet = heard(() => {
      beQuiet(true)
      messages.forEach(say)
    })
    expect(quiet).toBe('warning: unmasked columns identify people\nwarning: it is time\n')
  })

  it('prints the method or column of a warning with its error', () => {
    const quiet = heard(() => {
      beQuiet(true)
      for (const text of ['a/b-c: one is left out: x', 'column "d: e": rare ones: f', 'column "d: e"'])
        say(asWarning(text))
    })
    expect(quiet).toBe('warning: a/b-c: one is left out\nwarning: column "d: e": rare ones\nwarning: column "d\n')
  })

  it('prints again in the next run', () => {
    beQuiet(true)
    heard(() => say(asWarning('a: b')))
    beQuiet(true)
    expect(heard(() => say(asWarning('a: c')))).toBe('warning: a\n')
  })
})
