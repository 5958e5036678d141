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
  it('may add up: a line of sixteen million letters is read, a longer one refused', () => {
    const long = Array.from({ length: 15 }, (_, j) => `${million.slice(2)}${10 + j}`)
    const short = Array.from({ length: 20_000 }, (_, j) => `c${j}`)
    expect(refusal(`${[...long, ...short].join()}\n`).message).toMatch(/no records below/)
    expect(refusal(`a\n1\n${'2,'.repeat(8_000_001)}\n`)).toEqual({
      message: expect.stringMatching(/line 3 has 16\.0 million letters/),
      line: 3,
    })
  })
})
