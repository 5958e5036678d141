import { categorical, dataset, noRoles, numeric, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { intervalSentence } from './interval-sentence.js'

const PERSONS = 40
const pid = categorical(Array.from({ length: 2 * PERSONS }, (_, i) => `p${i % PERSONS}`))
const fileOf = (day: (person: number, visit: number) => number): Dataset =>
  dataset([
    ['pid', pid],
    ['visit', numeric(Array.from({ length: 2 * PERSONS }, (_, i) => day(i % PERSONS, Math.floor(i / PERSONS))))],
  ])
const sentence = (original: Dataset, data: Dataset, origin = Int32Array.from({ length: data.rows }, (_, i) => i)) =>
  intervalSentence(original, { data, origin }, ['visit'], {
    ...noRoles,
    person: 'pid',
    times: new Map([['visit', 'date']]),
  })

describe('intervalSentence', () => {
  const original = fileOf((person, visit) => 1000 + visit * (person + 1))

  it('counts persons with a unique list of intervals that masking kept', () => {
    const shifted = fileOf((person, visit) => 1000 + visit * (person + 1) + 3 * person)
    expect(sentence(original, shifted)).toEqual([expect.stringMatching(/40 of 40 persons.*risk\/date-intervals/)])
    const some = fileOf((person, visit) => (person < 5 ? 2000 : 1000) + visit * (person + (person < 5 ? 1 : 2)))
    expect(sentence(original, some)).toEqual([expect.stringMatching(/ 5 of 40 persons/)])
  })

  it('is empty for other intervals, and for lists that many persons share', () => {
    expect(
      sentence(
        original,
        fileOf((person, visit) => 1000 + visit * (3 * person + 2)),
      ),
    ).toEqual([])
    const same = fileOf((_, visit) => 7 * visit)
    expect(sentence(same, same)).toEqual([])
  })
})
