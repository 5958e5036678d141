import { describe, expect, it } from 'vitest'
import { readCsv } from '../read-csv.js'

const million = 'x'.repeat(1_000_000)
const refusal = (text: string): { message: string; line: number | undefined } => {
  try {
    readCsv(text, { file: 'a.csv' })
  } catch (error) {
    const { message, place } = error as { message: string; place: { line?: number } }
    return { message, line: place.line }
  }
  return { message: 'read', line: undefined }
}

describe('cells beyond what a table has', () => {
  it('are refused with their line: of a million letters one is read, of a letter more none', () => {
    expect(readCsv(`a,b\n1,${million}\n`).dataset.column('b')).toMatchObject({ levels: [million] })
    expect(refusal(`a,b\n1,2\n3,${million}y\n`)).toEqual({
      message: expect.stringMatching(/a cell of 1\.0 million/),
      line: 3,
    })
    expect(refusal(`a,b\n1,2\n3,"${million}y"\n`)).toMatchObject({ line: 3 })
  })

  it('are refused where a quote is never closed, or late, whatever stands within', () => {
    const rows = '5,6\n'.repeat(300_000)
    expect(refusal(`a,b\n1,"2\n${rows}`)).toEqual({ message: expect.stringMatching(/a cell of 1\.2 million/), line: 2 })
    expect(refusal(`a,b\n1,"2\n${rows}3",4\n`)).toMatchObject({ line: 2 })
    // Doubled ones and such as begin no cell do not count.
    expect(refusal(`a,b\n1,5" pipe\n"2""","x"\n${rows}`)).toEqual({ message: 'read', line: undefined })
  })
})
