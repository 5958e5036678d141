import { describe, expect, it } from 'vitest'
import { parseFileSchema } from '@sdc/engine'
import { dropped } from '../../../inspect/src/in-memory.fixture.js'
import { readTable } from '@sdc/inspect'
import { checkWritten, type WrittenCheck, type WrittenCheckInput } from './check-written.js'

const wanted = { k: 2, model: 'distinct', c: 2, distance: 'auto' } as const

function check(
  original: string,
  written: string,
  more: Partial<WrittenCheckInput['wanted']> = {},
  columns: Readonly<Record<string, unknown>> = {},
): WrittenCheck {
  const schema = parseFileSchema({ columns })
  const source = readTable(dropped('o.csv', original), schema)
  return checkWritten({
    written: { content: written },
    source,
    schema,
    keys: ['a', 'b'],
    sensitive: ['s'],
    wanted: {
      ...wanted,
      ...more,
    },
  })
}

describe('the check of a written file', () => {
  const original = 'a,b,s\n1,x,p\n2,x,q\n3,y,p\n4,y,p\n'

  it('counts classes by their texts: 7 and 007 differ, and a missing value is a value', () => {
    const found = check(original, 'a,b,s\n007,x,p\n007,x,q\n7,,p\n7,,p\n')
    expect(found).toMatchObject({ records: 4, classes: 2, least: 2, greatest: 2, failures: [] })
    expect(found.columns).toEqual([
      { column: 's', classesOfOneValue: 1, recordsOfOneValue: 2, leastL: null, greatestT: null },
    ])
    expect(check(original, 'a,b,s\n007,x,p\n7,x,q\n7,,p\n7,,p\n')).toMatchObject({
      least: 1,
      failures: ['a class has 1 records, fewer than k = 2'],
    })
  })

  it('notices that records are missing, and that classes lack values', () => {
    expect(check(original, 'a,b,s\n1-2,x,p\n1-2,x,q\n', { l: 2 })).toMatchObject({ records: 2, failures: [] })
    const found = check(original, 'a,b,s\n1-2,x,p\n1-2,x,q\n3-4,y,p\n3-4,y,p\n', { l: 2 })
    expect(found.failures).toEqual(['a class has 1 values of "s" (distinct), fewer than l = 2'])
    expect(found.columns[0].leastL).toBe(1)
  })

  it('computes entropy and recursive diversity by their definitions', () => {
    const all = 'a,b,s\n*,*,p\n*,*,q\n*,*,p\n*,*,p\n'
    // exp(−¾ ln ¾ − ¼ ln ¼)
    expect(check(original, all, { l: 1.5, model: 'entropy' }).columns[0].leastL).toBeCloseTo(4 / 3 ** 0.75, 12)
    // 3 < c·1 only if c > 3; 3 < c·(3 + 1) from c = 1 on.
    expect(check(original, all, { l: 2, model: 'recursive', c: 3 }).columns[0].leastL).toBe(1)
    expect(check(original, all, { l: 2, model: 'recursive', c: 3.1 }).columns[0].leastL).toBe(2)
  })

  it('computes t by the published example, and compares with the original, not with the remaining records', () => {
    const incomes = [3, 4, 5, 6, 11, 8, 7, 9, 10]
    const rows = incomes.map((income, i) => `${Math.floor(i / 3)},x,${income}`).join('\n')
    const file = `a,b,s\n${rows}\n`
    const classOf = (c: number): string =>
      `a,b,s\n${rows
        .split('\n')
        .slice(3 * c, 3 * c + 3)
        .join('\n')}\n`
    const t = (text: string): number | null => check(file, text, { t: 0.5 }).columns[0].greatestT
    expect(t(classOf(0))).toBeCloseTo(0.375, 12)
    expect(t(classOf(1))).toBeCloseTo(1 / 6, 12)
    expect(t(classOf(2))).toBeCloseTo(17 / 72, 12)
    expect(check(file, file, { t: 0.3 }).failures).toHaveLength(1)
  })

  it('computes hierarchical and equal distances, with missing values apart from all others', () => {
    const hierarchy = [
      ['p', 'u', '*'],
      ['q', 'u', '*'],
      ['r', 'v', '*'],
    ]
    const file = 'a,b,s\n1,x,p\n1,x,p\n2,x,q\n2,x,r\n'
    const of = { s: { kind: 'categorical', hierarchy } }
    // The class of p: q = (1, 0, 0), p = (½, ¼, ¼): ¼ moves within u (½), ¼ to v (1).
    expect(check(file, file, { t: 1 }, of).columns[0].greatestT).toBeCloseTo(0.25 / 2 + 0.25, 12)
    expect(check(file, file, { t: 1, distance: 'equal' }, of).columns[0].greatestT).toBeCloseTo(0.5, 12)
    const holed = 'a,b,s\n1,x,p\n1,x,p\n2,x,q\n2,x,\n'
    expect(check(holed, holed, { t: 1 }, of).columns[0].greatestT).toBeCloseTo(0.25 / 2 + 0.25, 12)
  })
})

describe('the check of a file of persons', () => {
  const columns = { id: { role: 'person' }, s: { role: 'confidential' } }
  // Person 1 has four of the five records of class x: p has a share of 3/8 by records, and of one half by persons.
  const file = 'id,a,b,s\n1,1,x,q\n1,1,x,q\n1,1,x,q\n1,1,x,q\n2,1,x,p\n3,1,y,p\n4,1,y,q\n4,1,y,p\n'

  it('counts persons in classes, and each of them once in l and t', () => {
    const persons = check(file, file, { l: 2, model: 'entropy', t: 0.5, distance: 'equal' }, columns)
    expect(persons).toMatchObject({ records: 8, classes: 2, least: 2, greatest: 2, counted: 'persons' })
    const [id, s] = persons.columns
    expect(id.column).toBe('id')
    // Class x: half q, half p; class y: 3/4 p. The file: (1 + 0 + 0 + 1/2)/4 q.
    expect(s.leastL).toBeCloseTo(Math.exp(-(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25))), 12)
    expect(s.greatestT).toBeCloseTo(0.125, 12)
    const records = check(file, file, { l: 2, model: 'entropy', t: 0.5, distance: 'equal' })
    expect(records).toMatchObject({ least: 3, greatest: 5 })
    expect(records.counted).toBeUndefined()
  })

  it('finds a class of one person, regardless of the number of its records', () => {
    const alone = 'id,a,b,s\n1,1,x,q\n1,1,x,p\n1,1,x,q\n2,1,y,p\n3,1,y,q\n'
    expect(check(alone, alone, {}, columns).failures).toEqual(['a class has 1 persons, fewer than k = 2'])
  })
})
