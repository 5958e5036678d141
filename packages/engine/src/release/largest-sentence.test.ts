import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { largestInFile, largestSentence } from './largest-sentence.js'

const x = Array.from({ length: 40 }, (_, i) => (i === 3 ? 900 : i === 4 ? -700 : 200 + i))
const original = dataset([['pay', numeric(x)], ['sex', categorical(x.map(() => 'f'))]]) // oxfmt-ignore
const said = (y: readonly number[], origin = y.map((_, i) => i)): string[] =>
  largestSentence(
    largestInFile(original, { data: dataset([['pay', numeric(y)]]), origin: Int32Array.from(origin) }, ['pay', 'sex']),
  )

describe('largestSentence', () => {
  it('names columns at either end, in any order of the records, and no column that was coded', () => {
    const reversed = x.slice().reverse()
    const places = reversed.map((_, i) => x.length - 1 - i)
    for (const [y, origin] of [[x], [reversed, places], [reversed, places.map(() => -1)]] as const)
      expect(said(y, origin)).toEqual([expect.stringMatching(/values of pay, pay \(losses\) are disclosed to 10 %/)])
    expect(said(x.map((one) => Math.max(one, -20)))).toEqual([expect.stringMatching(/values of pay are/)])
    expect(said(x.map((one) => Math.min(239, Math.max(one, -20))))).toEqual([])
  })

  it('uses the records that the file contains', () => {
    const kept = x.flatMap((one, i) => (Math.abs(one) < 300 ? [i] : []))
    expect(said(kept.map((i) => x[i]), kept)).toEqual([]) // oxfmt-ignore
    expect(said([], [])).toEqual([])
  })
})
