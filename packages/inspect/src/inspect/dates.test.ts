import { describe, expect, it } from 'vitest'
import { areDateNumbers, dateForm, isDateCode, wrongDateNumbers } from './dates.js'

describe('dateForm', () => {
  it.each([
    [['2020-02-29', '1999-12-31T23:59:59Z'], 'YYYY-MM-DD', false],
    [['31.12.1999', '01.02.2003'], 'DD.MM.YYYY', false],
    [['12/31/1999', '01/02/2003'], 'MM/DD/YYYY', false],
    [['01/02/2003', '12/11/1999'], 'DD/MM/YYYY', true],
    [['3 Jan 2001', '14 March 2002'], 'D MON YYYY', false],
    [['08:15', '23:59'], 'hh:mm', false],
    [['20.3.1999', '1.2.2003'], 'D.M.YYYY', false],
    [['20.3.99', '1.2.03'], 'D.M.YY', false],
    [['2020-01', '2021-12'], 'YYYY-MM', false],
    [['31.12.1999 23:59', '01.02.2003 00:00'], 'DD.MM.YYYY hh:mm', false],
    [['3 Jan 2001', '14-mars-2002'], 'day, month by name, year', false],
  ])('reads %j as %s', (texts, form, isAmbiguous) => {
    expect(dateForm(texts)).toMatchObject({ form, isAmbiguous })
  })

  it.each([[['2021-02-29']], [['13/13/2000']], [['2020-01-01', 'later']], [['1.5', '2.5']], [['45:10']], [[]]])(
    'reads %j as no dates',
    (texts) => {
      expect(dateForm(texts)).toBeUndefined()
    },
  )
})

describe('a column with a few impossible dates', () => {
  const day = (i: number): string =>
    `${String((i % 28) + 1).padStart(2, '0')}.${String((i % 12) + 1).padStart(2, '0')}.2020`
  const dates = Array.from({ length: 84 }, (_, i) => day(i))

  it('are named', () => {
    const form = dateForm([...dates, '30.02.1931', '2020', 'soon'])
    expect(form).toMatchObject({ form: 'DD.MM.YYYY', isAmbiguous: false, schema: { kind: 'date' } })
    expect(form?.wrong).toEqual(['30.02.1931', '2020', 'soon'])
  })

  it('prevent a column of dates if there are many', () => {
    expect(dateForm([...dates, '31.02.1931', '30.02.1931', 'a', 'b', 'c', 'd'])).toBeUndefined()
  })

  it('may occur among dates as numbers', () => {
    const numbers = Array.from({ length: 40 }, (_, i) => 20200101 + (i % 28) + 100 * (i % 12))
    expect(areDateNumbers([...numbers, 19310230])).toBe(true)
    expect(wrongDateNumbers([...numbers, 19310230])).toEqual([19310230])
    expect(areDateNumbers([...numbers, 19310230, 1, 2])).toBe(false)
  })
})

describe('areDateNumbers', () => {
  it('respects the calendar', () => {
    expect(areDateNumbers([19990101, 20200229])).toBe(true)
    expect(areDateNumbers([19990101, 20210229])).toBe(false)
    expect(areDateNumbers([19991301, 19990101])).toBe(false)
    expect(areDateNumbers([20200101])).toBe(false)
  })
})

describe('isDateCode', () => {
  it.each(['99999999', '00.00.0000', '0000-00-00', '9999-12-31', '31.12.9999', '99991231', '99.99.9999'])(
    'accepts %s as a code',
    (text) => expect(isDateCode(text)).toBe(true),
  )

  it.each(['2020-01-01', '09.09.1999', '20240131', '0', '99'])('accepts %s as a value', (text) =>
    expect(isDateCode(text)).toBe(false),
  )
})
