import { describe, expect, it } from 'vitest'
import { slicesOf } from './slices.js'

const tasks = Array.from({ length: 100 }, (_, task) => 3 * task)
const sizes = (slices: readonly (readonly number[])[]): number[] => slices.map(({ length }) => length)

describe('slicesOf', () => {
  it('puts tasks into a job up to its target length, each once and in their order', () => {
    const slices = slicesOf(tasks, { width: 4, each: 6, job: 60 })
    expect(sizes(slices)).toEqual(Array(10).fill(10))
    expect(slices.flat()).toEqual(tasks)
    expect(sizes(slicesOf(tasks, { width: 4, each: 600, job: 60 }))).toEqual(Array(100).fill(1))
  })

  it('leaves no worker idle, and makes at most as many jobs as tasks, or as an array allows', () => {
    expect(sizes(slicesOf(tasks, { width: 8, each: 0.1, job: 60 })).sort()).toEqual([12, 12, 12, 12, 13, 13, 13, 13])
    expect(sizes(slicesOf(tasks.slice(0, 3), { width: 8, each: 1, job: 60 }))).toEqual([1, 1, 1])
    const many = Array.from({ length: 20_000 }, (_, task) => task)
    const slices = slicesOf(many, { width: 50, each: 60, job: 60 })
    expect(slices).toHaveLength(1000)
    expect(slices.flat()).toEqual(many)
  })
})
