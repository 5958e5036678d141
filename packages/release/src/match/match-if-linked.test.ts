import { messageText } from '@sdc/core'
import { expect, it } from 'vitest'
import { sha256Hex } from '@sdc/engine'
import { bytesOf, readTable } from '@sdc/inspect'
import { dropped } from '../../../inspect/src/in-memory.fixture.js'
import { matchIfLinked } from './match-if-linked.js'

const original = readTable(dropped('o.csv', 'id,x\n1,10\n2,20\n3,30\n')).dataset
const file = dropped('m.csv', 'id,x\n3,31\n1,11\n2,21\n')
const masked = readTable(file).dataset
const none = Int32Array.of(-1, -1, -1)
const manifest = (records: string): ReturnType<typeof dropped> =>
  dropped(
    'm.manifest.json',
    JSON.stringify({
      format: 'sdc public manifest 1',
      randomness: 'keyed',
      records,
      outputSha256: [sha256Hex(bytesOf(file.content))],
    }),
  )

it('matches by the known link, as every command does', () => {
  expect([...matchIfLinked(original, masked, { key: 'id', file }).origin]).toEqual([2, 0, 1])
  expect(matchIfLinked(original, masked, { file })).toMatchObject({
    matching: 'position',
    origin: Int32Array.of(0, 1, 2),
  })
})

it('matches nothing if the files differ in length, the manifest says another order, or the user says so', () => {
  const fewer = dropped('f.csv', 'id,x\n3,31\n')
  const unmatched = matchIfLinked(original, readTable(fewer).dataset, { file: fewer })
  expect(unmatched).toMatchObject({ matching: 'none', origin: Int32Array.of(-1) })
  expect(unmatched.messages.map(messageText)).toEqual([
    expect.stringMatching(/^note: no record is matched, since the original has 3 records and the masked file 1/),
  ])
  const shuffled = matchIfLinked(original, masked, { file, manifests: [manifest('in random order')] })
  expect(shuffled).toMatchObject({
    matching: 'none',
    origin: none,
    messages: [{ kind: 'note', text: expect.stringContaining('in random order') }],
  })
  expect(matchIfLinked(original, masked, { file, unlinked: true })).toMatchObject({ matching: 'none', origin: none })
  for (const synthetic of [masked, readTable(fewer).dataset])
    expect(matchIfLinked(original, synthetic, { file, manifests: [manifest('synthetic')] })).toMatchObject({
      matching: 'none',
      isSynthetic: true,
    })
})

it('refuses a link if the user says that there is none', () => {
  expect(() => matchIfLinked(original, masked, { key: 'id', file, unlinked: true })).toThrow(/unlinked excludes/)
})
