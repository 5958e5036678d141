import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textTable } from './text-table.js'
import { wrapped } from './wrapped.js'

describe('textTable', () => {
  it('aligns names and cells, without trailing blanks', () => {
    const text = textTable(
      [
        { name: 'mask', align: 'left' },
        { name: 'ours', align: 'right' },
      ],
      [
        ['ADD', '1.5'],
        ['a long one', '10'],
      ],
    )
    expect(text.split('\n')).toEqual(['mask        ours', '──────────  ────', 'ADD          1.5', 'a long one    10'])
  })

  it('puts the name of a group over its columns', () => {
    const right = 'right' as const
    const text = textTable(
      [
        { name: 'ID', align: 'right' },
        { group: 'Z', name: 'ours', align: right },
        { group: 'Z', name: 'printed', align: right },
      ],
      [['1', '1122', '1122']],
    )
    expect(text.split('\n')).toEqual([
      '    ───── Z ─────',
      'ID  ours  printed',
      '──  ────  ───────',
      ' 1  1122     1122',
    ])
  })

  it('widens a column for a long group name', () => {
    const text = textTable([{ group: 'a rather long name', name: 'x', align: 'right' }], [['1']])
    expect(new Set(text.split('\n').map((line) => line.length))).toEqual(new Set([18]))
  })

  it('has a head and a rule even without rows', () => {
    expect(textTable([{ name: 'n', align: 'right' }], [])).toBe('n\n─')
  })

  it('keeps every cell, in lines of one width where the last column is aligned to the right', () => {
    const cell = fc.stringMatching(/^[a-z0-9]{1,12}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 10 }), (rows) => {
        const lines = textTable(
          [
            { name: 'left', align: 'left' },
            { name: 'right', align: 'right' },
          ],
          rows,
        ).split('\n')
        expect(new Set(lines.map((line) => line.length)).size).toBe(1)
        expect(lines.slice(2).map((line) => line.split(/\s+/))).toEqual(rows)
      }),
    )
  })
})

describe('wrapped', () => {
  it('breaks at blanks, within the width, and loses no word', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), fc.integer({ min: 10, max: 60 }), (words, width) => {
        const lines = wrapped(words.join(' '), width).split('\n')
        expect(lines.join(' ').split(' ')).toEqual(words)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('leaves a word that is too long on a line of its own', () => {
    expect(wrapped('a abcdefghij b', 5)).toBe('a\nabcdefghij\nb')
  })
})
