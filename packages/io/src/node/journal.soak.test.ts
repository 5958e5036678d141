import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openJournal } from './journal.js'

const base = mkdtempSync(join(tmpdir(), 'sdc-journal-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const texts = ['{"head":1}', 'second, with ünïcode', '', 'fourth']

/** A journal with those entries, closed again. */
async function journal(name: string, entries: readonly string[] = texts): Promise<string> {
  const path = join(base, name)
  const made = await openJournal(path, { resume: false })
  entries.forEach((text) => made.append(text))
  made.close()
  return path
}

describe('openJournal', () => {
  it('goes on where it was cut off at any byte', async () => {
    const whole = readFileSync(await journal('cut'))
    const path = join(base, 'cut-at')
    const ends = [...whole].flatMap((byte, i) => (byte === 10 ? [i + 1] : []))
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length))
      const count = ends.filter((end) => end <= length).length
      const cut = await openJournal(path, { resume: true })
      expect([length, cut.entries, cut.wasCut]).toEqual([
        length,
        texts.slice(0, count),
        length > (ends[count - 1] ?? 0),
      ])
      texts.slice(count).forEach((text) => cut.append(text))
      cut.close()
      expect(readFileSync(path).equals(whole)).toBe(true)
    }
  })
})
