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

describe('cells too long for a table', () => {
  it('are refused with their line: a million letters are read, one more is not', () => {
    expect(readCsv(`a,b\n1,${million}\n`).dataset.column('b')).toMatchObject({ levels: [million] })
    expect(refusal(`a,b\n1,2\n3,${million}y\n`)).toEqual({
      message: expect.stringMatching(/a cell of 1\.0 million/),
      line: 3,
    })
    expect(refusal(`a,b\n1,2\n3,"${million}y"\n`)).toMatchObject({ line: 3 })
  })

  it('are refused if a quote is closed late or never, with any text in it', () => {
    const rows = '5,6\n'.repeat(300_000)
    expect(refusal(`a,b\n1,"2\n${rows}`)).toEqual({ message: expect.stringMatching(/a cell of 1\.2 million/), line: 2 })
    expect(refusal(`a,b\n1,"2\n${rows}3",4\n`)).toMatchObject({ line: 2 })
    // Doubled quotes and quotes within a cell do not count.
    expect(refusal(`a,b\n1,5" pipe\n"2""","x"\n${rows}`)).toEqual({ message: 'read', line: undefined })
  })
})
