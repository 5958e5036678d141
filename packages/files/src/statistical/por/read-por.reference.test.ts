import { describe, expect, it } from 'vitest'
import { differences, statBytes, statFiles } from '../expected.fixture.js'
import { readPor } from './read-por.js'

const files = statFiles(['por'], /\.por$/)

/** PSPP does not round numbers of base 30 to the nearest; haven reads the width of a format as that of a column. */
function isOther(difference: string): boolean {
  if (difference.includes(', display width: ')) return false
  const [, got, want] = /, record \d+: (\S+), expected (\S+)$/.exec(difference) ?? []
  return !(Math.abs(Number(got) - Number(want)) <= 1e-14 * Math.abs(Number(want)))
}

describe.skipIf(files.length === 0)('portable files of other programs', () => {
  it.each(files)('%s is read as in PSPP', (name) => {
    expect(differences(name, readPor(statBytes(name), { file: name }).table).filter(isOther)).toEqual([])
  })
})
