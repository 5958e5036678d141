import { isSdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { differences, statBytes, statFiles } from '../expected.fixture.js'
import { readDta } from './read/read-dta.js'

const files = statFiles(['dta', 'survey'], /\.dta$/)

/** Throws errors that are not ours, and after more than five seconds. */
function readOrRefuse(bytes: Uint8Array): void {
  const begun = performance.now()
  try {
    readDta(bytes)
  } catch (error) {
    if (!isSdcError(error)) throw error
  }
  expect(performance.now() - begun).toBeLessThan(5000)
}

describe.skipIf(files.length === 0)('Stata files of other programs', () => {
  it.each(files)('%s has the content that other programs find', (name) => {
    const found = differences(name, readDta(statBytes(name), { file: name }).table)
    // The reference for this file lost a format when labels of another program were inserted.
    const lost = name === 'dta/made-foreign-108.dta' ? 'sex, format: "%9.0g", expected ""' : undefined
    expect(found.filter((difference) => difference !== lost)).toEqual([])
  })

  it.each(files)('%s: truncated or changed, it is read or refused', (name) => {
    const bytes = new Uint8Array(statBytes(name))
    // Large files are truncated at some positions only.
    const step = 97 * Math.ceil(bytes.length / 97 / 200)
    for (let length = 0; length < bytes.length; length += step) readOrRefuse(bytes.slice(0, length))
    let seed = bytes.length
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let k = 0; k < 200; k++) {
      const copy = bytes.slice()
      copy[random(k % 2 === 0 ? copy.length : Math.min(copy.length, 2000))] = random(256)
      readOrRefuse(copy)
    }
  })
})
