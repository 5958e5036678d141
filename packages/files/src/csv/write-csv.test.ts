import {
  categorical,
  dataset,
  numeric,
  SdcError,
  takeRows,
  withColumns,
  type Dataset,
  type NumericColumn,
} from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from './read-csv.js'
import { csvContent, writeCsv } from './write-csv.js'

function replaced(text: string, name: string, values: readonly number[]): string {
  const file = readCsv(text)
  return writeCsv(file, withColumns(file.dataset, new Map([[name, numeric(values)]])))
}
function code(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof SdcError) return error.code
  }
  return 'none'
}

describe('identity', () => {
  it('reproduces the bytes of reordered records, with their columns', () => {
    const text = 'a;b\n1,50;"x"\n"2";y\n;"z;z" \n'
    const file = readCsv(text)
    const origin = Int32Array.of(2, 0, 0)
    expect(writeCsv(file, takeRows(file.dataset, origin), origin)).toBe('a;b\n;"z;z" \n1,50;"x"\n1,50;"x"\n')
  })
  it('is written in pieces of whole records, anew each time', () => {
    const text = `a,b\n${Array.from({ length: 40_000 }, (_, i) => `${i}.0,"v${i % 7}"\n`).join('')}`
    const file = readCsv(text)
    const content = csvContent(file, file.dataset)
    // A piece is valid until the next is requested.
    const texts = (): string[] => Array.from(content, (piece) => Buffer.from(piece).toString())
    const half = content[Symbol.iterator]()
    expect(half.next().done).toBe(false)
    expect(texts().length).toBeGreaterThan(1)
    expect(texts().every((piece) => piece.endsWith('\n'))).toBe(true)
    expect(texts().join('')).toBe(text)
  })
})

describe('a changed column', () => {
  it('keeps no text of the source, even if its value is unchanged', () => {
    // 1.50 is unchanged, 2.50 and 3.50 are exchanged: the file must not show which.
    expect(replaced('a,b\n1.50,1.50\n2.50,2.50\n3.50,3.50\n', 'a', [1.5, 3.5, 2.5])).toBe(
      'a,b\n1.5,1.50\n3.5,2.50\n2.5,3.50\n',
    )
  })
  it('writes a cell by its value only, whatever the source text', () => {
    const source = fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.nat(4), fc.boolean()), {
      minLength: 2,
      maxLength: 30,
    })
    fc.assert(
      fc.property(source, fc.context(), (cells, context) => {
        const texts = cells.map(([value, zeros, quoted]) => {
          const text = `${value}.5${'0'.repeat(zeros)}`
          return quoted ? `"${text}"` : text
        })
        const file = readCsv(`a\n${texts.join('\n')}\n`)
        const { values } = file.dataset.column('a') as NumericColumn
        const turned = Float64Array.from(values, (_, i) => values[(i + 1) % values.length])
        if (turned.every((value, i) => value === values[i])) return
        const out = writeCsv(file, dataset([['a', numeric(turned)]]))
        context.log(out)
        const quote = cells.every(([, , quoted]) => quoted) ? '"' : ''
        expect(out).toBe(`a\n${[...turned].map((value) => `${quote}${value}${quote}\n`).join('')}`)
      }),
    )
  })
  it('keeps no quotes of single cells, also for categories', () => {
    const file = readCsv('a,b\nx,1\n"y",2\nx,3\n"p,q",4\n')
    const data = withColumns(file.dataset, new Map([['a', categorical(['y', 'x', 'x', 'p,q'])]]))
    expect(writeCsv(file, data)).toBe('a,b\ny,1\nx,2\nx,3\n"p,q",4\n')
    const quoted = readCsv('a,b\n"x",1\n"y",2\n,3\n')
    expect(writeCsv(quoted, withColumns(quoted.dataset, new Map([['a', categorical(['y', 'z', null])]])))).toBe(
      'a,b\n"y",1\n"z",2\n,3\n',
    )
  })
  it('writes numbers that read back bit-equal', () => {
    const doubles = fc.array(fc.double({ noDefaultInfinity: true }), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(doubles, fc.constantFrom(',', ';'), (values, separator) => {
        const file = readCsv(['a', ...values.map((_, i) => i + 0.5)].join(`${separator}b\n`) + `${separator}b\n`, {
          separator,
          decimal: '.',
        })
        const column = numeric(values)
        const back = readCsv(writeCsv(file, withColumns(file.dataset, new Map([['a', column]]))), {
          separator,
          decimal: '.',
        })
        const read = (back.dataset.column('a') as NumericColumn).values
        return values.every((value, i) => Object.is(value, read[i]))
      }),
    )
    expect(replaced('a,b\n1,1\n2,2\n3,3\n', 'a', [-0, 1e21, 2 ** 60])).toBe(
      'a,b\n-0,1\n1e+21,2\n1.152921504606847e+18,3\n',
    )
  })
  it('writes decimal commas if the file has them', () => {
    expect(replaced('a;b\n1,50;1\n2,5;2\n', 'a', [0.25, 1e-7])).toBe('a;b\n0,25;1\n1e-7;2\n')
    const file = readCsv('a,b\n"1,50",1\n"2,5",2\n', { decimal: ',' })
    expect(writeCsv(file, withColumns(file.dataset, new Map([['a', numeric([2.5, 3])]])))).toBe('a,b\n"2,5",1\n"3",2\n')
  })
  it('refuses infinite values', () => {
    expect(code(() => replaced('a\n1\n', 'a', [Infinity]))).toBe('NOT_NUMERIC')
  })
})

describe('missing cells', () => {
  it('keep their text if they stay missing; new ones get the code of the column', () => {
    expect(replaced('a,b\n"NA",1\n,2\n3,3\n4,4\n', 'a', [NaN, NaN, 9, NaN])).toBe('a,b\n"NA",1\n,2\n9,3\n"NA",4\n')
  })
  it('get the code of the file in a column that had none', () => {
    expect(replaced('a,b\n1,1\n2,NA\n', 'a', [NaN, 2])).toBe('a,b\nNA,1\n2,NA\n')
    expect(replaced('a,b\n1,1\n2,2\n', 'a', [NaN, 2])).toBe('a,b\n,1\n2,2\n')
    const file = readCsv('a\n1\n2\n', { missing: ['.'] })
    expect(writeCsv(file, dataset([['a', numeric([NaN, 2])]]))).toBe('a\n.\n2\n')
  })
  it('get one text if missing cells were moved, to hide which', () => {
    expect(replaced('a,b\nNA,1\n,2\n3,3\n', 'a', [3, NaN, NaN])).toBe('a,b\n3,1\nNA,2\nNA,3\n')
  })
  it('are still records at the end of a file of one column', () => {
    expect(replaced('a\n1\n2\n', 'a', [1, NaN])).toBe('a\n1\n""\n')
    const file = readCsv('a\n\n2\n')
    const origin = Int32Array.of(1, 0)
    const text = writeCsv(file, takeRows(file.dataset, origin), origin)
    expect(text).toBe('a\n2\n""\n')
    expect(readCsv(text).dataset.rows).toBe(2)
  })
})

describe('columns and records', () => {
  it('may be added and removed', () => {
    const file = readCsv('"a",b\r\n1.0,x\r\n2,y')
    const data = withColumns(
      file.dataset,
      new Map([
        ['b', null],
        ['new, too', categorical(['p"q', null])],
      ]),
    )
    expect(writeCsv(file, data)).toBe('"a","new, too"\r\n1.0,"p""q"\r\n2,')
    expect(writeCsv(file, takeRows(file.dataset, new Int32Array()), new Int32Array())).toBe('"a",b')
  })
  it('are written plainly without a source', () => {
    const data: Dataset = dataset([
      ['a', numeric([1, NaN])],
      ['b', categorical(['x', 'y,z'])],
    ])
    expect(writeCsv(undefined, data)).toBe('a,b\n1,x\n,"y,z"\n')
  })
  it('count as changed throughout without an origin', () => {
    const file = readCsv('a\n1.50\n2.50\n')
    expect(writeCsv(file, file.dataset, Int32Array.of(0, -1))).toBe('a\n1.5\n2.5\n')
  })
  it('must match each other', () => {
    const file = readCsv('a\n1\n2\n')
    const one = takeRows(file.dataset, Int32Array.of(0))
    expect(code(() => writeCsv(file, one))).toBe('LENGTH_MISMATCH')
    expect(code(() => writeCsv(file, one, Int32Array.of(0, 1)))).toBe('LENGTH_MISMATCH')
    expect(code(() => writeCsv(file, one, Int32Array.of(2)))).toBe('LENGTH_MISMATCH')
  })
  it('keep a carriage return that moves to the end of a line', () => {
    const file = readCsv('a,b\nx\ry,1\nz\r,2\n')
    const text = writeCsv(file, withColumns(file.dataset, new Map([['b', null]])))
    const again = readCsv(text).dataset.column('a')
    expect(again).toMatchObject({ levels: ['x\ry', 'z\r'] })
  })
})
