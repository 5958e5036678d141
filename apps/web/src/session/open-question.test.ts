import { SdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readCsv } from '@sdc/files'
import { openQuestion } from './open-question.js'

const none = new Uint8Array()
const errorOf = (content: string | Uint8Array): SdcError => {
  try {
    readCsv(content, { file: 'umsatz.csv' })
  } catch (error) {
    if (error instanceof SdcError) return error
  }
  throw new Error('the file was read')
}

describe('openQuestion', () => {
  it('shows words of the file in each encoding, the likeliest first', () => {
    // Köln, Größe in windows-1252.
    const head = Uint8Array.from(
      [...'Ort;Gr'].map((one) => one.charCodeAt(0)).concat([0xf6, 0xdf, 0x65, 10, 75, 0xf6, 108, 110, 59, 49, 10]),
    )
    const question = openQuestion(errorOf(head), head)
    expect(question?.choices[0]).toMatchObject({
      text: 'Western Europe (windows-1252) · Größe · Köln',
      said: { encoding: 'windows-1252' },
    })
    expect(question?.choices.map(({ said }) => said.encoding).slice(-2)).toEqual(['windows-1251', 'windows-1253'])
  })

  it('asks for the number meant by 1.234, and opens the file with the answer', () => {
    const text = 'a;b\n999;x\n1.234;x\n'
    const choices = openQuestion(errorOf(text), none)?.choices ?? []
    expect(choices.map((one) => one.text)).toEqual(['1.234', '1234'])
    const values = choices.map(({ said }) => {
      const column = readCsv(text, { decimal: said.decimal }).dataset.column('a')
      return column.kind === 'numeric' ? column.values[1] : undefined
    })
    expect(values).toEqual([1.234, 1234])
    const comma = openQuestion(errorOf('a;b\n999;0,5\n1.234;x\n'), none)
    expect(comma?.choices.map((one) => one.text)).toEqual(['1.234', '1234'])
  })

  it('ignores other errors', () => {
    expect(openQuestion(errorOf('a,b\n1\n'), none)).toBeUndefined()
  })
})
