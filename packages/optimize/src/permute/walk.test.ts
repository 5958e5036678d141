import { seededRng } from '@sdc/core'
import { correlate, spearman, pearson } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { ordersOf, restore } from './orders.js'
import { greatestError, loss, permuteState, recompute, valuesOf, type PermuteState } from './permute-state.js'
import { permutedColumns } from './permute.fixture.js'
import { walk, type Permission } from './walk.js'

function draws(proposals: number, seed = 'walk'): Float64Array {
  const numbers = new Float64Array(2 * proposals)
  seededRng(seed).fillUniform(numbers)
  return numbers
}

function columnsOf(state: PermuteState): Float64Array[] {
  return state.moving.map((column) => valuesOf(column, state.records))
}

describe('walk', () => {
  const given = permutedColumns(60, 1, 0, 'given').map((column) => ({ ...column, z: column.x }))
  // A column of few values, and one of categories.
  const columns = permutedColumns(60, 5).map((column, j) => {
    if (j < 3) return column
    const few = (values: Float64Array): Float64Array => values.map((value) => Math.round(2 * value))
    return { ...column, x: few(column.x), z: few(column.z), isNumber: j === 3 }
  })

  it('keeps errors, gradients and the loss equal to newly computed ones', () => {
    const state = permuteState(columns, given, 60)
    let now = loss(state)
    for (let batch = 0; batch < 5; batch++) {
      const walked = walk(state, {
        draws: draws(4000, `${batch}`),
        loss: now,
        ceiling: batch % 2 ? 1.5 * now : undefined,
      })
      expect(walked.accepted).toBeGreaterThan(0)
      now = walked.loss
      expect(Math.abs(loss(state) - now)).toBeLessThan(1e-9)
      const kept = [state.pearson, state.spearman].flatMap(({ errors, gradient }) => [errors.slice(), gradient.slice()])
      recompute(state)
      const anew = [state.pearson, state.spearman].flatMap(({ errors, gradient }) => [errors, gradient])
      kept.forEach((values, m) => values.forEach((v, e) => expect(Math.abs(v - anew[m][e])).toBeLessThan(1e-9)))
    }
  })

  it('has the errors of the correlations of the values', () => {
    const state = permuteState(columns, given, 60)
    walk(state, { draws: draws(300), loss: loss(state) })
    const now = columnsOf(state)
    const all = [...columns, ...given]
    const z = [...now, given[0].z]
    for (const [kind, of, relations] of [
      ['pearson', pearson, state.pearson],
      ['spearman', spearman, state.spearman],
    ] as const) {
      const used = all.map((column, j) => ({ ...column, z: z[j] })).filter((one) => kind === 'spearman' || one.isNumber)
      used.forEach((a, j) =>
        used.forEach((b, k) => {
          const error = j === k ? 0 : of(a.z, b.z) - of(a.x, b.x)
          expect(relations.errors[j * used.length + k]).toBeCloseTo(error, 12)
        }),
      )
    }
  })

  it('leaves every column a permutation of itself, bit for bit, and given ones unchanged', () => {
    const signed = columns.map((column) => ({ ...column, z: column.z.map((v, i) => (v === 0 && i % 2 ? -0 : v)) }))
    const state = permuteState(signed, given, 60)
    walk(state, { draws: draws(20_000), loss: loss(state) })
    columnsOf(state).forEach((values, j) => {
      expect(values).not.toEqual(signed[j].z)
      values.sort().forEach((value, i) => expect(value).toBe(signed[j].z.slice().sort()[i]))
    })
  })

  it('only falls without a ceiling, and stays below one', () => {
    const state = permuteState(columns, [], 60)
    const start = loss(state)
    let now = start
    for (let t = 0; t < 2000; t++) {
      const { loss: next, accepted } = walk(state, { draws: draws(1, `one ${t}`), loss: now })
      if (accepted > 0) expect(next).toBeLessThan(now)
      else expect(next).toBe(now)
      now = next
    }
    expect(now).toBeLessThan(start / 100)
    for (let t = 0; t < 50; t++) {
      now = walk(state, { draws: draws(50, `up ${t}`), loss: now, ceiling: start / 10 }).loss
      expect(now).toBeLessThan(start / 10)
    }
    expect(now).toBeGreaterThan(start / 100)
  })

  it('asks for permission, and makes no refused exchange', () => {
    const state = permuteState(columns, [], 60)
    const before = ordersOf(state)
    const refuse: Permission = { allows: () => false, moved: () => expect.fail('nothing may move') }
    expect(walk(state, { draws: draws(3000), loss: loss(state), permission: refuse }).accepted).toBe(0)
    expect(ordersOf(state)).toEqual(before)
    let moved = 0
    const count: Permission = { allows: (column) => column === 1, moved: () => moved++ }
    const { accepted } = walk(state, { draws: draws(3000), loss: loss(state), permission: count })
    expect(moved).toBe(accepted)
    expect(accepted).toBeGreaterThan(0)
    ordersOf(state).forEach((order, j) => expect(order.some((row, p) => row !== before[j][p])).toBe(j === 1))
  })

  it('returns to earlier orders exactly', () => {
    const state = permuteState(columns, given, 60)
    const [before, start] = [ordersOf(state), loss(state)]
    walk(state, { draws: draws(3000), loss: start })
    restore(state, before)
    expect(loss(state)).toBe(start)
    expect(columnsOf(state)).toEqual(columns.map(({ z }) => z))
  })
})

describe('loss, by brute force on every permutation of a tiny column', () => {
  const columns = permutedColumns(6, 3)

  it('equals the formula, and a walk ends if no exchange lowers it', () => {
    const state = permuteState(columns, [], 6)
    const formula = (z: readonly Float64Array[]): number => {
      let total = 0
      for (const [kind, { weights }] of [
        ['pearson', state.pearson],
        ['spearman', state.spearman],
      ] as const) {
        const [r, target] = [
          correlate(z, kind),
          correlate(
            columns.map(({ x }) => x),
            kind,
          ),
        ]
        const e = (j: number, k: number): number => r.get(j, k) - target.get(j, k)
        // tr(M E M E) = Σ M_ij E_jk M_kl E_li.
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++)
            for (let k = 0; k < 3; k++)
              for (let l = 0; l < 3; l++) total += weights[3 * i + j] * e(j, k) * weights[3 * k + l] * e(l, i)
      }
      return total
    }
    expect(loss(state)).toBeCloseTo(formula(columnsOf(state)), 12)
    let now = loss(state)
    for (let batch = 0; batch < 20; batch++) now = walk(state, { draws: draws(500, `b ${batch}`), loss: now }).loss
    const z = columnsOf(state)
    expect(now).toBeCloseTo(formula(z), 12)
    for (const column of z)
      for (let a = 0; a < 6; a++)
        for (let b = 0; b < a; b++) {
          const exchange = (): void => void ([column[a], column[b]] = [column[b], column[a]])
          exchange()
          expect(formula(z)).toBeGreaterThanOrEqual(now - 1e-12)
          exchange()
        }
  })

  it('with columns without spread is that of the others', () => {
    const flat = new Float64Array(6).fill(3)
    const state = permuteState([...columns, { name: 'flat', x: flat, z: flat, isNumber: true }], [], 6)
    expect(loss(state)).toBeCloseTo(loss(permuteState(columns, [], 6)), 12)
    expect(greatestError(state.pearson)).toBeLessThan(2)
    const walked = walk(state, { draws: draws(2000), loss: loss(state) })
    expect(Number.isFinite(walked.loss)).toBe(true)
  })
})
