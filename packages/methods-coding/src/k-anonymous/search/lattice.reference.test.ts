import { referenceFile } from '@sdc/testing/reference'
import { beforeAll, describe, expect, it } from 'vitest'
import { haveData } from '@sdc/testing/outside-data'
import { readAdult, type Adult } from '../classes/adult.fixture.js'
import type { Condition, LossName, RecodingProblem } from '../classes/problem.js'
import { searchLattice } from './search-lattice.js'

interface Best {
  readonly score: number
  readonly node: readonly number[]
  readonly tied: readonly (readonly number[])[]
  readonly suppressed: number
  readonly classes: number
  /** Absent if only the sum is known of the classes. */
  readonly least?: number
  readonly greatest?: number
}

interface Case {
  readonly id: string
  readonly keys: readonly string[]
  readonly conditions: readonly (Condition & { readonly column: string })[]
  readonly k: number
  readonly limit: number
  readonly loss: LossName
  readonly gsFactor: number
  readonly latticeNodes: number
  readonly best: Best | null
}

const { cases } = referenceFile('lattice/lattice.json') as { readonly cases: readonly Case[] }

function problemOf(adult: Adult, { keys, conditions, k, limit, loss, gsFactor }: Case): RecodingProblem {
  const columns = [...new Set(conditions.map(({ column }) => column))]
  return {
    keys: keys.map((name) => adult.key(name)),
    rows: adult.rows,
    k,
    sensitive: columns.map((name) =>
      adult.sensitive(
        name,
        conditions.filter(({ column }) => column === name),
      ),
    ),
    loss,
    suppressionLimit: limit,
    gsFactor,
  }
}

it('has cases of every sort', () => {
  expect(cases).toHaveLength(241)
  expect(cases.filter(({ best }) => best === null)).toHaveLength(4)
  expect(new Set(cases.flatMap(({ conditions }) => conditions.map(({ model }) => model))).size).toBe(7)
})

describe.runIf(haveData('adult/adult.csv'))('the lattice of adult.csv compared with brute force', () => {
  let adult: Adult
  beforeAll(() => {
    adult = readAdult()
  })

  it.each(cases.map((one) => [one.id, one] as const))('%s', (_, one) => {
    const result = searchLattice(problemOf(adult, one))
    if (one.best === null) {
      expect(result).toEqual({ none: expect.objectContaining({ nodes: one.latticeNodes }) as unknown })
      return
    }
    if (!('found' in result)) throw new Error('no node was found')
    const { node, tied, score, suppressed, classes, least, greatest, nodes } = result.found
    expect(nodes).toBe(one.latticeNodes)
    expect(tied.map(String).sort()).toEqual(one.best.tied.map(String).sort())
    expect(Math.abs(score - one.best.score)).toBeLessThanOrEqual(1e-9 * one.best.score)
    // The numbers belong to one of the tied nodes.
    if (String(node) !== String(one.best.node)) return
    expect(suppressed.reduce((sum, is) => sum + is, 0)).toBe(one.best.suppressed)
    expect(classes).toBe(one.best.classes)
    if (one.best.least !== undefined) expect([least, greatest]).toEqual([one.best.least, one.best.greatest])
  })
})
