import { categorical, dataset, noRoles, numeric, seededRng, type Column, type Dataset } from '@sdc/core'
import { runAttack } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { maskedBy, registry } from './attacked.fixture.js'

/** People with six keys of 2 to 40 values, some of them rare. */
function keyed(n: number): Dataset {
  const rng = seededRng('keyed people')
  const levels = [2, 3, 5, 8, 15, 40]
  return dataset(
    levels.map((count, j): [string, Column] => [
      `key${j + 1}`,
      categorical(Array.from({ length: n }, () => `c${Math.floor(count * rng.uniform() ** 2)}`)),
    ]),
  )
}

/** A questionnaire about twelve amounts; people left some of them unanswered. */
function questionnaire(n: number): Dataset {
  const rng = seededRng('open questions')
  return dataset(
    Array.from({ length: 12 }, (_, j): [string, Column] => [
      `q${j + 1}`,
      numeric(Array.from({ length: n }, () => (rng.uniform() < 0.12 ? Number.NaN : Math.round(1000 * rng.uniform())))),
    ]),
  )
}

async function found(released: Dataset, people: Dataset, by: string): Promise<string> {
  const { measurement } = await runAttack({
    registry,
    attack: 'attacks/known-people',
    params: { by },
    released,
    known: new Map([['people', people]]),
    columns: people.names,
    roles: noRoles,
    rng: seededRng(1),
  })
  return (measurement.value ?? Number.NaN).toFixed(1)
}

// Numbers stated in docs/attacks.md.
describe('known people', () => {
  it('match one record if suppression protects the file or the record, and none do if it protects the person', async () => {
    const people = keyed(3000)
    const shares: string[] = []
    for (const protect of ['file', 'record', 'person']) {
      const step = { use: 'coding/local-suppression', params: { k: 3, protect } }
      const { data } = await maskedBy(people, [step], seededRng(1))
      shares.push(await found(data, people, 'values'))
    }
    expect(shares).toEqual(['1.0', '0.8', '0.0'])
  })

  it('are identified by the questions that they left unanswered, for any masked values', async () => {
    const people = questionnaire(1500)
    const { data } = await maskedBy(
      people,
      [{ use: 'noise/additive', params: { relativeVariance: 0.5 } }],
      seededRng(1),
    )
    expect(await found(data, people, 'missing')).toBe('9.1')
    expect(await found(data, people, 'values')).toBe('0.0')
  })
})
