import { describe, expect, it } from 'vitest'
import { messageText } from '@sdc/core'
import { comparingTime } from './comparing-time.js'

/** Returns the messages of a comparison in which every part takes this number of milliseconds. */
function said(milliseconds: number, extent: Parameters<typeof comparingTime>[0] = {}): string[] {
  let now = 0
  const told = comparingTime(extent, () => now)
  return Array.from({ length: 12 }, (_, done) => {
    now += milliseconds
    return told({ stage: 'parts of plans', counts: { done, all: 12 }, fraction: done / 12 }).map(messageText)
  }).flat()
}

describe('the estimated time of a comparison', () => {
  it('is printed once, after two parts that mask, including the steps after the parts', () => {
    // Eight parts of 5 s remain, and half as much again for pairs and finalists.
    expect(said(5000)).toEqual(['comparing 12 parts of plans: about 60 s'])
    expect(said(5000, { search: true })).toEqual(['comparing 12 parts of plans: about 90 s'])
  })

  it('is at most the budget, and not printed if it is short', () => {
    expect(said(5000, { budget: 60 })).toEqual(['comparing 12 parts of plans: about 40 s'])
    expect(said(100)).toEqual([])
  })
})
