import { seededRng, type Table, type Witness } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { Demand } from '../attackers/attack-model.js'
import { roomOf } from '../attackers/room.js'
import { randomTable } from '../random-table.js'
import { solver } from '../solver/solver.js'
import { finderOf } from './finder.js'
import type { Knowledge } from './local-program.js'
import { reachOf } from './reach.js'

const plain = { weight: () => 1, rounds: 3 }

function expectAddsUp({ equations }: Table, { cells, differences }: Witness, isWhole: boolean): void {
  const by = new Map([...cells].map((cell, i) => [cell, differences[i]]))
  for (const { cells: own, signs } of equations) {
    const terms = [...own].map((cell, i) => signs[i] * (by.get(cell) ?? 0))
    const sum = terms.reduce((a, b) => a + b, 0)
    if (isWhole) expect(sum).toBe(0)
    else expect(Math.abs(sum)).toBeLessThanOrEqual(1e-6 * Math.max(1, ...terms.map(Math.abs)))
  }
}

/** Tables of three dimensions, in which linear programs of whole numbers have fractional solutions. */
function drawn(seed: number, isCount: boolean): Table {
  const { table } = randomTable({ dimensions: [3, 3, 2], seed, zeros: 0.2, spread: 1 })
  return isCount
    ? { ...table, counts: Int32Array.from(table.values) }
    : { ...table, values: table.values.map((v) => v * 0.37) }
}

describe('a witness', () => {
  it.each([true, false])(
    'adds up, satisfies the bounds and reaches its level, in whole numbers for counts: %s',
    async (isCount) => {
      let found = 0
      for (let seed = 1; seed <= 12; seed++) {
        const table = drawn(seed, isCount)
        const rng = seededRng(`witness ${seed}`)
        const hidden = Uint8Array.from(table.values, () => Number(rng.uniform() < 0.6))
        const room = roomOf(table, hidden)
        const finder = finderOf(await solver(), table, isCount, () => room)
        const cells = [...hidden.keys()].filter((c) => hidden[c] === 1)
        for (const cell of cells.slice(0, 8)) {
          for (const direction of [1, -1] as const) {
            const demand: Demand = {
              cells: Int32Array.of(cell),
              direction,
              level: isCount ? 1 + rng.int(3) : 0.2 * table.values[cell],
            }
            if (!(demand.level > 0)) continue
            const { reach, witness: farthest } = finder.farthest(demand, cells)
            const witness = finder.find(demand, cells, { ...plain, isThorough: true })
            expect(witness !== undefined, `seed ${seed}, cell ${cell}`).toBe(reach >= demand.level * (1 - 1e-6))
            for (const one of [witness, farthest]) {
              if (!one) continue
              found++
              expectAddsUp(table, one, isCount)
              one.cells.forEach((c, i) => {
                const d = one.differences[i]
                expect(hidden[c] === 1 && d <= room.above[c] * (1 + 1e-9) && -d <= room.below[c] * (1 + 1e-9)).toBe(
                  true,
                )
                if (isCount) expect(Number.isInteger(d)).toBe(true)
              })
            }
            if (witness) expect(reachOf(witness, demand)).toBeGreaterThanOrEqual(demand.level * (1 - 1e-6))
          }
        }
      }
      expect(found).toBeGreaterThan(80)
    },
  )

  it("moves no known cell, and none farther down than the attacker's knowledge allows", async () => {
    const { table } = randomTable({ dimensions: [3, 4], seed: 3 })
    const room = roomOf(table, table.values.map(() => 1) as unknown as Uint8Array)
    const finder = finderOf(await solver(), table, false, () => room)
    const cells = [...table.values.keys()]
    const demand: Demand = { cells: Int32Array.of(8), direction: -1, level: 0.5 * table.values[8] }
    const free = finder.find(demand, cells, plain)
    const knowledge: Knowledge = {
      blocked: new Set([...(free?.cells ?? [])].filter((c) => c !== 8).slice(0, 2)),
      below: new Map(cells.map((c) => [c, c === 8 ? table.values[8] : 0.25 * table.values[8]])),
    }
    const found = finder.find(demand, cells, { ...plain, knowledge })
    expect(knowledge.blocked.size).toBe(2)
    expect(found).toBeDefined()
    found?.cells.forEach((c, i) => {
      expect(knowledge.blocked.has(c)).toBe(false)
      expect(-found.differences[i]).toBeLessThanOrEqual((knowledge.below.get(c) ?? 0) * (1 + 1e-9))
    })
    const still = { blocked: new Set([8]), below: new Map<number, number>() }
    expect(finder.find(demand, cells, { ...plain, knowledge: still })).toBeUndefined()
  })

  it('moves the sum of a union, not each of its cells', async () => {
    const { table } = randomTable({ dimensions: [3, 3], seed: 5 })
    const hidden = table.values.map(() => 1) as unknown as Uint8Array
    const finder = finderOf(await solver(), table, false, () => roomOf(table, hidden))
    const union: Demand = { cells: Int32Array.of(5, 6), direction: 1, level: 7 }
    const within = finder.find(union, [5, 6, 9, 10], plain)
    // In one row, only the cells of the union could compensate each other.
    expect(within).toBeUndefined()
    const found = finder.find(union, [...table.values.keys()], plain)
    expect(found && reachOf(found, union)).toBeCloseTo(7, 6)
  })
})
