import { describe, expect, it } from 'vitest'
import { readTable } from '../../files/tables.js'
import { dropped } from '../../in-memory.fixture.js'
import { inspectFile } from '../inspect-file.js'

function found(header: string, line: (i: number) => string): string[] {
  const text = [header, ...Array.from({ length: 60 }, (_, i) => line(i))].join('\n')
  const columns = { pid: { role: 'person' as const }, year: { role: 'wave' as const } }
  const schema = header.startsWith('pid') ? { columns } : undefined
  const { findings } = inspectFile(readTable(dropped('file.csv', `${text}\n`), schema), { file: 'file.csv', schema })
  return findings.filter(({ text: said }) => /wave|in one year/.test(said)).map(({ text: said }) => said)
}

describe('findings about waves', () => {
  it('name variables with one column per wave', () => {
    const [said, ...others] = found(
      'income_2019,income_2020,w1_work,w2_work,birth',
      (i) => `${i},${i * 2},${i % 2},${i % 3},${1950 + i}`,
    )
    expect(said).toMatch(/^income_\*, w\*_work may be variables with a column for each wave \(2019, 2020, 1, 2\)/)
    expect(others).toEqual([])
  })

  it('ignore items, a single year, and numbers within words', () => {
    expect(
      found('item1,item2,item3,pop2019,q_1,q_2', (i) => `${i},${i % 5},${i % 4},${i * 3},${i % 3},${i % 2}`),
    ).toEqual([])
  })

  it('count persons with two records in one wave', () => {
    const long = (i: number): string => `${Math.floor(i / 2)},${i < 4 ? 2020 : 2019 + (i % 2)},${i * 7}`
    expect(found('pid,year,income', long)).toEqual([
      expect.stringMatching(/^2 values of pid have several records in one year/),
    ])
    expect(found('pid,year,income', (i) => `${Math.floor(i / 2)},${2019 + (i % 2)},${i * 7}`)).toEqual([])
  })
})
