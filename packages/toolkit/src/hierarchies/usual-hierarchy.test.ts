import { categorical, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { automaticHierarchy } from './automatic-hierarchy.js'
import { usualHierarchy } from './usual-hierarchy.js'

const of = (values: readonly string[]): ReturnType<typeof usualHierarchy> => usualHierarchy(categorical(values))
const counted = (n: number, text: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => text(i))

describe('a hierarchy made from text', () => {
  it('codes: by prefix, without levels that merge nothing', () => {
    const zips = of(counted(30, (i) => String(8000 + i * 7)))
    expect(zips?.find(([zip]) => zip === '8007')).toEqual(['8007', '800*', '80**', '8***', '*'].toSpliced(3, 1))
    const nace = of(counted(40, (i) => `${'BC'[i % 2]}${10 + (i % 5)}${i % 8}`))
    expect(nace?.[0]).toEqual(['B100', 'B10*', 'B1**', '*'])
    // The last character is equal for all codes of a prefix: that level is left out.
    expect(of(counted(30, (i) => `${'AB'[i % 2]}${10 + i}0`))?.[0]).toEqual(['A100', 'A1**', 'A***', '*'])
  })

  it('dates: month, year, 5 and 10 years', () => {
    const dates = of(counted(900, (i) => new Date(Date.UTC(1998, 0, 1 + i * 9)).toISOString().slice(0, 10)))
    expect(dates?.[0]).toEqual(['1998-01-01', '1998-01', '1998', '1995-1999', '1990-1999', '*'])
    expect(dates?.at(-1)).toEqual(['2020-02-26', '2020-02', '2020', '2020-2024', '2020-2029', '*'])
  })

  it.each([
    ['twenty levels', counted(20, (i) => `a${10 + i}`)],
    ['texts of several lengths', counted(30, (i) => `a${i}`)],
    ['texts with other characters', counted(30, (i) => `a-${10 + i}`)],
    ['codes with nothing in common', counted(30, (i) => String.fromCharCode(0x4e00 + i, 0x4e00 + i))],
    ['single characters', counted(30, (i) => String.fromCharCode(0x4e00 + i))],
  ])('is none of %s', (_, values) => {
    expect(of(values)).toBeUndefined()
  })

  it('does not exist for numbers and ordered categories; a text that is not a valid day is not a date', () => {
    expect(usualHierarchy(numeric(counted(30, String).map(Number)))).toBeUndefined()
    const codes = counted(30, (i) => `c${10 + i}`)
    expect(usualHierarchy(categorical(codes, codes))).toBeUndefined()
    expect(of([...counted(30, (i) => `2024-01-${10 + (i % 20)}`), '2024-02-31'])).toBeUndefined()
  })

  it('is the automatic hierarchy of such a column', () => {
    const { levels, fromText, words } = automaticHierarchy(categorical(counted(30, (i) => `c${10 + i}`)))
    expect([fromText, levels.map(({ labels }) => labels.length)]).toEqual([true, [30, 3, 1]])
    expect(words).toBe('made from the text: c10, c1*, *')
  })
})
