import { describe, expect, it } from 'vitest'
import { areDateNumbers, dateForm } from './dates.js'

describe('dateForm', () => {
  it.each([
    [['2020-02-29', '1999-12-31T23:59:59Z'], 'YYYY-MM-DD', false],
    [['31.12.1999', '01.02.2003'], 'DD.MM.YYYY', false],
    [['12/31/1999', '01/02/2003'], 'MM/DD/YYYY', false],
    [['01/02/2003', '12/11/1999'], 'DD/MM/YYYY', true],
    [['3 Jan 2001', '14-mars-2002'], 'day, month by name, year', false],
    [['08:15', '23:59:01'], 'HH:MM', false],
  ])('reads %j as %s', (texts, form, isAmbiguous) => {
    expect(dateForm(texts)).toMatchObject({ form, isAmbiguous })
  })

  it.each([[['2021-02-29']], [['13/13/2000']], [['2020-01-01', 'later']], [['1.5', '2.5']], [['45:10']], [[]]])(
    'takes %j for no dates',
    (texts) => {
      expect(dateForm(texts)).toBeUndefined()
    },
  )
})

describe('areDateNumbers', () => {
  it('knows a calendar', () => {
    expect(areDateNumbers([19990101, 20200229])).toBe(true)
    expect(areDateNumbers([19990101, 20210229])).toBe(false)
    expect(areDateNumbers([19991301, 19990101])).toBe(false)
    expect(areDateNumbers([20200101])).toBe(false)
  })
})
