import { asNote, messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { parseFileSchema, sha256Hex } from '@sdc/engine'
import { bytesOf, readTable } from '@sdc/inspect'
import { dropped } from '../../../inspect/src/in-memory.fixture.js'
import { matchRecords } from './match-records.js'
import { chooseShared, sharedColumns } from './shared-columns.js'

const original = readTable(dropped('o.csv', 'id,x,y\n1,10,a\n2,20,b\n3,30,c\n')).dataset
const file = dropped('m.csv', 'id,x,y\n3,31,c\n9,21,b\n1,11,a\n')
const masked = readTable(file).dataset
const manifest = (records: string, of = file): ReturnType<typeof dropped> =>
  dropped(
    'm.manifest.json',
    JSON.stringify({
      format: 'sdc public manifest 1',
      randomness: 'keyed',
      records,
      outputSha256: [sha256Hex(bytesOf(of.content))],
    }),
  )

describe('matchRecords', () => {
  it('matches by a link column, and counts records without a partner', () => {
    const { matching, origin, messages } = matchRecords(original, masked, { key: 'id', file })
    expect({ matching, origin: [...origin] }).toEqual({ matching: 'key', origin: [2, -1, 0] })
    expect(messages.map(messageText)).toEqual(['note: 1 of 3 masked records have no partner by id'])
  })

  it('matches by a table of origins, with any name of its one column', () => {
    const origin = dropped('origin.csv', 'record\n3\n0\n1\n')
    expect([...matchRecords(original, masked, { origin, file }).origin]).toEqual([2, -1, 0])
  })

  it('matches by position by default, and says so', () => {
    const { matching, origin, messages } = matchRecords(original, masked, { file })
    expect({ matching, origin: [...origin] }).toEqual({ matching: 'position', origin: [0, 1, 2] })
    expect(messages[0].text).toMatch(/matched by position/)
    const kept = matchRecords(original, masked, { file, manifests: [manifest('in the order of the input')] })
    expect(kept.matching).toBe('position')
  })

  it('does not match by position if the manifest of the file forbids it', () => {
    const random = [manifest('in random order')]
    expect(() => matchRecords(original, masked, { file, manifests: random })).toThrow(/safer than it is/)
    const other = [manifest('in random order', dropped('o.csv', 'other')), dropped('x.manifest.json', 'a: [')]
    expect(matchRecords(original, masked, { file, manifests: other }).matching).toBe('position')
    const synthetic = matchRecords(original, masked, { file, manifests: [manifest('synthetic')] })
    expect(synthetic).toMatchObject({ matching: 'none', origin: Int32Array.of(-1, -1, -1) })
  })

  it('refuses two links at once, and a file that is not a private file', () => {
    const origin = dropped('keep.json', '{}')
    expect(() => matchRecords(original, masked, { key: 'id', origin, file })).toThrow(/exclude each other/)
    expect(() => matchRecords(original, masked, { origin, file })).toThrow(/not a private file/)
  })
})

describe('chooseShared', () => {
  const less = readTable(dropped('l.csv', 'x,y\n1,5\n2,6\n3,7\n')).dataset

  it('returns the columns of the same kind in both files, and names the others', () => {
    expect(sharedColumns(original, less, ['id', 'x', 'y'], { key: 'id', kind: 'any' })).toEqual({
      columns: ['x'],
      messages: [asNote('left out, because the masked file does not have them like that: y')],
    })
    expect(sharedColumns(original, masked, ['x', 'y'], { kind: 'numeric' }).columns).toEqual(['x'])
  })

  it('searches for shared columns only if all were asked for', () => {
    expect(chooseShared(original, less, 'all', { key: 'id', kind: 'any' }).columns).toEqual(['x'])
    expect(chooseShared(original, less, ['y'], { kind: 'any' })).toEqual({ columns: ['y'], messages: [] })
    const schema = parseFileSchema({ columns: { x: { role: 'confidential' }, y: { role: 'confidential' } } })
    expect(chooseShared(original, less, undefined, { schema, kind: 'any' }).columns).toEqual(['x', 'y'])
    expect(chooseShared(original, less, undefined, { schema, kind: 'any', rolesMayLack: true }).columns).toEqual(['x'])
  })
})
