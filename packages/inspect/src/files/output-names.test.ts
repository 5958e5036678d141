import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  manifestName,
  manifestNames,
  nameLike,
  namesText,
  numberedName,
  outputNames,
  withoutFolders,
} from './output-names.js'

describe('output names', () => {
  it('are in the folder of the output', () => {
    expect(outputNames('a/out.csv', 1)).toEqual(['a/out.csv'])
    expect(outputNames('a/out.csv', 3)).toEqual(['a/out.1.csv', 'a/out.2.csv', 'a/out.3.csv'])
    expect(manifestName('a.b/out.csv')).toBe('a.b/out.manifest.json')
    expect(manifestNames('out.2.csv')).toEqual(['out.2.manifest.json', 'out.manifest.json'])
    expect(manifestName('out.csv.gz')).toBe('out.manifest.json')
    expect(manifestNames('out.csv')).toEqual(['out.manifest.json'])
    expect(namesText(['a', 'b', 'c'])).toBe('a, b, c')
    expect(namesText(['a', 'b', 'c', 'd'])).toBe('a to d (4 files)')
  })

  it('have the format of another file, or the nearest format that can be written', () => {
    const made = ['d/a.sav', 'a.csv.gz', 'a.sas7bdat', 'a.por', 'a.xls', '-', 'a'].map((data) =>
      nameLike('again', data),
    )
    expect(made).toEqual(['again.sav', 'again.csv.gz', 'again.xpt', 'again.sav', 'again.csv', 'again.csv', 'again.csv'])
  })

  it('are split like paths', () => {
    const part = fc.stringMatching(/^[a-z.]{1,6}$/).filter((one) => !/^\.+$/.test(one))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
        const name = parts.join('/')
        const last = posix.extname(name)
        const end = last === '.gz' ? posix.extname(name.slice(0, -3)) + last : last
        expect(numberedName(name, 2)).toBe(`${name.slice(0, name.length - end.length)}.2${end}`)
        expect(withoutFolders(name)).toBe(posix.basename(name))
      }),
    )
  })
})
