import { describe, expect, it } from 'vitest'
import { counted, share, sizeText, whole } from './counted.js'

describe('texts of numbers', () => {
  it('group thousands, and use singular and plural', () => {
    expect(whole(1234567)).toBe('1,234,567')
    const numbers = [0, 7, 999, 1000, 65_536, 100_000, 1e9, -1234]
    expect(numbers.map(whole)).toEqual(numbers.map((value) => value.toLocaleString('en')))
    expect([counted(1, 'record'), counted(1080, 'record')]).toEqual(['1 record', '1,080 records'])
  })

  it('never round a few to none, nor nearly all to all', () => {
    expect([share(0, 10), share(1, 1000), share(5, 10), share(999, 1000), share(10, 10)]).toEqual([
      '0 %',
      'under 1 %',
      '50 %',
      'over 99 %',
      '100 %',
    ])
    expect(share(0, 0)).toBe('0 %')
  })

  it('give sizes in a suitable unit', () => {
    expect([930, 9300, 74_512, 2.5e6, 4e9].map(sizeText)).toEqual(['930 bytes', '9.3 kB', '75 kB', '2.5 MB', '4.0 GB'])
  })
})
