import { categorical, isoNumber, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { CategoryCell, NumberCell } from './cell-labels.js'
import { distanceFrom, isAnyNumber, mayBe, releasedKey } from './key-cells.js'
import { keyDomain } from './key-domain.js'

const ages = keyDomain(numeric([20, 25, 31, 47, 60]), [
  ['20', 'young'],
  ['25', 'young'],
  ['31', 'old'],
  ['47', 'old'],
  ['60', 'old'],
])

function numberCellOf(label: string): NumberCell {
  const { codes, cells } = releasedKey(ages, categorical([label]))
  return cells[codes[0]] as NumberCell
}

const holds = (label: string, x: number): boolean => distanceFrom(numberCellOf(label), x) === 0

describe('a released cell of a number', () => {
  it.each([
    ['[20,30)', 20, true],
    ['[20,30)', 30, false],
    ['[20,30]', 30, true],
    ['[20, 30)', 29.9, true],
    ['(20,30]', 20, false],
    ['(-inf,30)', -1e9, true],
    ['(-inf,30)', 30, false],
    ['[65,inf)', 1e9, true],
    ['>=65', 65, true],
    ['≥ 65', 64, false],
    ['<20', 20, false],
    ['47', 47, true],
    ['47', 46, false],
    ['young', 25, true],
    ['young', 24, false],
    ['old', 47, true],
  ])('%s holds %d: %s', (label, x, expected) => {
    expect(holds(label, x)).toBe(expected)
  })

  it.each(['*', 'who knows', ''])('%j can be any number', (label) => {
    expect(isAnyNumber(numberCellOf(label))).toBe(true)
  })

  it('has the distance of its nearest possible value', () => {
    expect(distanceFrom(numberCellOf('[20,30)'), 33)).toBe(3)
    expect(distanceFrom(numberCellOf('young'), 28)).toBe(3)
    expect(distanceFrom(numberCellOf('47'), 40)).toBe(7)
  })

  it('can be any number if it is missing, in a column of numbers too', () => {
    const { codes, cells } = releasedKey(ages, numeric([20, Number.NaN, 20]))
    expect([...codes]).toEqual([0, 1, 0])
    expect(isAnyNumber(cells[1] as NumberCell)).toBe(true)
  })
})

describe('a released cell of a category', () => {
  const taxonomy = new Map([
    ['cat', 'animal'],
    ['dog', 'animal'],
    ['oak', 'plant'],
    ['animal', 'thing'],
    ['plant', 'thing'],
    ['thing', null],
  ])
  const kinds = keyDomain({ ...categorical(['cat', 'dog', 'oak']), taxonomy })
  const fits = (domain: typeof kinds, label: string | null): number[] | undefined => {
    const { codes, cells } = releasedKey(domain, categorical([label]))
    const cell = cells[codes[0]] as CategoryCell
    const count = domain.kind === 'categorical' ? domain.levels.length : 0
    return cell.members && Array.from({ length: count }, (_, code) => (mayBe(cell, code) ? 1 : 0))
  }

  it('is an exact value, a class of the taxonomy, or anything', () => {
    expect(fits(kinds, 'dog')).toEqual([0, 1, 0])
    expect(fits(kinds, 'animal')).toEqual([1, 1, 0])
    expect(fits(kinds, 'thing')).toBeUndefined()
    for (const label of ['*', 'else', null]) expect(fits(kinds, label)).toBeUndefined()
  })

  it('is a run of neighbours of ordered categories', () => {
    const sizes = keyDomain(categorical(['small', 'middle', 'large'], ['small', 'middle', 'large', 'huge']))
    expect(fits(sizes, 'middle..huge')).toEqual([0, 1, 1, 1])
    expect(fits(kinds, 'cat..dog')).toBeUndefined()
  })
})

describe('a released cell of a date', () => {
  const day = (text: string): number => isoNumber('date', text)
  const born = { ...numeric(['1996-03-01', '1996-05-31', '2001-01-01'].map(day)), time: 'date' as const }
  const cellOf = (label: string): NumberCell => {
    const { codes, cells } = releasedKey(keyDomain(born), categorical([label]))
    return cells[codes[0]] as NumberCell
  }

  it.each([
    ['1996-03', '1996-03-31', true],
    ['1996-03', '1996-04-01', false],
    ['1996-Q2', '1996-05-31', true],
    ['1996', '1996-05-31', true],
    ['1996', '1997-01-01', false],
    ['1995-1999', '1999-12-31', true],
    ['1995-1999', '2000-01-01', false],
    ['1996-03-01 to 1996-03-15', '1996-03-15', true],
    ['1996-03-01 to 1996-03-15', '1996-03-16', false],
    ['until 1996-03-15', '1930-01-01', true],
    ['from 1996-03-15', '1996-03-14', false],
    ['1996-05-31', '1996-05-31', true],
  ])('%s contains %s: %s', (label, date, expected) => {
    expect(distanceFrom(cellOf(label), day(date)) === 0).toBe(expected)
  })

  it('has classes of a hierarchy, before years', () => {
    const domain = keyDomain(born, [
      ['1996-03-01', '1996'],
      ['1996-05-31', '1997'],
      ['2001-01-01', '1997'],
    ])
    const { codes, cells } = releasedKey(domain, categorical(['1997']))
    expect(distanceFrom(cells[codes[0]] as NumberCell, day('2001-01-01'))).toBe(0)
  })

  it('may have a time', () => {
    const seen = { ...numeric([isoNumber('datetime', '1996-03-31T23:59:59')]), time: 'datetime' as const }
    const cell = releasedKey(keyDomain(seen), categorical(['1996-03'])).cells[1] as NumberCell
    expect(distanceFrom(cell, seen.values[0])).toBe(0)
    expect(distanceFrom(cell, seen.values[0] + 1)).not.toBe(0)
  })

  it('is recognised by the roles alone, as out of core', () => {
    const plain = numeric([day('1996-03-01'), day('2001-01-01')])
    const cell = (time?: 'date'): NumberCell =>
      releasedKey(keyDomain(plain, undefined, time), categorical(['2001-Q1'])).cells[1] as NumberCell
    expect(distanceFrom(cell('date'), day('2001-01-01'))).toBe(0)
    expect(distanceFrom(cell('date'), day('1996-03-01'))).toBeGreaterThan(0)
    expect(cell().unrelated).toBe(true)
  })
})
