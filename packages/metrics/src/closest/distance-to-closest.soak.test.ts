import { dataset, numeric, seededRng, takeRows, type Dataset, type Rng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { people } from '../testing/people.fixture.js'
import { isFound, measure, withCopies } from './closest.fixture.js'

const files = process.env.SDC_SOAK === '1' ? 400 : 60
const seeds = Array.from({ length: files }, (_, seed) => seed)

/**
 * Largest share of files in which the test may reject: four binomial standard deviations around 5 %; discrete
 * statistics reject less often.
 */
const most = 0.05 + 4 * Math.sqrt((0.05 * 0.95) / files)

/** Returns records of people with 1 to 20 records each, close to each other. */
function visits(rng: Rng): Dataset {
  const [id, a, b] = [[], [], []] as number[][]
  for (let person = 0; person < 40; person++) {
    const centre = [rng.normal(), rng.normal()]
    for (let visit = rng.int(20); visit >= 0; visit--) {
      id.push(person)
      a.push(centre[0] + 0.02 * rng.normal())
      b.push(centre[1] + 0.02 * rng.normal())
    }
  }
  return dataset([
    ['id', numeric(id)],
    ['a', numeric(a)],
    ['b', numeric(b)],
  ])
}

/** Returns released records that depend on each other: noisy repetitions of a few. */
function clustered(data: Dataset, rng: Rng): Dataset {
  const rows = Int32Array.from({ length: data.rows }, (_, i) => Math.floor(i / 30))
  const few = takeRows(data, rows)
  return dataset(
    few.names.map((name) => {
      const column = few.column(name)
      return [name, column.kind === 'numeric' ? numeric(column.values.map((v) => v + 0.01 * rng.normal())) : column]
    }),
  )
}

describe('risk/distance-to-closest: the test keeps its level', () => {
  const shareFound = (of: (seed: number) => boolean): number => seeds.filter(of).length / files

  it.each([
    [300, 300],
    [300, 100],
    [100, 300],
  ])('independent records, %i people inside and %i outside', (inside, outside) => {
    const high = shareFound((seed) =>
      isFound(measure(people(inside, `x${seed}`), people(300, `y${seed}`), people(outside, `c${seed}`), { seed })),
    )
    expect(high).toBeLessThan(most)
    expect(high).toBeGreaterThan(0)
  })

  it('halves of one file, the release independent of both', () => {
    const high = shareFound((seed) => {
      const file = people(400, `f${seed}`)
      const order = seededRng(`split ${seed}`).permutation(400)
      const [inside, outside] = [order.slice(0, 200), order.slice(200)].map((rows) => takeRows(file, rows))
      return isFound(measure(inside, people(200, `y${seed}`), outside, { seed }))
    })
    expect(high).toBeLessThan(most)
  })

  it('released records that depend on each other', () => {
    const high = shareFound((seed) => {
      const release = clustered(people(300, `y${seed}`), seededRng(seed))
      return isFound(measure(people(300, `x${seed}`), release, people(300, `c${seed}`), { seed }))
    })
    expect(high).toBeLessThan(most)
  })

  it('people with several records, but not if their records count as people', () => {
    const of = (seed: number, roles: { person?: string }): boolean => {
      const [x, y, c] = ['x', 'y', 'c'].map((name) => visits(seededRng(`${name}${seed}`)))
      return isFound(measure(x, y, c, { seed, roles, columns: ['a', 'b'] }))
    }
    const high = shareFound((seed) => of(seed, { person: 'id' }))
    expect(high).toBeLessThan(most)
    // With 400 files: 11 % instead of 4 %.
    expect(shareFound((seed) => of(seed, {}))).toBeGreaterThan(high)
  })

  it('finds 5 % of copies in each file, and its interval holds their share', () => {
    let held = 0
    const high = shareFound((seed) => {
      const x = people(300, `x${seed}`)
      const found = measure(x, withCopies(people(300, `y${seed}`), x, 15), people(300, `c${seed}`), { seed })
      const { low = 100, high: upper = 0 } = found.interval ?? {}
      if (low <= 5 && 5 <= upper) held++
      return isFound(found)
    })
    expect(high).toBe(1)
    expect(held / files).toBeGreaterThan(0.9)
  })
})
