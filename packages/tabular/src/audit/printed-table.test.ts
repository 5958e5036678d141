import { describe, expect, it } from 'vitest'
import { written } from '../linked/written.fixture.js'
import { auditPattern } from './audit-pattern.js'

const [towns, works] = [
  ['M1', 'M2', 'M3', 'Total'],
  ['P1', 'P2', 'P3', 'P4', 'P5', 'Total'],
]
const salaries = [
  360, 450, 720, 400, 360, 2290, 1440, 540, 22, 570, 320, 2892, 722, 1178, 375, 800, 363, 3438, 2522, 2168, 1117, 1770,
  1043, 8620,
]
const names = towns.flatMap((town) => works.map((work) => `${town} ${work}`))
const table = written(
  ['town', 'work'],
  // Each value is the salary of ten people, so that they are not counts, which would be at least 1.
  names.map((name, c) => `${name} ${salaries[c]} 10`),
)

/** Intervals of suppressed cells of the printed table of magnitudes. */
async function intervals(...suppressed: readonly string[]): Promise<Record<string, readonly [number, number]>> {
  const pattern = Uint8Array.from(names, (name) => Number(suppressed.includes(name)))
  const { low, high } = await auditPattern(table, pattern, undefined, { singletons: 'ignore', tick: () => {} })
  return Object.fromEntries(suppressed.map((name) => [name, [low[names.indexOf(name)], high[names.indexOf(name)]]]))
}

describe('the table of magnitudes of paper 003', () => {
  it('leaves the recomputed (enumerated) intervals for its printed pattern', async () => {
    expect(await intervals('M1 P3', 'M1 P5', 'M2 P3', 'M2 P5')).toEqual({
      'M1 P3': [400, 742],
      'M1 P5': [338, 680],
      'M2 P3': [0, 342],
      'M2 P5': [0, 342],
    })
  })

  it('leaves the recomputed (enumerated) intervals for the least patterns', async () => {
    expect(await intervals('M2 P3', 'M2 P5', 'M3 P3', 'M3 P5')).toMatchObject({ 'M2 P3': [0, 342] })
    expect(await intervals('M2 P3', 'M3 P5', 'M1 P3', 'M1 P5', 'M2 P5', 'M3 P3')).toMatchObject({
      'M2 P3': [0, 342],
      'M3 P5': [0, 738],
    })
    expect(await intervals('M2 P3', 'M3 P5', 'M1 P1', 'M1 P5', 'M2 P5', 'M3 P1', 'M3 P3')).toMatchObject({
      'M2 P3': [0, 342],
      'M3 P5': [0, 1043],
      'M1 P1': [0, 720],
    })
  })
})
