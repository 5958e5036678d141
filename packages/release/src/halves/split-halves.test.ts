import { categorical, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { splitHalves } from './split-halves.js'

const alone = (n: number): Dataset => dataset([['x', numeric(new Float64Array(n))]])

describe('splitHalves', () => {
  it('puts every record into one half, in the order of the file, with halves of equal size', () => {
    const { inside, outside, unit } = splitHalves(alone(101), {}, seededRng(1))
    expect([inside.length, outside.length, unit]).toEqual([51, 50, 'records'])
    expect([...inside, ...outside].sort((a, b) => a - b)).toEqual(Array.from({ length: 101 }, (_, i) => i))
    expect([...inside]).toEqual([...inside].sort((a, b) => a - b))
  })

  it('draws every record with the same probability', () => {
    const counts = new Int32Array(20)
    for (let seed = 0; seed < 400; seed++)
      for (const row of splitHalves(alone(20), {}, seededRng(seed)).inside) counts[row]++
    // Expected: 200, standard deviation 10; tolerance of four standard deviations.
    for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(40)
  })

  it('keeps records together that share a person or a household, directly or through others', () => {
    const data = dataset([
      // Person 1 moved from a to b; a record without ids is a unit of its own.
      ['person', numeric([1, 1, 2, 3, 3, Number.NaN, Number.NaN])],
      ['home', categorical(['a', 'b', 'b', 'c', 'c', null, null])],
    ])
    const roles = { person: 'person', household: 'home' }
    const sides = new Set<string>()
    for (let seed = 0; seed < 50; seed++) {
      const { inside, unit } = splitHalves(data, roles, seededRng(seed))
      const side = Array.from({ length: 7 }, (_, row) => (inside.includes(row) ? 1 : 0))
      expect(unit).toBe('households')
      expect(new Set(side.slice(0, 3)).size).toBe(1)
      expect(side[3]).toBe(side[4])
      sides.add(side.join(''))
    }
    // Two of four units.
    expect(sides.size).toBe(6)
  })

  it('leaves nobody outside if one person has all records', () => {
    const data = dataset([['id', numeric([4, 4, 4])]])
    expect([...splitHalves(data, { person: 'id' }, seededRng(1)).outside]).toEqual([])
  })
})
