import { describe, expect, it } from 'vitest'
import { partsOf, paperTables } from './paper-tables.js'
import { paperOptions } from './options.fixture.js'
import type { Paper } from './paper.js'

const none = { title: '', sentence: '', given: [], checks: [], rows: [] }
const paper: Paper = {
  id: '9',
  title: 'a paper',
  citation: 'Nobody',
  introduction: [],
  parts: [
    { name: 'short', tables: () => Promise.resolve([{ ...none, id: 'a' }]) },
    { name: 'hours', long: true, tables: () => Promise.resolve([{ ...none, id: 'b' }]) },
  ],
}

describe('partsOf', () => {
  it('is all of a paper that is asked for, and among others what does not take long', () => {
    expect(partsOf(paper, true)).toEqual({ run: paper.parts, left: [] })
    const { run, left } = partsOf(paper, false)
    expect(run.map(({ name }) => name)).toEqual(['short'])
    expect(left).toEqual(['hours'])
  })
})

describe('paperTables', () => {
  it('makes one part or all, and says which there are', async () => {
    const ids = async (part?: string) => (await paperTables(paper, paperOptions(), part)).map(({ id }) => id)
    expect(await ids()).toEqual(['a', 'b'])
    expect(await ids('hours')).toEqual(['b'])
    await expect(ids('days')).rejects.toThrow(/no table "days"/)
  })
})
