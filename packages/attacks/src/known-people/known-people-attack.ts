import { defineAttack, option, SdcError, type Attack, type AttackInput, type Measurement } from '@sdc/core'
import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { codesOfBoth, fittingRecords, missingCodes } from './fitting-records.js'

const id = 'attacks/known-people'

const params = z.object({
  by: z
    .enum(['values', 'missing', 'both'])
    .default('values')
    .meta({
      description:
        "Comparison by the intruder. values: a released record fits if each of its cells is missing or has the person's " +
        'value; missing: if it lacks the same cells as the person; both: if it meets both conditions.',
    }),
})

export type KnownPeopleAttackParams = z.infer<typeof params>

/** Known people: counts the released records that fit the true values, or the missing cells, of people the intruder knows. */
export const knownPeopleAttack: Attack<KnownPeopleAttackParams> = defineAttack({
  id,
  title: 'Known people',
  summary: 'Searches a released file with missing cells for known people.',
  formula:
    'F_i = |{j : y_jq is missing or equal to t_iq for every column q}| (values), |{j : j lacks the cells that i lacks}| (missing);  100 · share{i : F_i = 1}',
  source: [{ where: 'This project: true keys against released cells, and missing cells as a key' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'A suppressed cell fits every value, but the other cells need not. So a person who fits only one released record ' +
        'is identified, however many records look like it. For your own files, risk/compatible and risk/missing-pattern ' +
        'measure the same, with classes of recoded values.',
    },
    {
      topic: 'limits',
      text:
        'The people must be in the file, and their values true. If a person was removed, a single fitting record belongs ' +
        'to somebody else. The attack omits columns of numbers that were recoded to classes.',
    },
    {
      topic: 'missing',
      text: 'With values, a missing value of a person is unknown and fits every cell.',
    },
  ],
  knows: {
    people: 'People with known values in the attacked columns, one record each; in the worst case the original.',
  },
  unit: '%',
  params,
  attack: findPeople,
})

function findPeople({
  released,
  known,
  columns,
  params: { by },
  tick,
}: AttackInput<KnownPeopleAttackParams>): Measurement {
  const people = known.get('people')
  if (!people) {
    const fix = `Give ${option('known', 'people=FILE')}.`
    throw new SdcError('BAD_OPTION', `${id} needs people with known values`, { attack: id }, fix)
  }
  const shared = columns.filter((name) => people.names.includes(name))
  if (people.rows === 0 || shared.length === 0) return unmeasured('no person has a known value in the attacked columns')
  const values =
    by === 'missing'
      ? []
      : shared.flatMap((name) => {
          const codes = codesOfBoth(people.column(name), released.column(name))
          return codes ? [codes] : []
        })
  const patterns =
    by === 'values' ? [] : shared.map((name) => [missingCodes(people, name), missingCodes(released, name)] as const)
  const compared = [...values, ...patterns]
  if (compared.length === 0)
    return unmeasured('the attacked columns are numeric in one file and categorical in the other')
  tick(0.5)
  const F = fittingRecords(compared.map(([own]) => own), compared.map(([, other]) => other)) // oxfmt-ignore
  const peopleWhere = (holds: (count: number) => boolean): number =>
    F.reduce((sum, count) => sum + (holds(count) ? 1 : 0), 0)
  const rows: readonly (readonly [string, (count: number) => boolean])[] = [
    ['0', (count) => count === 0],
    ['1', (count) => count === 1],
    ['2', (count) => count === 2],
    ['3 to 4', (count) => count === 3 || count === 4],
    ['5 or more', (count) => count >= 5],
  ]
  return {
    value: (100 * peopleWhere((count) => count === 1)) / people.rows,
    used: people.rows,
    records: F,
    tables: new Map([
      [
        'people',
        table({
          'records that fit': rows.map(([label]) => label),
          people: Float64Array.from(rows, ([, holds]) => peopleWhere(holds)),
        }),
      ],
    ]),
  }
}
