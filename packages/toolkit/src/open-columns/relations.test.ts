import { categorical, dataset, numeric, seededRng, type Column, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { openRelations, type OpenRelation } from './relations.js'
import { cpuSeconds } from '@sdc/testing/cpu-seconds'

const nan = Number.NaN

/** n skewed incomes of whole units, all different. */
function incomes(n: number, seed = 1): Float64Array {
  const rng = seededRng(seed)
  const seen = new Set<number>()
  return Float64Array.from({ length: n }, () => {
    for (;;) {
      const one = Math.round(20_000 + 15_000 * rng.normal() * rng.normal() + 1e4 * rng.uniform())
      if (!seen.has(one)) return (seen.add(one), one)
    }
  })
}

function uniforms(n: number, seed: number): Float64Array {
  const rng = seededRng(`u${seed}`)
  return Float64Array.from({ length: n }, () => rng.uniform())
}

function file(columns: Readonly<Record<string, Float64Array | readonly (string | null)[]>>): Dataset {
  return dataset(
    Object.entries(columns).map(([name, values]): [string, Column] => [
      name,
      values instanceof Float64Array ? numeric(values) : categorical(values),
    ]),
  )
}

/** Relations with all other columns open: `kind open+open recovered/values`. */
function found(data: Dataset, ...masked: readonly string[]): string[] {
  const open = data.names.filter((name) => !masked.includes(name))
  return openRelations(data, open, masked).map(text)
}

function text({ kind, open, recovered, values }: OpenRelation): string {
  return `${kind} ${open.join('+')} ${recovered}/${values}`
}

const n = 400
const income = incomes(n)
const share = uniforms(n, 2)
const rest = income.map((one, i) => Math.round(one * share[i]))
const other = income.map((one, i) => one - rest[i])

describe('a masked number is disclosed by', () => {
  it.each([
    ['a copy', { pay: income.slice() }, 'copy pay 400/400'],
    ['another unit', { yearly: income.map((one) => 12 * one) }, 'linear yearly 400/400'],
    ['its logarithm', { log: income.map((one) => Math.log(one + 1e6)) }, 'curve log'],
    ['a falling function', { debt: income.map((one) => 1e6 - 3 * one) }, 'linear debt 400/400'],
    ['the terms of a sum', { rest, other }, 'linear rest+other 400/400'],
    [
      'a sum among columns that have nothing to do with it',
      { a: uniforms(n, 3), rest, b: uniforms(n, 4), other, c: uniforms(n, 5) },
      'linear rest+other 400/400',
    ],
  ])('%s', (_, open, expected) => {
    expect(found(file({ income, ...open }), 'income')[0]).toContain(expected)
  })

  it('the terms of a sum with a tenth of exceptions, of any size', () => {
    const wrong = rest.map((one, i) => (i % 10 === 0 ? (i % 20 === 0 ? 1e9 : 0) : one))
    const [first] = openRelations(file({ income, wrong, other }), ['wrong', 'other'], ['income'])
    expect(first).toMatchObject({ kind: 'linear', open: ['wrong', 'other'], masked: 'income' })
    expect(first.share).toBeGreaterThanOrEqual(0.9)
  })

  it('the total and the other term, if one term is masked', () => {
    expect(found(file({ income, rest, other }), 'rest')).toContain('linear income+other 400/400')
  })

  it('its text, with units and leading zeros', () => {
    const shown = Array.from(income, (one) => `EUR ${String(one + 1e6).padStart(9, '0')}`)
    expect(found(file({ income, shown }), 'income')).toEqual(['linear shown 400/400'])
    expect(found(file({ income, rest: Array.from(rest, String), other }), 'income')).toEqual([
      'linear rest+other 400/400',
    ])
  })

  it('a band that leaves a tenth of the values for a record', () => {
    const sorted = income.slice().sort()
    const band = income.map((one) => Math.floor((sorted.indexOf(one) * 10) / n))
    const [first] = openRelations(file({ income, band }), ['band'], ['income'])
    expect(first).toMatchObject({ kind: 'band', open: ['band'], masked: 'income' })
    expect(first.narrowedTo).toBeCloseTo(0.1, 10)
  })

  it('a copy, despite one huge value', () => {
    const huge = income.slice()
    huge[7] = 9_999_999_999
    const [first] = found(file({ huge, yearly: huge.map((one) => 12 * one), noise: uniforms(n, 6) }), 'huge')
    expect(first).toBe('linear yearly 400/400')
  })

  it('a copy with half of the values missing, in the other half', () => {
    const half = income.map((one, i) => (i % 2 === 0 ? 12 * one : nan))
    const [first] = openRelations(file({ income, half }), ['half'], ['income'])
    expect(first.recovered).toBe(200)
    expect(first.share).toBe(0.5)
  })

  it('a copy in twelve records', () => {
    const few = income.slice(0, 12)
    expect(found(file({ few, copy: few.slice(), noise: uniforms(12, 7) }), 'few')[0]).toBe('copy copy 12/12')
    expect(found(file({ few, yearly: few.map((one) => 12 * one) }), 'few')[0]).toBe('linear yearly 12/12')
  })

  it('a column that determines its zeros, if most values are zero', () => {
    const wage = income.map((one, i) => (i % 5 === 0 ? one : 0))
    const works = Array.from(wage, (one) => (one > 0 ? 'yes' : 'no'))
    const [first] = openRelations(file({ wage, works }), ['works'], ['wage'])
    expect(first).toMatchObject({ kind: 'band', recovered: 320 })
  })
})

describe('a masked category is disclosed by', () => {
  const city = Array.from(uniforms(n, 8), (one) => `city ${Math.floor(40 * one)}`)
  const region = city.map((one) => `region ${Number(one.slice(5)) % 5}`)

  it('a finer one', () => {
    expect(found(file({ city, region }), 'region')).toEqual(['classes city 400/400'])
  })

  it('a coarser one, as a band', () => {
    const [first] = openRelations(file({ city, region }), ['region'], ['city'])
    expect(first).toMatchObject({ kind: 'band', open: ['region'], recovered: 0 })
    expect(first.narrowedTo).toBeCloseTo(0.2, 1)
  })

  it('a code of it, as text or number', () => {
    const code = region.map((one) => `0${one.slice(-1)}`)
    expect(found(file({ region, code }), 'region')).toEqual(['classes code 400/400'])
    const number = Float64Array.from(region, (one) => Number(one.slice(-1)))
    expect(found(file({ region, number }), 'region')).toEqual(['classes number 400/400'])
  })

  it('two columns together that disclose nothing alone', () => {
    const a = Array.from(uniforms(n, 9), (one) => String(Math.floor(6 * one)))
    const b = Array.from(uniforms(n, 10), (one) => String(Math.floor(6 * one)))
    const c = a.map((one, i) => String((Number(one) + Number(b[i])) % 6))
    const [first, ...more] = openRelations(file({ a, b, c }), ['a', 'b'], ['c'])
    expect(first).toMatchObject({ kind: 'classes', open: ['a', 'b'], masked: 'c' })
    // Some combinations have one record, and nothing can be learned from these.
    expect(first.share).toBeGreaterThan(0.9)
    expect(more).toEqual([])
  })

  it('a class, with its exceptions excluded', () => {
    const typed = region.map((one, i) => (i % 100 === 0 ? 'region 9' : one))
    const large = Array.from({ length: 20 }, () => typed).flat()
    const from = Array.from({ length: 20 }, () => region).flat()
    const [first] = openRelations(file({ large, from }), ['from'], ['large'])
    expect(first).toMatchObject({ kind: 'classes', recovered: 20 * 396 })
  })
})

describe('nothing is found', () => {
  it('in unrelated columns of every kind, in 40 files', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const size = [8, 30, 200, 1000][seed % 4]
      const rng = seededRng(`file ${seed}`)
      const draw = (one: () => number): Float64Array => Float64Array.from({ length: size }, one)
      const columns = Object.fromEntries(
        ['open', 'masked'].flatMap((which) => [
          [`${which} continuous`, draw(() => rng.normal())],
          [`${which} few`, draw(() => Math.floor(4 * rng.uniform()))],
          [`${which} zeros`, draw(() => (rng.uniform() < 0.9 ? 0 : Math.floor(1e4 * rng.uniform())))],
          [`${which} half`, draw(() => (rng.uniform() < 0.5 ? nan : rng.normal()))],
          [`${which} huge`, draw(() => (rng.uniform() < 0.01 ? 9_999_999_999 : Math.round(1000 * rng.uniform())))],
          [
            `${which} rare`,
            Array.from(
              draw(() => rng.uniform()),
              (one) => (one < 0.02 ? 'yes' : 'no'),
            ),
          ],
          [
            `${which} codes`,
            Array.from(
              draw(() => rng.uniform()),
              (one) => `0${Math.floor((one * size) / 3)}`,
            ),
          ],
        ]),
      )
      const data = file(columns)
      expect(found(data, ...data.names.filter((name) => name.startsWith('masked')))).toEqual([])
    }
  })

  it('in columns related like those of typical people', () => {
    const rng = seededRng('related')
    const age = Float64Array.from({ length: 2000 }, () => Math.floor(18 + 60 * rng.uniform()))
    const pay = age.map((one) => Math.round(1000 * (20 + one / 3 + 8 * rng.normal())))
    const married = Array.from(age, (one) => (rng.uniform() < (one - 10) / 80 ? 'yes' : 'no'))
    const education = Float64Array.from(pay, (one) => Math.round(one / 12_000 + rng.normal()))
    const data = file({ age, pay, married, education })
    for (const name of data.names) expect(found(data, name)).toEqual([])
  })

  it('in a column merely because all its values differ', () => {
    const id = Array.from({ length: n }, (_, i) => `p${i}`)
    const region = Array.from(uniforms(n, 11), (one) => (one < 0.5 ? 'north' : 'south'))
    expect(found(file({ id, income, region }), 'income', 'region')).toEqual([])
  })

  it('in constant, empty or no columns and records', () => {
    const data = file({
      one: Float64Array.of(1, 1, 1),
      none: Float64Array.of(nan, nan, nan),
      x: Float64Array.of(1, 2, 3),
    })
    expect(found(data, 'x')).toEqual([])
    expect(found(data, 'one', 'none')).toEqual([])
    expect(openRelations(data, [], ['x'])).toEqual([])
    expect(openRelations(file({ x: new Float64Array(0), y: new Float64Array(0) }), ['y'], ['x'])).toEqual([])
  })
})

it('the order of the columns and of the records changes nothing in the result', () => {
  const data = file({ income, rest, other, noise: uniforms(n, 12) })
  const turned = file({
    noise: uniforms(n, 12).reverse(),
    other: other.slice().reverse(),
    rest: rest.slice().reverse(),
    income: income.slice().reverse(),
  })
  const sets = (one: Dataset): string[] =>
    found(one, 'income').map((line) => line.split(' ')[1].split('+').sort().join())
  expect(sets(turned)).toEqual(sets(data))
})

it('looks at 20 columns of 100,000 records in bounded work', () => {
  const rows = 100_000
  const columns = Object.fromEntries(
    Array.from({ length: 20 }, (_, j): [string, Float64Array] => {
      const draws = uniforms(rows, 100 + j)
      return [`c${j}`, j % 2 === 0 ? draws : draws.map((one) => Math.floor(30 * one))]
    }),
  )
  columns.sum = columns.c0.map((one, i) => one + columns.c2[i])
  const started = cpuSeconds()
  expect(found(file(columns), 'c0', 'c4', 'c5')).toEqual(['linear c2+sum 100000/100000'])
  // Takes a fraction of a second on an idle machine; a search over all records and pairs would take minutes.
  expect(cpuSeconds() - started).toBeLessThan(15)
})

it('counts exact agreement from three records on, but not by chance', () => {
  const bonus = income.map((one, i) => (i % 100 === 7 ? one : 3))
  const data = dataset([
    ['income', numeric(income)],
    ['bonus', numeric(bonus)],
    ['few', numeric(income.map((one, i) => (i === 5 || i === 9 ? one : -i)))],
    ['digit', numeric(income.map((_, i) => i % 7))],
  ])
  expect(found(data, 'income')).toEqual(['copy bonus 4/400'])
})
