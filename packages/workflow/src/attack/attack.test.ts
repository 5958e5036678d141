import { messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { parseStep } from '@sdc/engine'
import { readTable, type NamedTable } from '@sdc/inspect'
import { dropped, people, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { inversionAttack } from './inversion-attack.js'
import { inversionJson, inversionText } from './inversion-output.js'
import { linkageAttack } from './linkage-attack.js'
import { linkageJson, linkageText } from './linkage-output.js'
import { attackInversionOutput, attackLinkageOutput } from './output.js'
import { parseFunction } from './published-functions.js'

const table = (name: string, text: string): NamedTable => ({ name, dataset: readTable(dropped(name, text)).dataset })
const noFile = (name: string): Promise<never> => Promise.reject(new Error(`${name} is not to be read`))

describe('inversionAttack', () => {
  const original = table('o.csv', 'x,y\n1,14\n2,16\n4,31\n')
  // In another order, as after reverse mapping.
  const released = table('r.csv', 'x,y\n4,16\n1,31\n2,14\n')
  // x is masked by 2x + 3, y by rounding to the nearest ten, except in the last record.
  const masked = table('m.csv', 'x,y\n5,10\n7,20\n11,77\n')

  it('recovers the values that a function discloses, and reports values that the function cannot have made', async () => {
    const functions = [await parseFunction('x=linear:2,3', noFile), await parseFunction('y=rounding:10', noFile)]
    const truth = { original, origin: Int32Array.of(0, 1, 2) }
    const { result, artefacts, messages } = inversionAttack(
      { released, masked, truth },
      { columns: ['x', 'y'], functions, tolerance: 0, out: 'back.csv' },
    )
    const json = attackInversionOutput.parse(inversionJson(result))
    expect(json).toMatchObject({ n: 3, wholeRecords: 2 })
    expect(json.columns.x).toMatchObject({ used: 3, recovered: 3, right: 3, rate: 1, unmatched: 0 })
    expect(json.columns.y).toMatchObject({ used: 3, recovered: 2, right: 2, unmatched: 1 })
    expect(messages.map(messageText)).toEqual([
      expect.stringMatching(/^note: y: 1 of 3 masked values are not the image/),
    ])
    expect(inversionText(result)).toMatch(/x\s+linear:2,3\s+3\s+3\s+100 %/)
    expect(artefacts).toMatchObject([{ kind: 'records', name: 'back.csv' }])
    expect(textIn(artefacts[0])).toBe('x,x candidates,y,y candidates\n1,1,14,1\n2,1,16,1\n4,1,,0\n')
  })

  it('counts no record with an unknown original as recovered', async () => {
    const functions = [await parseFunction('linear:2,3', noFile)]
    const truth = { original, origin: Int32Array.of(0, -1, 1) }
    const { result } = inversionAttack({ released, masked, truth }, { columns: ['x'], functions, tolerance: 0 })
    expect(result.columns[0].right).toBe(1)
  })

  it('reads the table of a function with the file access of the front end', async () => {
    const asked: string[] = []
    const { published, column } = await parseFunction('x=table:bands.csv', async (name) => {
      asked.push(name)
      return dropped(name, 'from,to\n1,5\n2,7\n4,11\n')
    })
    expect({ asked, column }).toEqual({ asked: ['bands.csv'], column: 'x' })
    expect(published).toMatchObject({
      kind: 'table',
      pairs: [
        [1, 5],
        [2, 7],
        [4, 11],
      ],
    })
    await expect(parseFunction('sine:3', noFile)).rejects.toThrow(/is not a function/)
  })

  it('requires one function for every column', async () => {
    const functions = [await parseFunction('x=linear:2,3', noFile)]
    const attack = (columns: readonly string[]) => () =>
      inversionAttack({ released, masked }, { columns, functions, tolerance: 0 })
    expect(attack(['x', 'y'])).toThrow(/no function for column "y"/)
    expect(attack(['y'])).toThrow(/is for no column that is attacked/)
  })
})

describe('linkageAttack', () => {
  const original = readTable(people()).dataset
  const mdav = parseStep({ use: 'microaggregation/mdav', columns: ['income', 'tax'], params: { k: 5 } })
  const steps = [mdav, parseStep('reverse-map/clusters')]

  it('confirms the promise of permuted clusters', async () => {
    const { result, messages } = await linkageAttack(original, { steps, replicates: 20, seed: '1' }, registry)
    expect(attackLinkageOutput.parse(linkageJson(result))).toMatchObject({
      records: 60,
      leastCluster: 5,
      replicates: 20,
    })
    expect(result).toMatchObject({ holds: true, promised: 0.2 })
    expect(result.bound).toBeCloseTo(0.2 + 3 * Math.sqrt(0.25 / (60 * 20)), 12)
    expect(messages.at(-1)?.text).toMatch(/holds in this check/)
    expect(linkageText(result)).toContain('right links in 20 runs')
  })

  it('detects a promise beyond the size of the clusters', async () => {
    const { result, messages } = await linkageAttack(original, { steps, replicates: 40, seed: '1', k: 50 }, registry)
    expect(result.holds).toBe(false)
    expect(messages.at(-1)?.text).toMatch(/not probabilistically k-anonymous/)
  })

  it('refuses a plan without clusters, with advice', async () => {
    const failing = (uses: readonly unknown[], k?: number): Promise<unknown> =>
      linkageAttack(original, { steps: uses.map(parseStep), replicates: 2, seed: '1', k }, registry)
    const swap = { use: 'swapping/rank-swap', columns: ['income', 'tax'] }
    const none = {
      code: 'BAD_PLAN',
      message: expect.stringMatching(/^none of swapping\/rank-swap forms clusters/),
      fix: expect.stringMatching(/^Begin the plan with .*mdav.*clusters\.$/),
    }
    await expect(failing([swap])).rejects.toMatchObject(none)
    // A promised k on the command line needs clusters as well.
    await expect(failing([swap], 5)).rejects.toMatchObject(none)
    await expect(failing(['reverse-map/clusters'])).rejects.toMatchObject({ code: 'BAD_PLAN' })
    // 41 bands of 150 for 60 incomes: some records are alone in their band.
    const bands = { use: 'coding/rounding', columns: ['income', 'tax'], params: { base: 150 } }
    const few = failing([bands, 'reverse-map/clusters'])
    await expect(few).rejects.toMatchObject({
      code: 'BAD_PLAN',
      message: expect.stringMatching(/^\d+ of \d+ clusters have one record, to which a chance of 1\/1/),
      fix: expect.stringContaining('k'),
    })
  })
})
