import { messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readTable, type NamedTable } from '@sdc/inspect'
import { dropped } from '../../../inspect/src/in-memory.fixture.js'
import { combinedJson, combinedText } from './combined-output.js'
import { combineSets } from './combine-sets.js'
import { estimatesFrom, meansFrom } from './estimates.js'
import { combineOutput } from './output.js'

const table = (name: string, text: string): NamedTable => ({ name, dataset: readTable(dropped(name, text)).dataset })

describe('combineSets', () => {
  it('computes means of columns and T = ū + b/m, checked by hand', () => {
    // Means 2 and 4 with s²/n = 1/3 each: q̄ = 3, ū = 1/3, b = 2, T = 1/3 + 2/2.
    const tables = [table('a.csv', 'x,w\n1,a\n2,b\n3,c\n'), table('b.csv', 'x,w\n3,a\n4,b\n5,c\n')]
    const { result, messages } = combineSets(meansFrom(tables, 'all'), { kind: 'partial' })
    expect(result).toMatchObject({ kind: 'partial', sets: 2, level: 0.95 })
    expect(result.quantities).toHaveLength(1)
    const [mean] = result.quantities
    expect(mean.name).toBe('mean of x')
    expect(mean.estimate).toBe(3)
    expect(mean.within).toBeCloseTo(1 / 3, 12)
    expect(mean.between).toBeCloseTo(2, 12)
    expect(mean.total).toBeCloseTo(4 / 3, 12)
    expect(messages.map(messageText)).toEqual(['combined 2 sets as partial: T = ū + b/m'])
    expect(combineOutput.parse(combinedJson(result))).toMatchObject({ sets: 2, quantities: [{ estimate: 3 }] })
    expect(combinedText(result)).toMatch(/mean of x\s+3\.00\s+1\.15/)
  })

  it('combines estimates of several quantities, and reports a T that was not positive', () => {
    const rows = 'name,estimate,variance\na,1,1\na,1.1,1\nb,5,0.1\nb,9,0.1\n'
    const { result, messages } = combineSets(estimatesFrom(table('e.csv', rows)), { kind: 'full', sizeRatio: 2 })
    expect(result.quantities.map(({ name, replaced }) => [name, replaced])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(result.quantities[0].total).toBeCloseTo(2, 12)
    expect(messages.at(-1)?.text).toMatch(/T was not positive.*: a;/)
  })

  it.each([
    ['one set', () => meansFrom([table('a.csv', 'x\n1\n2\n')], 'all'), /two sets or more/],
    ['no variance', () => estimatesFrom(table('e.csv', 'estimate\n1\n')), /no column "variance"/],
    [
      'a negative variance',
      () => estimatesFrom(table('e.csv', 'estimate,variance\n1,1\n2,-1\n')),
      /record 2.*negative/,
    ],
    [
      'files of other columns',
      () => meansFrom([table('a.csv', 'x\n1\n2\n'), table('b.csv', 'y\n1\n2\n')], ['x']),
      /b\.csv has no "x"/,
    ],
    [
      'a missing value',
      () => meansFrom([table('a.csv', 'x\n1\n2\n'), table('b.csv', 'x\n1\nNA\n')], ['x']),
      /b\.csv has no value in record 2/,
    ],
    [
      'a size ratio that means nothing',
      () =>
        combineSets(estimatesFrom(table('e.csv', 'estimate,variance\n1,1\n2,1\n')), { kind: 'partial', sizeRatio: 2 }),
      /no meaning/,
    ],
  ])('refuses %s', (_, run, message) => {
    expect(run).toThrow(message)
  })
})
