import { isSdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { differences, statBytes, statFiles } from '../expected.fixture.js'
import { readSav } from './read-sav.js'

const files = statFiles(['sav', 'survey'], /\.z?sav$/)

/** A file without an encoding. */
const silent = 'sav/made-hand-oldest.sav'

/** True if changed bytes are a table. Throws errors that are not ours, and after more than five seconds. */
function isRead(bytes: Uint8Array): boolean {
  const begun = performance.now()
  let found = true
  try {
    readSav(bytes, { encoding: 'windows-1252' })
  } catch (error) {
    if (!isSdcError(error)) throw error
    found = false
  }
  expect(performance.now() - begun).toBeLessThan(5000)
  return found
}

describe.skipIf(files.length === 0)('SPSS files of other programs', () => {
  it.each(files)('%s has the content that other programs find', (name) => {
    const { table } = readSav(statBytes(name), { file: name, ...(name === silent && { encoding: 'windows-1252' }) })
    expect(differences(name, table)).toEqual([])
  })

  it.each(files)('%s: it is refused if truncated, and read or refused if changed', (name) => {
    const bytes = new Uint8Array(statBytes(name))
    // Large files are truncated at some positions only.
    const step = 97 * Math.ceil(bytes.length / 97 / 200)
    for (let length = 0; length < bytes.length; length += step)
      expect([length, isRead(bytes.slice(0, length))]).toEqual([length, false])
    let seed = bytes.length
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let k = 0; k < 200; k++) {
      const copy = bytes.slice()
      copy[random(k % 2 === 0 ? copy.length : Math.min(copy.length, 2000))] = random(256)
      isRead(copy)
    }
  })

  it('requires an encoding if the file names none', () => {
    expect(() => readSav(statBytes(silent), { file: silent })).toThrow('does not name the encoding of its texts')
  })
})
