import { describe, expect, it } from 'vitest'
import { dropped } from '../in-memory.fixture.js'
import { openDocument, readDocument, readSchema } from './documents.js'
import { bytesOf, textOf } from './input-file.js'
import { readMasked, readTable } from './tables.js'
import { withTaxonomies } from './taxonomies.js'

describe('a file dropped on a page', () => {
  it('reads bytes like text, and returns the same bytes again', () => {
    const text = '\uFEFFname,Größe\nÅse,1.50\n'
    const file = dropped('a.csv', text)
    expect(textOf(file)).toBe(text)
    expect(bytesOf(textOf(file))).toEqual(file.content)
    for (const { dataset, dialect } of [readTable(file), readTable({ name: 'a.csv', content: text })]) {
      expect(dataset.names).toEqual(['name', 'Größe'])
      expect(dataset.column('name')).toMatchObject({ levels: ['Åse'] })
      expect(dialect.prefix).toBe('\uFEFF')
    }
  })

  it('is named in the error if it is not UTF-8', () => {
    const latin1 = Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a)
    expect(() => readTable({ name: 'latin.csv', content: latin1 })).toThrow(
      expect.objectContaining({ code: 'FILE', place: { file: 'latin.csv', line: 2, parameter: 'encoding' } }),
    )
  })

  it('takes missing codes, kinds and levels from a schema, or from a plan with one', () => {
    const yaml = 'columns:\n  a: { missing: ["-9"] }\n  b: { kind: categorical }\n'
    const schema = readSchema(dropped('schema.yaml', yaml))
    const plan = readSchema(dropped('plan.yaml', `schema:\n  ${yaml.replaceAll('\n', '\n  ')}\nsteps: []\n`))
    expect(plan).toEqual(schema)
    const { dataset } = readTable(dropped('t.csv', 'a,b\n1,5\n-9,6\n'), schema)
    expect(dataset.column('a')).toMatchObject({ kind: 'numeric', values: Float64Array.of(1, Number.NaN) })
    expect(dataset.column('b')).toMatchObject({ kind: 'categorical', levels: ['5', '6'] })
  })

  it('is refused as a document if it is neither YAML nor JSON', () => {
    expect(() => readDocument(dropped('x.yaml', 'a: ['))).toThrow(expect.objectContaining({ code: 'BAD_PLAN' }))
    expect(readDocument(dropped('x.json', '{"a": [1, null]}'))).toEqual({ a: [1, null] })
  })

  it.each([0, 1, 2])('reads JSON indented by %d like YAML, and refuses repeated keys', (width) => {
    const numbers = { least: 5e-324, most: 1.7976931348623157e308, long: 1e20, share: 1e-7 }
    const texts = {
      key: 'a: b # no',
      escaped: '\u2028\ud800"\\/\u0000\t\u007f\ufeff',
      yes: 'yes',
      date: '2001-01-01',
    }
    const value = { numbers, texts, '<<': { a: [true, null, {}, []] }, '': 0, ['k'.repeat(3000)]: '😀' }
    const text = `${JSON.stringify(value, null, width)}\n`
    expect(readDocument(dropped('x.json', text))).toStrictEqual(value)
    expect(openDocument(dropped('x.json', text)).value).toStrictEqual(value)
    expect(readDocument(dropped('x.json', '{\n  "a": -0\n}\n'))).toStrictEqual({ a: -0 })
    const twice = ['{"a":1,"a":1}\n', '{\n "a": 1,\n "a": 1\n}\n', '{\n  "a": 1,\n  "a": 1\n}\n'][width]
    expect(() => readDocument(dropped('x.json', twice))).toThrow(`keys must be unique at line ${width === 0 ? 1 : 3}`)
  })
})

describe('readMasked', () => {
  it('reads categories of the original as categories, and accepts missing columns of the schema', () => {
    const original = readTable(dropped('o.csv', 'code,x\n01,1\n1,2\n')).dataset
    const schema = readSchema(dropped('s.yaml', 'columns: { x: { missing: ["-9"] } }'))
    const masked = readMasked(dropped('m.csv', 'code\n1\n7\n'), original, schema)
    expect(masked.dataset.column('code')).toMatchObject({ kind: 'categorical', levels: ['1', '7'] })
  })
})

describe('withTaxonomies', () => {
  it('replaces the taxonomies of a schema and keeps the rest', () => {
    const schema = readSchema(dropped('s.yaml', 'columns: { job: { role: quasi-identifier, taxonomy: { a: b } } }'))
    const file = dropped('jobs.csv', 'category,parent\nnurse,health\nhealth,\n')
    expect(withTaxonomies(schema, [['job', file]])).toEqual({
      columns: { job: { role: 'quasi-identifier', taxonomy: { nurse: 'health', health: null } } },
    })
    expect(withTaxonomies(schema, [])).toBe(schema)
  })

  it.each([
    ['two places for a category', 'category,parent\na,x\na,y\n', /puts "a" below "y", and line 2 below "x"/],
    ['a line without a category', 'category,parent\n,x\nb,y\n', /has a line without a level/],
  ])('refuses %s', (_, text, message) => {
    expect(() => withTaxonomies(undefined, [['job', dropped('jobs.csv', text)]])).toThrow(message)
  })
})
