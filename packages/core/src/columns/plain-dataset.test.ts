import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categorical, dataset, numeric, sameColumn, type CategoricalColumn, type Dataset } from './dataset.js'
import { datasetFrom, plainDataset } from './plain-dataset.js'

const file = dataset([
  ['__proto__', numeric([1, -0, Number.NaN, Number.MIN_VALUE])],
  ['job', { ...categorical(['a', null, 'b', 'a'], ['a', 'b']), taxonomy: new Map([['a', 'b']]), notNumeric: 'line 2' }],
  ['1990', categorical(['x', 'y', null, 'x'])],
])

function same(a: Dataset, b: Dataset): boolean {
  return a.rows === b.rows && a.names.length === b.names.length && a.names.every((name, j) => name === b.names[j])
}

describe('plainDataset', () => {
  it.each([false, true])('is the file again on the other side of structuredClone (shared memory: %s)', (shared) => {
    const there = datasetFrom(structuredClone(plainDataset(file, shared)))
    expect(same(there, file)).toBe(true)
    for (const name of file.names) expect(sameColumn(there.column(name), file.column(name))).toBe(true)
    expect(there.column('job')).toMatchObject({ levels: ['a', 'b'], ordered: true, notNumeric: 'line 2' })
    expect((there.column('job') as CategoricalColumn).taxonomy).toEqual(new Map([['a', 'b']]))
  })

  it('shared columns are one memory on both sides, copied from the file and not its own', () => {
    const plain = plainDataset(file, true)
    const there = datasetFrom(structuredClone(plain))
    const [here, its] = [plain.columns[0], there.column('__proto__')]
    if (here.kind !== 'numeric' || its.kind !== 'numeric') throw new Error('not numeric')
    here.values[0] = 7
    expect(its.values[0]).toBe(7)
    expect(file.column('__proto__')).toMatchObject({ values: Float64Array.of(1, -0, Number.NaN, Number.MIN_VALUE) })
    expect(plain.columns.map((column) => (column.kind === 'numeric' ? column.values : column.codes).buffer)).toSatisfy(
      (buffers: readonly ArrayBufferLike[]) => buffers.every((buffer) => buffer instanceof SharedArrayBuffer),
    )
  })

  it('without shared memory nothing is copied', () => {
    expect(plainDataset(file).columns[0]).toBe(file.column('__proto__'))
  })

  it('keeps the number of records of a file without columns', () => {
    const none: Dataset = { ...dataset([]), rows: 5 }
    expect(datasetFrom(structuredClone(plainDataset(none)))).toMatchObject({ rows: 5, names: [] })
  })

  it('any numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), fc.boolean(), (values, shared) => {
        const one = dataset([['x', numeric(values)]])
        const there = datasetFrom(structuredClone(plainDataset(one, shared)))
        expect(sameColumn(there.column('x'), one.column('x'))).toBe(true)
      }),
    )
  })
})
