import { categorical, dataset, numeric, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { groupsOf } from '../../bind/groups.js'
import { numbersUpTo } from '../../bind/in-place.js'
import { leastRecords, mergeSmall as merge } from '@sdc/toolkit/internal'
import { mergedGroups, placedGroups, type PlacedGroup } from './merged-groups.js'

const placed = (data: Dataset, columns: readonly string[]): PlacedGroup[] =>
  placedGroups(groupsOf(data, ['g']), columns, data, { origin: numbersUpTo(data.rows) })
const mergeSmall = (groups: readonly PlacedGroup[], isSmall: (group: PlacedGroup) => boolean): PlacedGroup[] =>
  merge(groups, isSmall, mergedGroups)
const members = (groups: readonly PlacedGroup[]): string[] =>
  groups.map((group) => group.members.map(({ label }) => label.replace('g=', '')).join(''))
const file = (values: readonly number[], labels: string): Dataset =>
  dataset([
    ['x', numeric(values)],
    ['g', categorical(labels.split(''))],
  ])

describe('placedGroups', () => {
  it('uses mean normal scores of the original, and for a nominal column the share of the most frequent level', () => {
    const data = dataset([
      ['x', numeric([30, 10, 20, Number.NaN])],
      ['c', categorical(['u', 'v', 'u', 'u'])],
      ['g', categorical(['a', 'a', 'b', 'b'])],
    ])
    // Ranks 3, 1, 2 of 3: scores ±Φ⁻¹(.75) and 0.
    expect(placed(data, ['x']).map(({ place }) => place)).toEqual([0, 0])
    expect(placed(data, ['c']).map(({ place, label }) => [label, place])).toEqual([
      ['g=a', 0.5],
      ['g=b', 1],
    ])
    expect(placed(data, ['c', 'x']).map(({ place }) => place)).toEqual([0.25, 0.5])
  })
})

describe('mergeSmall', () => {
  const few =
    (least: number) =>
    ({ rows }: PlacedGroup): boolean =>
      rows.length < least

  it('merges small groups with the nearer neighbour, the smallest first, until each is large enough', () => {
    // a is at 1 to 3, b at 4, c at 5 to 7, d at 100. The only neighbour of d is c; b is equally near to both, and is
    // merged with the smaller one.
    const data = file([1, 2, 3, 4, 5, 6, 7, 8, 100], 'aaabccccd')
    expect(members(mergeSmall(placed(data, ['x']), few(2)))).toEqual(['ab', 'cd'])
    expect(members(mergeSmall(placed(data, ['x']), few(5)))).toEqual(['abcd'])
    expect(members(mergeSmall(placed(data, ['x']), few(1)))).toEqual(['a', 'b', 'c', 'd'])
    expect(members(mergeSmall(placed(data, ['x']), few(100)))).toEqual(['abcd'])
  })

  it('gives the same groups and stream names for any order of records', () => {
    const x = Array.from({ length: 60 }, (_, i) => (i * 37) % 61)
    const labels = x.map((_, i) => 'abcdefghij'[(i * i) % 10])
    const turned = [...x.keys()].reverse()
    const [one, other] = [
      mergeSmall(placed(file(x, labels.join('')), ['x']), few(15)),
      mergeSmall(placed(file(turned.map((i) => x[i]), turned.map((i) => labels[i]).join('')), ['x']), few(15)), // oxfmt-ignore
    ]
    expect(one.length).toBeGreaterThan(1)
    expect(other.map(({ key, label }) => [key, label])).toEqual(one.map(({ key, label }) => [key, label]))
    expect(one.flatMap(({ rows }) => [...rows]).sort((a, b) => a - b)).toEqual([...x.keys()])
  })

  it('is fast if every record is a group', () => {
    const data = dataset([
      ['x', numeric(Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 50_021))],
      ['g', numeric(Array.from({ length: 50_000 }, (_, i) => i))],
    ])
    const groups = mergeSmall(placed(data, ['x']), few(leastRecords(1)))
    const sizes = groups.map(({ rows }) => rows.length)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(30)
    expect(Math.max(...sizes)).toBeLessThan(90)
  })
})

it('recordsNeeded: max(30, 3(p + 2)) per group', () => {
  expect([1, 8, 9, 20].map(leastRecords)).toEqual([30, 30, 33, 66])
})
