import { describe, expect, it } from 'vitest'
import { differences, statBytes, statFiles } from '../expected.fixture.js'
import { readSav } from './read-sav.js'

const files = statFiles(['sav', 'survey'], /\.z?sav$/)

/** Says nothing of its encoding. */
const silent = 'sav/made-hand-oldest.sav'

describe.skipIf(files.length === 0)('SPSS files of other programs', () => {
  it.each(files)('%s holds what other programs find', (name) => {
    const { table } = readSav(statBytes(name), { file: name, ...(name === silent && { encoding: 'windows-1252' }) })
    expect(differences(name, table)).toEqual([])
  })

  it('asks for the encoding where the file says none', () => {
    expect(() => readSav(statBytes(silent), { file: silent })).toThrow('does not name the encoding of its texts')
  })
})
