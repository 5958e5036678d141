import { describe, expect, it } from 'vitest'
import { isSdcError } from '@sdc/core'
import { statBytes, statFiles } from '../expected.fixture.js'
import { readSas7bdat } from './read-sas7bdat.js'
import { readSasCatalog } from './read-sas-catalog.js'
import { readXpt } from './read-xpt.js'

const files = statFiles(['sas', 'xpt'], /\.(sas7bdat|sas7bcat|xpt)$/)
/** Number of changed bytes of each file. */
const CHANGES = 200

function read(name: string, bytes: Uint8Array): unknown {
  if (name.endsWith('.xpt')) return readXpt(bytes, { file: name }).table
  return name.endsWith('bcat') ? readSasCatalog(bytes, { file: name }) : readSas7bdat(bytes, { file: name }).table
}

/** Error of a damaged file; undefined if it is still read. */
function errorOf(name: string, bytes: Uint8Array): unknown {
  const start = performance.now()
  try {
    read(name, bytes)
    return undefined
  } catch (error) {
    return error
  } finally {
    expect(performance.now() - start).toBeLessThan(5000)
  }
}

/** Random numbers of a seed, from 0 to `limit` − 1. */
function randoms(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

describe.skipIf(files.length === 0)('damaged files of SAS', () => {
  it.each(files.filter((name) => !name.endsWith('.xpt')))('%s is refused if truncated anywhere', (name) => {
    const bytes = statBytes(name)
    const step = 97 * Math.ceil(bytes.length / 20_000)
    for (let length = 0; length < bytes.length; length += step) {
      const error = errorOf(name, bytes.subarray(0, length))
      expect(isSdcError(error) && error.code, `cut at byte ${length}: ${String(error)}`).toBe('FILE')
    }
  })

  it.each(files)('%s with a changed byte is a table or an error', (name) => {
    const random = randoms(name.length)
    const bytes = statBytes(name)
    const used = bytes.findLastIndex((byte) => byte !== 0)
    for (let i = 0; i < CHANGES; i++) {
      const changed = Uint8Array.from(bytes)
      const at = random(i % 2 === 0 ? used : Math.min(used, 4096))
      changed[at] = random(256)
      const error = errorOf(name, changed)
      if (error !== undefined) expect(isSdcError(error), `byte ${at} is ${changed[at]}: ${String(error)}`).toBe(true)
    }
  })
})
