import { asNote } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { parseFileSchema } from '@sdc/engine'
import { dropped } from '../in-memory.fixture.js'
import { withHierarchies } from './hierarchies.js'
import { readTable } from './tables.js'

const source = readTable(dropped('t.csv', 'job,age\nnurse,20\nclerk,21\nNA,22\n'))
const jobs = dropped('h/job.csv', 'nurse;care;*\nclerk;office;*\ndriver;office;*\n')

describe('withHierarchies', () => {
  it('adds them to the schema, derives taxonomies, and reports files without a column', () => {
    const read = withHierarchies(source, parseFileSchema({ columns: { age: { role: 'confidential' } } }), {
      named: [['age', dropped('ages', '20\t20s\n21\t20s\n22\t20s\n')]],
      folder: [
        ['job', jobs],
        ['shoes', dropped('h/shoes.csv', '39;*\n')],
      ],
    })
    expect(read.notes).toEqual([asNote('h/shoes.csv is not used: there is no column "shoes"')])
    const rows = [
      ['20', '20s'],
      ['21', '20s'],
      ['22', '20s'],
    ]
    expect(read.schema?.columns.age).toEqual({ role: 'confidential', hierarchy: rows })
    const taxonomy = { nurse: 'care', clerk: 'office', driver: 'office', care: '*', office: '*', '*': null }
    expect(read.schema?.columns.job).toMatchObject({ kind: 'categorical', taxonomy })
    expect(read.source.dataset.column('job')).toMatchObject({ taxonomy: new Map(Object.entries(taxonomy)) })
    // A replay with that schema reads the same table.
    const again = readTable(dropped('t.csv', 'job,age\nnurse,20\nclerk,21\nNA,22\n'), read.schema)
    expect(again.dataset.column('job')).toMatchObject({
      taxonomy: new Map(Object.entries(taxonomy)),
      codes: Int32Array.from([0, 1, -1]),
    })
  })

  it('trims blanks around cells, as tables do', () => {
    const padded = readTable(dropped('t.csv', 'job, age\nnurse , 20\nclerk , 21\n'))
    const named = [['job', dropped('job.csv', 'nurse ; care\nclerk ; office \n')]] as const
    const read = withHierarchies(padded, undefined, { named, folder: [] })
    expect(read.schema?.columns.job.hierarchy).toEqual([
      ['nurse', 'care'],
      ['clerk', 'office'],
    ])
  })

  it('prefers a named file to one of the folder, and changes nothing without files', () => {
    const other = dropped('other', 'nurse;*\nclerk;*\n')
    const { schema } = withHierarchies(source, undefined, { named: [['job', other]], folder: [['job', jobs]] })
    expect(schema?.columns.job.hierarchy).toHaveLength(2)
    expect(withHierarchies(source, undefined, { named: [], folder: [] })).toEqual({
      source,
      schema: undefined,
      notes: [],
    })
  })

  it('derives no taxonomy if a label has two parents, or the column has one', () => {
    const twice = dropped('twice', 'nurse;other;a\nclerk;x;other\n')
    const { schema } = withHierarchies(source, undefined, { named: [['job', twice]], folder: [] })
    expect(schema?.columns.job.taxonomy).toBeUndefined()
    const own = parseFileSchema({ columns: { job: { taxonomy: { nurse: null, clerk: null } } } })
    const kept = withHierarchies(source, own, { named: [['job', jobs]], folder: [] })
    expect(kept.schema?.columns.job.taxonomy).toEqual({ nurse: null, clerk: null })
    // A class with the name of its only value is the same level.
    const same = dropped('same', 'nurse;nurse;*\nclerk;office;*\n')
    const { schema: collapsed } = withHierarchies(source, undefined, { named: [['job', same]], folder: [] })
    expect(collapsed?.columns.job.taxonomy).toMatchObject({ nurse: '*', clerk: 'office' })
  })

  it('reports the errors of all files at once, each with its file', () => {
    const bad = {
      named: [
        ['job', dropped('j', 'nurse;*\n')],
        ['age', dropped('a', '20;*\n21;;\n')],
      ] as const,
      folder: [],
    }
    expect(() => withHierarchies(source, undefined, bad)).toThrow(
      expect.objectContaining({
        code: 'BAD_HIERARCHY',
        message: expect.stringMatching(/"job" lacks the value "clerk".*; /),
        fix: expect.stringMatching(/^j: .*\n {2}a: /),
      }),
    )
  })
})
