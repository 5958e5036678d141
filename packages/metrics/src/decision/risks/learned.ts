/**
 * Share of people whose confidential value an intruder learns from their candidate records.
 *
 * For each column 100 · (share of right guesses by B − share of right guesses by B without the own records), B of
 * `risk/key-linkage`; the greatest of the columns, at least 0. The guess is the median of a number, right within 5 % of the
 * ranks, or the mode of a category. If B holds own records only, the best classes of other records take its place without
 * them.
 * Source: this project.
 */
import { personsOf } from '@sdc/toolkit/internal'
import { defineMetric, type Measurement, type MeasureInput } from '@sdc/core'
import { rowsByGroup } from '@sdc/stats'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { decisionColumns, ownRecords, releasedColumns } from '../columns/decision-columns.js'
import { categoryGuess, numberGuess, type Guess } from './guesses.js'
import { releasedKeys } from './key-attack.js'
import { attackOf, keyDomains, riskOfRoles, targetsParam } from './key-linkage.js'

const params = z.object({ targets: targetsParam })

export const learnedMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/learned',
  title: 'Inference by quasi-identifiers',
  summary:
    "Increase in right guesses of a confidential value due to a person's own record among the candidates; the " +
    'greatest over columns.',
  brief: [
    'So much more often an intruder guesses right because of the person’s own record; 0 % means that the record adds nothing.',
    'It measures one confidential column at a time, and takes the worst.',
  ],
  formula: '100 · max_j (share right by B − share right by B without the own record)',
  honours: ['person'],
  source: [{ where: 'This project: differential inference by the candidates of risk/key-linkage' }],
  notes: [
    {
      topic: 'choices',
      text:
        'If B is the own record alone, the best of the other records take its place. The guess of a number is the median ' +
        '(for an even number either of the two middle values), right within 5 % of the original ranks. The guess of a ' +
        'category is the mode; tied ones are equally probable.',
    },
    {
      topic: 'interpretation',
      text: "Information that is also learned without a person's record, from similar people, does not count.",
    },
    {
      topic: 'missing',
      text: 'Missing values of a person are not guessed. A column recoded to another kind has no value.',
    },
  ],
  high: { share: 0.15, meaning: "with a person's own record, an intruder guesses the value of {value} more people" },
  cost: { time: 'as risk/key-linkage, and a sort of the candidates for each column' },
  params,
  parts: ({ targets }) => ({ attack: { use: 'risk/key-linkage', params: { targets } } }),
  needsFile: () => ({
    why:
      'it takes medians and modes of the candidate records of each target; risk/l-diversity and ' +
      'risk/t-closeness run out of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<unknown>): Measurement {
  const { original, masked, origin, parts } = input
  const persons = personsOf(original, input.roles)
  const attack = parts.get('attack')
  const candidates = attackOf(attack)
  if (!attack || !candidates) return unmeasured(attack?.reason ?? 'risk/key-linkage ran no attack')
  const { released, warnings } = releasedColumns(decisionColumns(input), masked)
  const names = [...released.values, ...released.categories]
  if (names.length === 0) return unmeasured('no column is confidential: assign that role in a schema')
  const domains = [...keyDomains(input)].filter(([name]) => released.keys.includes(name))
  const rows = rowsByGroup(releasedKeys(new Map(domains), masked))
  const { first, next } = ownRecords(origin, original.rows, persons)
  const columns = new Map(
    names.map((name): [string, number | null] => {
      const guess = guessOf(input, name)
      if (!guess) return [name, null]
      let [people, right] = [0, 0]
      for (const { target, best, others } of candidates) {
        if (!guess.known(target)) continue
        people++
        const own: number[] = []
        for (let r = first[target]; r >= 0; r = next[r]) own.push(r)
        const left = others.length > 0 ? guess.right(target, others, rows, own) : guess.right(target, best, rows, own)
        right += guess.right(target, best, rows, []) - left
      }
      return [name, people === 0 ? null : Math.max(0, (100 * right) / people)]
    }),
  )
  const measured = [...columns.values()].filter((value) => value !== null)
  const said = [...warnings, ...recoded(columns)]
  if (measured.length === 0) return unmeasured(`no value of ${names.join(', ')} can be guessed`)
  return {
    value: Math.max(...measured),
    used: candidates.length,
    columns,
    ...(said.length > 0 && { warnings: said }),
  }
}

function recoded(columns: ReadonlyMap<string, number | null>): string[] {
  const without = [...columns].flatMap(([name, value]) => (value === null ? [name] : []))
  return without.length === 0 ? [] : [`cannot guess ${without.join(', ')}: recoded, or without a value`]
}

/** Returns the guesses of a column; undefined if the masked column is of another kind. */
function guessOf({ original, masked }: MeasureInput<unknown>, name: string): Guess | undefined {
  const [x, y] = [original.column(name), masked.column(name)]
  if (x.kind === 'numeric') return y.kind === 'numeric' ? numberGuess(x.values, y.values) : undefined
  return y.kind === 'categorical' ? categoryGuess(x, y) : undefined
}
