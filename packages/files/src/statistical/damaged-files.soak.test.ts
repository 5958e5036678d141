import { isSdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { ReadStat } from '../dictionary/stat-table.js'
import { readXlsxTable } from '../xlsx/table/read-xlsx-table.js'
import { statBytes, statFiles } from './expected.fixture.js'
import { readPor } from './por/read-por.js'
import { readSas7bdat } from './sas/read-sas7bdat.js'
import { readSasCatalog } from './sas/read-sas-catalog.js'
import { readXpt } from './sas/read-xpt.js'
import { readSav } from './spss/read-sav.js'
import { readDta } from './stata/read/read-dta.js'

const CHANGES = 10_000
const FILES = 40
const LARGEST = 1 << 16
const SECONDS = 5
const MEMORY = 2 ** 30

const readers: Readonly<Record<string, (bytes: Uint8Array) => ReadStat | object>> = {
  sav: (bytes) => readSav(bytes, { encoding: 'windows-1252' }),
  zsav: (bytes) => readSav(bytes, { encoding: 'windows-1252' }),
  dta: readDta,
  sas7bdat: readSas7bdat,
  sas7bcat: readSasCatalog,
  xpt: readXpt,
  por: readPor,
  xlsx: readXlsxTable,
}
const ending = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Small files of all formats, spread over the folders. */
function fixtures(): readonly string[] {
  const all = statFiles(['sav', 'dta', 'sas', 'xpt', 'por', 'xlsx'], /\.(?:z?sav|dta|sas7b[dc]at|xpt|por|xlsx)$/)
  const small = all.filter((name) => statBytes(name).length <= LARGEST)
  return small.filter((_, i) => Math.floor((i * FILES) / small.length) > Math.floor(((i - 1) * FILES) / small.length))
}

const files = fixtures()

describe.skipIf(files.length === 0)('damaged files of statistical programs', () => {
  it(`${CHANGES} truncated and changed files are read or refused, within limits of time and memory`, () => {
    let seed = 50
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const before = process.resourceUsage().maxRSS
    const wrong: string[] = []
    const outcomes = { read: 0, refused: 0 }
    const wholes = files.map((name) => new Uint8Array(statBytes(name)))
    for (let k = 0; k < CHANGES; k++) {
      const at = k % files.length
      const name = files[at]
      const isCut = Math.floor(k / files.length) % 2 === 0
      const bytes = isCut ? wholes[at].slice(0, random(wholes[at].length)) : wholes[at].slice()
      // Half of the changes are in the header, where they have most effect.
      const place = random(k % 4 < 2 ? bytes.length : Math.min(bytes.length, 2000))
      if (!isCut) bytes[place] = random(256)
      const what = `${name}, ${isCut ? `cut to ${bytes.length} bytes` : `byte ${place} is ${bytes[place]}`}`
      const begun = performance.now()
      try {
        readers[ending(name)](bytes)
        outcomes.read++
      } catch (error) {
        if (isSdcError(error)) outcomes.refused++
        else wrong.push(`${what}: ${String(error)}`)
      }
      const seconds = (performance.now() - begun) / 1000
      if (seconds > SECONDS) wrong.push(`${what}: ${seconds.toFixed(1)} seconds`)
    }
    expect(wrong).toEqual([])
    expect(outcomes.read).toBeGreaterThan(1000)
    expect(outcomes.refused).toBeGreaterThan(1000)
    expect((process.resourceUsage().maxRSS - before) * 1024).toBeLessThan(MEMORY)
  })
})
