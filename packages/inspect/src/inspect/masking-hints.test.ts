import { describe, expect, it } from 'vitest'
import { readCsv } from '@sdc/files'
import { maskingHints } from './masking-hints.js'

const csv = (names: string, row: (i: number) => readonly (number | string)[], rows = 60): string =>
  `${names}\n${Array.from({ length: rows }, (_, i) => row(i).join(',')).join('\n')}\n`
const hints = (text: string, masked: readonly string[], schema?: Parameters<typeof maskingHints>[2]): string =>
  maskingHints(readCsv(text).dataset, masked, schema)
    .map((one) => one.text)
    .join('\n')

describe('maskingHints', () => {
  it('warns of masked dates, codes for missing values, and codes of answers', () => {
    const text = csv('day,inc,item', (i) => [
      20230101 + 100 * (i % 12) + (i % 28),
      i % 7 === 0 ? -8 : 1000 + 37 * i,
      1 + (i % 5),
    ])
    expect(hints(text, ['day'])).toMatch(/dates as YYYYMMDD.*: day$/m)
    expect(hints(text, ['inc'])).toMatch(/missing.*inc -8 in 9 records/)
    expect(hints(text, [])).toBe('')
    expect(hints(text, ['item'], { columns: { item: { kind: 'numeric' } } })).not.toMatch(/codes of categories/)
  })

  it('warns only of equations that contain a masked column', () => {
    const text = csv('a,b,c,d', (i) => [
      i * 7 + ((i * i) % 11),
      (i * i) % 53,
      i * 7 + ((i * i) % 11) + ((i * i) % 53),
      (i * 31) % 17,
    ])
    expect(hints(text, ['c'])).toMatch(/equations that masking may break.*c = a \+ b/)
    expect(hints(text, ['d'])).not.toMatch(/equations/)
  })

  it('warns of values that the members of a household share', () => {
    const text = csv('hid,hhinc,age', (i) => [
      Math.floor(i / 3) + 100,
      1000 + 13 * ((Math.floor(i / 3) * 7) % 19),
      20 + ((i * 17) % 50),
    ])
    const schema = { columns: { hid: { role: 'household' as const } } }
    expect(hints(text, ['hhinc', 'age'])).toMatch(
      /mean over them undoes noise \(give hid the role household in the schema\): hhinc$/m,
    )
    // With the role household they get one masked value per household.
    expect(hints(text, ['hhinc', 'age'], schema)).not.toMatch(/household/)
    expect(hints(text, ['age'])).not.toMatch(/household/)
  })

  it('finds nothing in few records or if half of the values are missing', () => {
    for (const rows of [1, 2])
      expect(() =>
        hints(
          csv('a,b', (i) => [i, i % 2 === 0 ? '' : 2], rows),
          ['a', 'b'],
        ),
      ).not.toThrow()
  })
})
