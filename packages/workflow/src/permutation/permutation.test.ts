import { messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readTable } from '@sdc/inspect'
import { dropped, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { permutationOutput, permutationVerifyOutput } from './output.js'
import { permutationJson, permutationText } from './permutation-output.js'
import { permutationReport } from './permutation-report.js'
import { verdictJson, verdictText } from './verdict-output.js'
import { verifyOwnRecord } from './verify-own-record.js'

const original = readTable(dropped('o.csv', 'x\n1\n2\n3\n4\n5\n')).dataset
// The first two values are swapped, and 0.1 is added to all: a permutation, and noise that changes no rank.
const masked = readTable(dropped('m.csv', 'x\n2.1\n1.1\n3.1\n4.1\n5.1\n')).dataset
const origin = Int32Array.of(0, 1, 2, 3, 4)

describe('permutationReport', () => {
  it('returns a permutation and noise, with a table and a plot under their names', async () => {
    const options = { columns: ['x'], distance: 'ancestors', seed: '1', out: 'records.csv', plot: 'moves.svg' } as const
    const { result, artefacts, messages } = await permutationReport({ original, masked, origin }, options)
    const json = permutationOutput.parse(permutationJson(result))
    // Two records moved one rank each: 2/5; at random (n² − 1)/(3n) = 24/15.
    expect(json.columns.x).toMatchObject({ pairs: 5, mean: 0.4, meanAtRandom: 1.6, median: 0, greatest: 1 })
    // The adversary links by ranks: three links are right, two records are confused with each other.
    expect(json.adversary).toMatchObject({ records: 5, exactRate: 0.6, chance: 0.2 })
    expect(artefacts.map(({ kind, name }) => [kind, name])).toEqual([
      ['records', 'records.csv'],
      ['fits', 'moves.svg'],
    ])
    const [header, first] = textIn(artefacts[0]).split('\n')
    expect(header).toMatch(/^x z,x change of rank,x residual noise,/)
    expect(first.split(',').slice(0, 2)).toEqual(['2', '1'])
    expect(textIn(artefacts[1])).toMatch(/^<svg[\s\S]*5 records/)
    expect(messages.map(messageText)).toEqual(['wrote records.csv, moves.svg'])
    expect(permutationText(result)).toContain('maximum-knowledge adversary')
  })

  it('gives the reason for no adversary if no record is linked', async () => {
    const unlinked = { original, masked, origin: new Int32Array(5).fill(-1) }
    const { result, artefacts } = await permutationReport(unlinked, { columns: ['x'], distance: 'path', seed: '1' })
    expect(artefacts).toEqual([])
    expect(permutationOutput.parse(permutationJson(result))).toMatchObject({
      adversary: null,
      columns: { x: { pairs: 0 } },
    })
  })
})

describe('verifyOwnRecord', () => {
  it('reports protection if no released record is near and those near its rank vary', async () => {
    const close = verifyOwnRecord(masked, [['x', 3.1]], { dPercent: 25, vPercent: 0 })
    expect(permutationVerifyOutput.parse(verdictJson(close))).toMatchObject({
      records: 5,
      distance: { ranks: 0, atLeast: 1, holds: false },
      variance: { holds: true },
      protected: false,
    })
    expect(verdictText(close)).toContain('Your record is not protected as asked for.')
    expect(verdictText(verifyOwnRecord(masked, [['x', 3.1]], { dPercent: 0, vPercent: 0 }))).toContain(
      'Your record is protected as asked for.',
    )
  })

  it('refuses columns that the file lacks or that have missing values', async () => {
    expect(() => verifyOwnRecord(masked, [['y', 1]], { dPercent: 1, vPercent: 0 })).toThrow(/"y"/)
    const holes = readTable(dropped('h.csv', 'x\n1\nNA\n3\n')).dataset
    expect(() => verifyOwnRecord(holes, [['x', 1]], { dPercent: 1, vPercent: 0 })).toThrow(/x \(1\)/)
  })
})
