import { describe, expect, it } from 'vitest'
import type { Version } from '../worker/protocol/history-types.js'
import { historyTree, type Line } from './history-tree.js'
import { lastPage, stretch } from './paging.js'
import { duration, timeLeft } from './working-text.js'

const version = (id: number, parent: number | undefined): Version => ({ id, parent, label: `v${id}` }) as Version
const shape = (line: Line): unknown => line.map(({ version: { id }, branches }) => [id, ...branches.map(shape)])

describe('historyTree', () => {
  it('keeps one line flat, and adds branches where they begin', () => {
    const versions = [version(0, undefined), version(1, 0), version(2, 1), version(3, 1), version(4, 3), version(5, 0)]
    expect(shape(historyTree(versions))).toEqual([[0, [[5]]], [1, [[3], [4]]], [2]])
    expect(historyTree([])).toEqual([])
  })
})

describe('stretch', () => {
  it('stays within the items', () => {
    expect(stretch(0, 50, 1080)).toEqual({ from: 0, end: 50 })
    expect(stretch(1050, 50, 1080)).toEqual({ from: 1050, end: 1080 })
    expect(stretch(5000, 50, 1080)).toEqual({ from: 1079, end: 1080 })
    expect(stretch(-3, 50, 20)).toEqual({ from: 0, end: 20 })
    expect(stretch(Number.NaN, 50, 20)).toEqual({ from: 0, end: 20 })
    expect(stretch(0, 50, 0)).toEqual({ from: 0, end: 0 })
  })

  it('has a last page that is never empty', () => {
    expect([lastPage(50, 1080), lastPage(50, 100), lastPage(50, 0)]).toEqual([1050, 50, 0])
  })
})

describe('timeLeft', () => {
  it('is undefined before it can be estimated, then gives the remaining time', () => {
    expect(timeLeft(0.01, 5000)).toBeUndefined()
    expect(timeLeft(0.5, 500)).toBeUndefined()
    expect(timeLeft(1, 5000)).toBeUndefined()
    expect(timeLeft(0.25, 10_000)).toBe('about 30 s left')
  })

  it('has suitable units', () => {
    expect([0.2, 89, 120, 7200].map(duration)).toEqual(['1 s', '89 s', '2 min', '2 h'])
  })
})
