import { describe, expect, it } from 'vitest'
import { entryNames, zipped } from './zip.js'

describe('names in a zip file', () => {
  it('are names in one folder, for any input', () => {
    expect(entryNames(['public.csv', 'Größe 2.csv', 'public.manifest.json'])).toEqual([
      'public.csv',
      'Größe 2.csv',
      'public.manifest.json',
    ])
    expect(entryNames(['../../x.csv', '/etc/passwd', '..\\..\\x.csv', 'C:\\x.csv'])).toEqual([
      '__.._x.csv',
      '_etc_passwd',
      '__.._x (2).csv',
      'C__x.csv',
    ])
    expect(entryNames(['..', '', 'nul.csv', 'a\u0000b\u001B[2J\u202E.csv', 'a. '])).toEqual([
      '_',
      '_ (2)',
      '_nul.csv',
      'a_b_[2J_.csv',
      'a',
    ])
    expect(entryNames(['a.csv', 'A.CSV', 'a.csv'])).toEqual(['a.csv', 'A (2).CSV', 'a (3).csv'])
  })

  it('are in the file', async () => {
    const parts: Blob[] = []
    await zipped([{ name: '../evil.csv', pieces: [new TextEncoder().encode('a\n1\n')] }], (part) => {
      parts.push(part)
      return Promise.resolve()
    })
    const text = await new Blob(parts).text()
    expect(text.split('__evil.csv')).toHaveLength(3)
    expect(text).not.toContain('../')
  })
})
