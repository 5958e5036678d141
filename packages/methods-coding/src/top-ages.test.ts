import { dataset, isoNumber, isoText, maskInput, numeric, resolveParams, seededRng, type TimeKind } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { numbers, run } from './testing.fixture.js'
import { topAges } from './top-ages.js'
import { topBottomMethod } from './top-bottom.js'

const at = (ageAt: string): unknown => {
  const { bottom = Number.NaN, value } = topAges('date', { topAge: 89, ageAt }, { column: 'birth' })
  return [isoText('date', bottom - 1), isoText('date', value)]
}

/** Masks a column of dates or times. */
async function ofTimes(time: TimeKind, texts: readonly string[], given: Readonly<Record<string, unknown>>) {
  const data = dataset([['birth', numeric(texts.map((text) => isoNumber(time, text)))]])
  const params = resolveParams(topBottomMethod.params, given, { method: topBottomMethod.id })
  const roles = { keys: [], confidential: [], given: [], identifiers: [], times: new Map([['birth', time]]) }
  const result = await maskByPlan(topBottomMethod, maskInput(data, { params, rng: seededRng(1), roles }))
  return { texts: numbers(result, 'birth').map((value) => isoText(time, value)), report: result.report }
}

describe('topAge', () => {
  it('makes one category of all ages above it', async () => {
    const result = await run(topBottomMethod, { age: numeric([3, 89, 90, 97, Number.NaN, 104]) }, { topAge: 89 })
    expect(numbers(result, 'age')).toEqual([3, 89, 90, 90, Number.NaN, 90])
    expect([...(result.report ?? [])]).toEqual([
      ['values older than 89 of age', 3],
      ['released value of age', 90],
    ])
  })

  it('finds the last birthday of people of 90 at the reference date, leap days included', () => {
    expect(at('2024-12-31')).toEqual(['1934-12-31', '1934-01-01'])
    expect(at('2024-06-15')).toEqual(['1934-06-15', '1934-01-01'])
    // Nobody was born on 29 February 1934; people born on 1 March are 90 a day later.
    expect(at('2024-02-29')).toEqual(['1934-02-28', '1934-01-01'])
    // Born on 29 February 1936: 90 on 1 March 2026.
    expect(at('2026-02-28')).toEqual(['1936-02-28', '1936-01-01'])
  })

  it('gives people of 90 and more one date of birth', async () => {
    const born = ['1920-03-04', '1934-06-15', '1934-06-16', '2001-01-01']
    const { texts, report } = await ofTimes('date', born, { topAge: 89, ageAt: '2024-06-15' })
    expect(texts).toEqual(['1934-01-01', '1934-01-01', '1934-06-16', '2001-01-01'])
    expect(report?.get('values older than 89 at 2024-06-15 of birth')).toBe(2)
    expect(report?.get('released value of birth')).toBe('1934-01-01')
    const times = ['1934-06-15T23:59:59', '1934-06-16T00:00:00']
    const inSeconds = await ofTimes('datetime', times, { topAge: 89, ageAt: '2024-06-15' })
    expect(inSeconds.texts).toEqual(['1934-01-01T00:00:00', '1934-06-16T00:00:00'])
  })

  it('requires the reference date for dates of birth, and refuses times of the day', async () => {
    const missing = { code: 'BAD_PARAMETER', place: { column: 'birth', parameter: 'ageAt' } }
    await expect(ofTimes('date', ['1920-03-04'], { topAge: 89 })).rejects.toMatchObject(missing)
    await expect(ofTimes('date', ['1920-03-04'], { topAge: 89, ageAt: '31.12.2024' })).rejects.toMatchObject(missing)
    await expect(ofTimes('time', ['12:00:00'], { topAge: 89, ageAt: '2024-06-15' })).rejects.toMatchObject({
      place: { parameter: 'topAge' },
    })
  })

  it('reports thresholds of dates as dates, and takes them as texts', async () => {
    const { texts, report } = await ofTimes('date', ['2024-01-01', '2024-05-01', '2024-12-31'], {
      topLevel: '2024-06-30',
    })
    expect(texts).toEqual(['2024-01-01', '2024-05-01', '2024-06-30'])
    expect(report?.get('top threshold of birth')).toBe('2024-06-30')
    await expect(ofTimes('date', ['2024-01-01'], { topLevel: 'June' })).rejects.toMatchObject({
      message: '"June" is not a date for column "birth"',
    })
  })
})
