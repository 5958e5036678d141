import { asInfo } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readTable } from '@sdc/inspect'
import { dropped, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { reverseMapFile } from './reverse-map-file.js'

const original = readTable(dropped('o.csv', 'id,x\n1,10\n2,20\n3,30\n4,40\n')).dataset
const options = { ties: 'first', distance: 'ancestors', seed: '1' }

describe('reverseMapFile', () => {
  it('returns the original values in the order of the masked ones, in a file of the requested name', async () => {
    const masked = readTable(dropped('m.csv', 'id,x\n1,2.5\n2,1.5\n3,9.5\n4,4.5\n'))
    const data = { original, masked, origin: Int32Array.of(0, 1, 2, 3) }
    const outcome = await reverseMapFile(data, { ...options, columns: ['x'], out: 'mapped.csv' }, registry)
    expect(outcome.result).toEqual(['x'])
    expect(outcome.artefacts).toMatchObject([{ kind: 'masked', name: 'mapped.csv' }])
    expect(textIn(outcome.artefacts[0])).toBe('id,x\n1,20\n2,10\n3,40\n4,30\n')
    expect(outcome.messages.at(-1)).toEqual(asInfo('reverse-mapped 1 columns of 4 records: x'))
  })

  it('maps a file of another length by quantiles, without origins', async () => {
    const masked = readTable(dropped('m.csv', 'x\n5\n1\n'))
    const outcome = await reverseMapFile(
      { original, masked, origin: undefined },
      { ...options, columns: ['x'] },
      registry,
    )
    expect(outcome.artefacts[0].name).toBeUndefined()
    const [, first, second] = textIn(outcome.artefacts[0]).split('\n').map(Number)
    expect(first).toBeGreaterThan(second)
    for (const value of [first, second]) expect([10, 20, 30, 40]).toContain(value)
  })
})
