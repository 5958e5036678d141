import { dataset, noRoles, numeric, resolveParams, seededRng, type Dataset, type Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { largestAttack } from './largest-attack.js'

const file = (values: readonly number[]): Dataset => dataset([['a', numeric(values)]])

async function attack(x: readonly number[], y: readonly number[] | Dataset, percent = 10): Promise<Measurement> {
  const released = Array.isArray(y) ? file(y) : (y as Dataset)
  return largestAttack.attack({
    released,
    known: new Map([['original', file(x)]]),
    origin: new Int32Array(released.rows).fill(-1),
    columns: released.names,
    given: [],
    roles: noRoles,
    params: resolveParams(largestAttack.params, { percent }),
    rng: seededRng(1),
    tick: () => {},
  })
}

describe('attacks/largest', () => {
  it('finds a largest value in any order of the records, unless it was coded', async () => {
    const x = [5, 900, 7, 30, 12, 3, 4]
    expect((await attack(x, [7, 3, 12, 5, 30, 4, 870])).value).toBe(100)
    expect((await attack(x, [7, 3, 12, 5, 30, 4, 870], 1)).value).toBe(0)
    expect((await attack(x, [7, 3, 12, 5, 100, 4, 100])).value).toBe(0)
    // The second has 30 and knows that two records share the mean 465.
    expect((await attack(x, [7, 3, 12, 5, 465, 4, 465])).value).toBe(100)
    expect((await attack(x.map((one) => -one), [-7, -3, -12, -5, -30, -4, -880])).value).toBe(100) // oxfmt-ignore
  })

  it('accepts fewer released records, and reports the case of none', async () => {
    expect((await attack([1, 2, 100], [99])).value).toBe(100)
    expect((await attack([1, 2, 100], [])).value).toBe(0)
    expect((await attack([0, 0], [0, 0])).value).toBeNull()
    expect((await attack([], [])).value).toBeNull()
    expect((await attack([1], dataset([]))).value).toBeNull()
  })
})
