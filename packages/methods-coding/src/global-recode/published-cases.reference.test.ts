/**
 * Compares recoding and coding with another program (packages/testing/reference/recoding/recode.json), case by case.
 * Its classes (a, b] are closed at the right, ours at the left. They equal our classes [a⁺, b⁺), where a⁺ is the least
 * double above a. With given breaks it makes outside values missing; with a number of breaks its first class includes
 * the lower end, too. Our open ends include all these values, and so do closed ends that begin at that end.
 */
import {
  categorical,
  dataset,
  maskInput,
  numeric,
  numericValues,
  resolveParams,
  type Column,
  type Dataset,
} from '@sdc/core'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { reference } from '@sdc/testing/reference'
import { codeTails } from '../tails.js'
import { numbers, run } from '../testing.fixture.js'
import { topBottomMethod } from '../top-bottom.js'
import { globalRecodeMethod } from './global-recode.js'
import { maskByPlan } from '@sdc/toolkit'

const file = 'recoding/recode.json'

/** The least double above a number. */
function next(value: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value + 0)
  const bits = view.getBigInt64(0)
  view.setBigInt64(0, value === 0 ? 1n : value > 0 ? bits + 1n : bits - 1n)
  return view.getFloat64(0)
}

/** Breaks with which each number is in the same class as in `(a,b]`. */
function shiftedBreaks(levels: readonly string[]): number[] {
  const ends = levels.map((level) => level.slice(1, -1).split(',').map(Number))
  return [ends[0][0], ...ends.map(([, to]) => to)].map(next)
}

async function classesBy(column: Column, breaks: readonly number[], closed: boolean): Promise<Int32Array> {
  const result = await run(globalRecodeMethod, { x: column }, { breaks, closed })
  const made = result.files[0].columns.get('x')
  return made?.kind === 'categorical' ? made.codes : expect.fail('no classes')
}

function counted(codes: Int32Array, classes: number): number[] {
  return Array.from({ length: classes }, (_, own) => codes.filter((code) => code === own).length)
}

const digest = (values: ArrayLike<number>): string =>
  createHash('sha256').update(Array.from(values).join(',')).digest('hex')

/** A column of whole numbers of a file that does not belong to the project. */
function outside(csv: string, name: string): Column {
  const [names, ...rows] = readFileSync(pathOf(csv), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return numeric(rows.map((row) => Number(row[names.indexOf(name)])))
}

const cut = [...[1, 4, 10].flatMap((m) => [`equidistant_${m}`, `logEqui_${m}`, `equalAmount_${m}`]), 'breaks'].map(
  (name) => `globalRecode_${name}`,
)

describe('numbers made for the purpose', () => {
  it('(a, b] is [a⁺, b⁺)', async () => {
    const breaks = shiftedBreaks(['(-1,10]', '(10,20]', '(20,40.5]'])
    expect(breaks[1]).toBeGreaterThan(10)
    const values = numeric([0, 10, 10.001, 11, 20, 20.5, 40.5, 10 + 2 ** -49, 10 + 2 ** -48])
    expect([...(await classesBy(values, breaks, true))]).toEqual([0, 0, 1, 1, 1, 2, 2, 1, 1])
    await expect(classesBy(numeric([0, 41]), breaks, true)).rejects.toThrow(/the value 41 of column "x", record 2/)
    expect([...(await classesBy(numeric([-5, 0, 41, 77]), breaks, false))]).toEqual([0, 0, 2, 2])
    expect(next(-1)).toBe(-1 + 2 ** -53)
    expect(next(0)).toBe(5e-324)
  })

  it('a value beyond a threshold becomes the threshold; one on it stays, and so does a missing one', () => {
    const { input, output } = reference(file, 'topBotCoding_NA')
    const x = Float64Array.from(input.params.x as (number | null)[], (one) => one ?? Number.NaN)
    const { values } = codeTails(x, { bottom: -Infinity, top: input.params.value as number })
    expect(Array.from(values, (one) => (Number.isNaN(one) ? null : one))).toEqual(output)
  })
})

describe.runIf(haveData('testdata.csv'))('testdata.csv', () => {
  const columnOf = (id: string): Column => outside('testdata.csv', reference(file, id).input.columns[0])

  it.each(cut)('%s: the same class for every record', async (id) => {
    const { levels, counts, codesDigest } = reference(file, id).output as {
      levels: string[]
      counts: number[]
      codesDigest: string
    }
    const column = columnOf(id)
    const codes = await classesBy(column, shiftedBreaks(levels), false)
    expect(counted(codes, levels.length)).toEqual(counts)
    expect(digest(codes.map((code) => code + 1))).toBe(codesDigest)
    // Its first class begins at or below the least value: our closed ends include all values, too.
    const [first, ...rest] = shiftedBreaks(levels)
    const least = Math.min(...numericValues(dataset([['x', column]]), 'x'))
    const last = Math.max(rest.at(-1) ?? 0, ...numericValues(dataset([['x', column]]), 'x'))
    const ends = [Math.min(first, least), ...rest.slice(0, -1), last]
    expect(await classesBy(column, ends, true)).toEqual(codes)
  })

  it('globalRecode_breaks_outside: values missing there are refused by closed ends, and are in the end classes of open ones', async () => {
    const { levels, counts, n_NA } = reference(file, 'globalRecode_breaks_outside').output as {
      levels: string[]
      counts: number[]
      n_NA: number
    }
    const column = columnOf('globalRecode_breaks_outside')
    const breaks = shiftedBreaks(levels)
    await expect(classesBy(column, breaks, true)).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      place: { row: 1, column: 'x' },
    })
    const open = counted(await classesBy(column, breaks, false), 3)
    expect(open[1]).toBe(counts[1])
    expect(open[0] - counts[0] + open[2] - counts[2]).toBe(n_NA)
  })

  it('groupAndRename: two levels become one, the others stay', async () => {
    const { levels, counts } = reference(file, 'groupAndRename').output as { levels: string[]; counts: number[] }
    const others = levels.slice(1).map((level) => [level, level])
    const map = [['1', '1_2'], ['2', '1_2'], ...others]
    const result = await run(globalRecodeMethod, { relat: columnOf('groupAndRename') }, { map })
    const made = result.files[0].columns.get('relat')
    if (made?.kind !== 'categorical') return expect.fail('no classes')
    expect(made.levels).toEqual(levels)
    expect(counted(made.codes, levels.length)).toEqual(counts)
    // The same for categories, whose levels are in the order of their first records.
    const { values } = columnOf('groupAndRename') as { values: Float64Array }
    const texts = { relat: categorical(Array.from(values, String)) }
    const labelled = await run(globalRecodeMethod, texts, { map })
    const table = labelled.report?.get('classes of relat') as Dataset
    const by = table.column('class') as { levels: readonly string[] }
    const records = numericValues(table, 'records')
    expect(levels.map((level) => records[by.levels.indexOf(level)])).toEqual(counts)
  })

  it('topBotCoding_testdata_age_80_81: the same records, to the threshold', async () => {
    const { n_changed, range } = reference(file, 'topBotCoding_testdata_age_80_81').output as {
      n_changed: number
      range: number[]
    }
    const age = columnOf('topBotCoding_testdata_age_80_81')
    const result = await run(topBottomMethod, { age }, { top: 80 })
    expect(result.report?.get('values in the top tail of age')).toBe(n_changed)
    const coded = numbers(result, 'age')
    expect([Math.min(...coded), Math.max(...coded)]).toEqual([range[0], 80])
  })
})

describe.runIf(haveData('free1.csv'))('free1.csv', () => {
  const debts = (): Column => outside('free1.csv', 'DEBTS')

  it('topBotCoding_free1_DEBTS_top: the same records, which become the threshold instead of another number', async () => {
    const { n_changed, resultDigest } = reference(file, 'topBotCoding_free1_DEBTS_top').output as {
      n_changed: number
      resultDigest: string
    }
    const column = debts()
    const result = await run(topBottomMethod, { debts: column }, { top: 9000 })
    const { values } = column as { values: Float64Array }
    const theirs = numbers(result, 'debts').map((one, i) => (one === values[i] ? one : 9100))
    // Four values of the tail equalled the other number before.
    expect(theirs.filter((one, i) => one !== values[i])).toHaveLength(n_changed)
    expect(result.report?.get('values in the top tail of debts')).toBe(n_changed + 4)
    expect(digest(theirs)).toBe(resultDigest)
  })

  it('topBotCoding_free1_DEBTS_bottom: no value is below the threshold, and a message reports it', async () => {
    const { output } = reference(file, 'topBotCoding_free1_DEBTS_bottom')
    const input = maskInput(dataset([['debts', debts()]]), {
      params: resolveParams(topBottomMethod.params, { bottom: 100 }),
    })
    expect(output.n_changed).toBe(0)
    await expect((async () => maskByPlan(topBottomMethod, input))()).rejects.toMatchObject({ code: 'NOTHING_MOVES' })
  })
})
