import { categorical, dataset, numeric, seededRng, takeRows, withColumns, type Column, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { noisy, people } from '../testing/people.fixture.js'
import { tableColumn } from '../testing/run.fixture.js'
import { isFound, isHigh, measure, withCopies } from './closest.fixture.js'

const x = people(600, 1)
const control = people(600, 2)
const fresh = people(600, 3)
const column = (values: readonly number[]): Dataset => dataset([['v', numeric(values)]])
const numbersUpTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

describe('risk/distance-to-closest', () => {
  it('computes the value by hand', () => {
    // Original 0, 10, 20, …; control 5, 15, 25, …: 33 of 37 released records are nearer to the original, 2 to the
    // control, and 2 are at the same distance.
    const original = column(numbersUpTo(32).map((i) => 10 * i))
    const others = column(numbersUpTo(32).map((i) => 10 * i + 5))
    const released = column([...numbersUpTo(32).map((i) => 10 * i), 11, 14, 16, 12.5, 17.5])
    const found = measure(original, released, others)
    expect(tableColumn(found, 'nearest', 'records')[0]).toBe(37)
    expect(tableColumn(found, 'nearest', 'percent nearest to the original')[0]).toBeCloseTo((100 * 34) / 37, 12)
    expect(tableColumn(found, 'nearest', 'excess')[0]).toBeCloseTo((100 * (34 - 3)) / 37, 12)
    expect(tableColumn(found, 'closest', 'value').slice(2)).toEqual([32, 32, 37, (100 * 32) / 37, 0])
  })

  it('is certain for copies, and for slight noise', () => {
    for (const masked of [x, noisy(x, 1e-4, 0, 1)]) {
      const found = measure(x, masked, control)
      expect(found.value).toBeGreaterThan(98)
      expect(isHigh(found)).toBe(true)
      expect(tableColumn(found, 'closest', 'value')[0]).toBe(0.001)
    }
    expect(measure(x, x, control).value).toBe(100)
  })

  it('finds 5 % and 1 % of copies among newly drawn records, and estimates their share', () => {
    for (const copies of [30, 6]) {
      const found = measure(x, withCopies(fresh, x, copies), control)
      expect(isFound(found)).toBe(true)
      expect(Math.abs((found.value ?? 0) - copies / 6)).toBeLessThan(0.5)
      const { low = 100, high = 0 } = found.interval ?? {}
      expect([low < copies / 6, high > copies / 6]).toEqual([true, true])
    }
  })

  it('is high if the test rejects and the excess is at least 10 %, or consists of exact copies', () => {
    const near = noisy(x, 1e-4, 0, 1)
    const levels = ([near, x] as const).map((copied) =>
      [30, 90].map((copies) => {
        const found = measure(x, withCopies(fresh, copied, copies), control)
        return [isFound(found), isHigh(found)]
      }),
    )
    expect(levels).toEqual([
      [
        [true, false],
        [true, true],
      ],
      [
        [true, true],
        [true, true],
      ],
    ])
    // With few people, an excess of 10 % is chance.
    const few = measure(people(40, 8), people(40, 9), people(40, 7))
    expect(few.high).toBe(few.fair)
    expect(few.high).toBeGreaterThan(10)
  })

  it('finds copies with a smaller and a larger control, and is not affected by its size', () => {
    for (const others of [people(90, 4), people(3000, 4)]) {
      expect(isFound(measure(x, fresh, others))).toBe(false)
      const found = measure(x, withCopies(fresh, x, 60), others)
      expect(isFound(found)).toBe(true)
      expect(Math.abs((found.value ?? 0) - 10)).toBeLessThan(2)
    }
  })

  it('a release that copies the control is not a risk', () => {
    const found = measure(x, control, control)
    expect([found.value, isFound(found)]).toEqual([0, false])
  })

  it('falls with noise', () => {
    const values = [0.01, 0.05, 0.2].map((sd) => measure(x, noisy(x, sd, sd, 7), control).value ?? Number.NaN)
    expect(values[0]).toBeGreaterThan(values[1])
    expect(values[1]).toBeGreaterThan(values[2])
  })

  it('records of one person are not evidence by themselves', () => {
    // 30 people with 20 equal records each; the release is near to six of them.
    const of = (name: string): Dataset => {
      const data = takeRows(
        people(30, name),
        Int32Array.from({ length: 600 }, (_, i) => i % 30),
      )
      return dataset([
        ['id', numeric(numbersUpTo(600).map((i) => i % 30))],
        ...data.names.map((one): [string, Column] => [one, data.column(one)]),
      ])
    }
    const outcomes = numbersUpTo(40).map((seed) => {
      const [inside, outside, release] = ['a', 'b', 'c'].map((name) => of(`${name}${seed}`))
      const columns = inside.names.filter((one) => one !== 'id')
      return [{ person: 'id' }, {}].map((roles) => isFound(measure(inside, release, outside, { seed, roles, columns })))
    })
    // 2 of 40 expected; 7 or more have a probability below 1 %.
    expect(outcomes.filter(([byPerson]) => byPerson).length).toBeLessThan(7)
    // The control lacks the ids: a warning.
    const without = measure(of('a'), of('c'), people(600, 5), { roles: { person: 'id' }, columns: x.names })
    expect(without.warnings?.[0]).toContain('lacks the ids "id"')
  })

  it('units, names of categories and the order of records and columns have no effect', () => {
    const other = (data: Dataset): Dataset =>
      dataset(
        [...data.names].reverse().map((name): [string, Column] => {
          const one = data.column(name)
          if (one.kind === 'categorical') return [name, { ...one, levels: one.levels.map((level) => `z${level}`) }]
          return [name, numeric(one.values.map((value) => 1000 - 8 * value))]
        }),
      )
    const y = noisy(x, 0.1, 0.1, 5)
    const { value, interval } = measure(x, y, control)
    expect(measure(other(x), other(y), other(control))).toMatchObject({ value, interval })
    const turned = takeRows(
      y,
      Int32Array.from({ length: 600 }, (_, i) => 599 - i),
    )
    expect(measure(x, turned, control).value).toBeCloseTo(value ?? Number.NaN, 10)
  })

  describe('difficult data', () => {
    it('a missing value equals only a missing value', () => {
      const gaps = (of: number): number[] => numbersUpTo(60).map((i) => (i % 3 === 0 ? Number.NaN : i + of))
      const found = measure(column(gaps(0)), column(gaps(0)), column(gaps(0.5)))
      // The twenty without a value are at the same distance to both files.
      expect(tableColumn(found, 'closest', 'value').slice(5)).toEqual([100, 100 / 3])
      const none = measure(column(gaps(0)), column(numbersUpTo(60).fill(Number.NaN)), column(gaps(0.5)))
      expect(none.value).toBe(0)
      const never = measure(column(numbersUpTo(60)), column(numbersUpTo(60).fill(Number.NaN)), column(numbersUpTo(60)))
      expect([never.value, tableColumn(never, 'nearest', 'difference of a column')[0]]).toEqual([0, 1])
    })

    it('constants, ties, a thousand categories, new categories, infinite values', () => {
      const flat = column(new Array<number>(50).fill(2))
      expect(measure(flat, flat, flat)).toMatchObject({ value: 0 })
      expect(isFound(measure(flat, flat, flat))).toBe(false)
      const words = (seed: number, levels: number): Dataset => {
        const rng = seededRng(seed)
        return dataset([['w', categorical(numbersUpTo(600).map(() => `${rng.int(levels)}`))]])
      }
      expect(isFound(measure(words(1, 3), words(2, 3), words(3, 3)))).toBe(false)
      expect(isFound(measure(words(1, 1000), words(5, 1000), words(3, 1000)))).toBe(false)
      expect(isFound(measure(words(1, 1000), words(1, 1000), words(3, 1000)))).toBe(true)
      const renamed = dataset([['w', categorical(numbersUpTo(600).map((i) => `new ${i}`))]])
      expect(measure(words(1, 1000), renamed, words(3, 1000))).toMatchObject({
        value: 0,
        warnings: [expect.any(String)],
      })
      const far = (data: Dataset): Dataset =>
        withColumns(data, new Map([['age', numeric(numbersUpTo(600).map((i) => [Infinity, -Infinity, -0][i % 3]))]]))
      expect(measure(far(x), far(x), far(control)).value).toBe(100)
    })

    it('five released records can be called copies, but not by chance alone', () => {
      const rows = Int32Array.of(5, 100, 200, 300, 400)
      expect(isFound(measure(x, takeRows(x, rows), control))).toBe(true)
      expect(measure(x, takeRows(fresh, rows), control).high).toBeGreaterThan(50)
    })
  })

  it('a sample of many released records has the stated standard error', () => {
    const y = withCopies(people(6000, 5), people(6000, 1), 600)
    const found = measure(people(6000, 1), y, people(6000, 2))
    expect(found.sample).toMatchObject({ of: 6000, drawn: 2500 })
    expect(isFound(found)).toBe(true)
    expect(Math.abs((found.value ?? 0) - 10)).toBeLessThan(3 * (found.sample?.standardError ?? 0))
  })

  it('reports progress in order, and stops if its receiver throws', () => {
    const seen: number[] = []
    measure(x, fresh, control, { tick: (fraction) => seen.push(fraction) })
    expect(seen.length).toBeGreaterThan(20)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    const stop = (fraction: number): void => {
      if (fraction > 0.5) throw new Error('stopped')
    }
    expect(() => measure(x, fresh, control, { tick: stop })).toThrow('stopped')
  })

  it.each<readonly [string, Dataset, Dataset | undefined, string]>([
    ['no control file', x, undefined, 'name their file with control: FILE'],
    ['a control file without the columns', x, dataset([['age', numeric([1, 2])]]), 'the control file lacks "hours"'],
    ['a control file of a few', x, people(10, 2), 'the original has 600 people and the control file 10; 20 of each'],
    ['four released records', people(4, 3), control, 'the masked file has 4 records, fewer than the necessary 5'],
    ['no released record', people(0, 3), control, 'the masked file has 0 records'],
  ])('%s: null with the reason', (_, masked, given, reason) => {
    const found = measure(x, masked, given)
    expect(found.value).toBeNull()
    expect(found.reason).toContain(reason)
  })
})
