import {
  dataset,
  noRoles,
  numeric,
  numericValues,
  seededRng,
  takeRows,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { parseStep, replicateRng, runAttack, runSteps } from '@sdc/engine'
import { randomPermutation } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { registry } from './attacked.fixture.js'

const unknown = 3
const draws = 10

/** The first six columns of census.csv. */
const census = censusColumns()
const names = [...census.keys()].slice(0, 6)
const original = dataset(names.map((name) => [name, numeric(census.get(name) ?? expect.fail())]))

/** All records of census.csv except three, drawn at random. */
function knownRecords(draw: number): Dataset {
  const order = randomPermutation(original.rows, seededRng(`known ${draw}`))
  return takeRows(original, order.slice(unknown).sort())
}

async function attacked(
  released: Dataset,
  draw: number,
  params: Readonly<Record<string, unknown>>,
): Promise<Measurement> {
  const { measurement } = await runAttack({
    registry,
    attack: 'attacks/exact-aggregates',
    released,
    known: new Map([
      ['known', knownRecords(draw)],
      ['original', original],
    ]),
    columns: names,
    given: [],
    roles: noRoles,
    params,
    rng: seededRng(1),
  })
  return measurement
}

function figuresOf({ tables }: Measurement): Record<string, number> {
  const table = tables?.get('assignments')
  const what = table?.column('what')
  if (!table || what?.kind !== 'categorical') return expect.fail()
  const numbers = numericValues(table, 'value')
  return Object.fromEntries(Array.from(what.codes, (code, i) => [what.levels[code], numbers[i]]))
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length

const median = (values: readonly number[]): number =>
  values.slice().sort((a, b) => a - b)[Math.floor(values.length / 2)]

describe('exact aggregates of census.csv, three records unknown', () => {
  it('leave one assignment of 7,776, the true one, if they are exact, and more if they are less exact', async () => {
    const left: Record<string, number[]> = {}
    for (let draw = 0; draw < draws; draw++) {
      for (const tolerance of [1e-3, 1e-4, 1e-6]) {
        // Correlations of the original: published ones, or ones restored to all digits by a search.
        const found = await attacked(original, draw, { tolerance, correlations: 'product-moment' })
        const { possible, left: count, right } = figuresOf(found)
        // Columns with equal values among the three records have fewer: mostly zeros of INTVAL.
        expect(possible).toBeLessThanOrEqual(7776)
        ;(left[tolerance] ??= []).push(count)
        if (tolerance === 1e-6) {
          expect([count, right, found.value]).toEqual([1, unknown, 100])
        }
      }
    }
    // Some hundreds on average, a few, and one or two. Single draws vary from four to nearly all, so medians are
    // compared.
    expect(mean(left[1e-3])).toBeGreaterThan(50)
    expect(mean(left[1e-3])).toBeLessThan(5000)
    expect(median(left[1e-3])).toBeGreaterThan(10)
    expect(median(left[1e-4])).toBeLessThan(median(left[1e-3]) / 5)
  })

  it('do not link the records of a file that a permutation search left at its usual target', async () => {
    const { files } = await runSteps({
      registry,
      original,
      steps: [
        parseStep({ use: 'noise/additive', params: { relativeVariance: 0.1 }, columns: 'all' }),
        parseStep({ use: 'reverse-map/rank' }),
        parseStep({ use: 'optimize/permute', params: { limits: [] } }),
      ],
      rng: replicateRng(seededRng(1)),
    })
    const released = files[0].data
    const found = await Promise.all(
      Array.from({ length: draws }, (_, draw) => attacked(released, draw, { correlations: 'product-moment' })),
    )
    // Its correlations are within 1e-3 of the original ones, so that the true assignment is among those left.
    for (const one of found) expect(figuresOf(one).left).toBeGreaterThan(0)
    const several = found.filter((one) => figuresOf(one).left > 1)
    expect(several.length).toBeGreaterThan(draws / 2)
    // Taken as exact, the same correlations leave no assignment, or a wrong one.
    for (let draw = 0; draw < draws; draw++) {
      const exact = await attacked(released, draw, { tolerance: 1e-7 })
      expect(exact.value ?? 0).toBe(0)
    }
  })
})
