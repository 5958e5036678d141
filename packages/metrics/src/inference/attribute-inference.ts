/**
 * Attribute inference: advantage in guessing a confidential value of people who are in the release.
 *
 * An intruder knows somebody's keys and uses the nearest records of the release: by the sum of the differences of the
 * keys, positions for numbers, equal or not for categories. They guess the most frequent value of the confidential
 * column there (the median, of numbers). Value = 100 · (share right of people who are in − share right of people who
 * are not), for the worst column. The share for people outside measures general knowledge, not disclosure. Those
 * outside are the people of a control file, or the same people, guessed without their own records. Source: Giomi,
 * Boenisch, Wehmeyer & Tasnádi 2023, for the comparison with people outside.
 */
import { defineMetric, option, type Dataset, type MeasureInput, type Measurement } from '@sdc/core'
import { leftOut, table, tooFewPairs, unmeasured } from '@sdc/toolkit'
import { sampledRows, sampleOf } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { attributeAttack } from './attribute-attack.js'
import { unlikeText } from './mixed-keys.js'
import { sensitiveParams, sensitiveTargets } from './sensitive-targets.js'
import { attackTable, differenceOf, vulnerability, vulnerableTable, type AttributeResult } from './attribute-tables.js'
import { riskInPercent } from '../card-facts.js'

const METRIC = 'risk/attribute-inference'
/** Largest number of attacked people: the standard error of a rate is at most .7 percentage points. */
const SAMPLE_ABOVE = 5000

const params = z.object(sensitiveParams)

type AttributeParams = z.infer<typeof params>

export const attributeInferenceMetric = defineMetric({
  id: METRIC,
  title: 'Attribute inference',
  summary:
    'Increase in right guesses of a confidential value for people in the release, compared with people outside it; ' +
    'the worst column.',
  brief: [
    '0 % means that the file tells as much about people outside as about those inside.',
    'It tests one way to guess; a better one may exist.',
  ],
  formula:
    '100 · max over confidential columns of (share right of people in the release − share right of people outside)',
  source: [
    {
      key: 'giomi-boenisch-wehmeyer-tasnadi-2023',
      where: 'the attack on people of a control file as the baseline, and the share of the remainder',
    },
    { key: 'gower-1971', where: 'a distance of numbers and categories together' },
    { key: 'agresti-min-2005', where: 'the interval of a paired difference' },
    { key: 'agresti-caffo-2000', where: 'the interval of a difference of two groups' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The difference is the disclosure. Right guesses for people outside the release are inference from facts about ' +
        'everybody (smokers get lung cancer, with or without the survey), which is the purpose of a release. So a high ' +
        'rate with a difference near 0 is not a disclosure, and a rate below 100 % is not a reassurance.',
    },
    {
      topic: 'interpretation',
      text:
        'The table attack has both rates with their numbers of people, and the rate of always guessing the most frequent ' +
        'value (the median, for numbers). It also has the difference in percent of the wrong guesses outside. A ' +
        'difference below 0 is chance: the value is then 0, and the table has the difference itself.',
    },
    {
      topic: 'choices',
      text:
        'With a control file, its people are outside and all linked records of the original inside. Without ' +
        'one, each person is guessed twice, with and without their own records in the release. Masking may mix their ' +
        'value into other records (means of groups, a fitted model); this helps the second guess and reduces the ' +
        'difference, so a control file is better. If no record is linked, as in a fully synthetic file, a control file ' +
        'is necessary. Then all records of the original are inside, and no record has its own number.',
    },
    {
      topic: 'choices',
      text:
        'The guess uses all equally near records by the quasi-identifiers. It is certain if these are unchanged and ' +
        'unique. A number counts by its position among those of the release. A missing value of a record has the maximum ' +
        "distance; a missing value of the person does not count. A coarser category matches the person's if the schema " +
        'has a hierarchy with both; otherwise a warning names the column. Other attacks guess better where ' +
        'quasi-identifiers were perturbed: the value refers to this attack, not to the best.',
    },
    {
      topic: 'choices',
      text:
        "A number is right if no more than withinPercent of the original's values lie between guess and truth, both ends " +
        'included. So units, zeros, outliers, names of categories and the order of records and columns change nothing.',
    },
    {
      topic: 'limits',
      text:
        'The interval is that of the worst column, for the attacked people, as if they were independent. The intervals ' +
        "of the table attack hold for all columns at once (Bonferroni). They are wider than the jackknife's by the " +
        'effect of two more people, so a few people without a difference do not make the interval 0.',
    },
    {
      topic: 'limits',
      text:
        "Records: the difference between the person's own two guesses, in percent, of the column with the greatest one; " +
        'the table starts with the most vulnerable. With more than 5,000 records the attack uses a random sample, and ' +
        'the others have no number.',
    },
    {
      topic: 'missing',
      text:
        'The attack ignores released records without a value of the column. It does not guess people without a value, ' +
        'without quasi-identifiers or without a released record; the table left-out counts them.',
    },
  ],
  ...riskInPercent,
  high: {
    share: 0.1,
    meaning: 'right guesses of confidential values are {value} more frequent for people in the release',
  },
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'keys',
  costly: true,
  atIdentity: null,
  ownInterval: true,
  cost: { time: 'O(n log n), and up to O(n) for each of 5,000 people', sampleAbove: SAMPLE_ABOVE },
  params,
  needsFile: () => ({
    why: 'it searches all masked records for the nearest ones; risk/t-closeness and risk/l-diversity run out of core',
  }),
  plan: () => ({ form: 'file', measure: measureAttributeInference }),
})

function measureAttributeInference(input: MeasureInput<AttributeParams>): Measurement {
  const { original, masked, origin, control, columns, rng } = input
  const { withinPercent } = input.params
  const asked = sensitiveTargets(METRIC, input)
  if (typeof asked === 'string') return unmeasured(asked)
  const { targets, present: attackable } = asked
  const linked = origin.filter((row) => row >= 0).length
  // For a synthetic file all records of the original are inside; people outside then come only from a control file.
  const isLinked = linked > 0
  if (!isLinked && control === undefined)
    return unmeasured(
      'no masked record is linked to the original: it then needs people of the same population who are not in the original ' +
        `(${option('control', 'FILE')})`,
    )
  const why = isLinked ? tooFewPairs(linked, origin, true) : undefined
  if (why) return unmeasured(why)

  const own = ownRecords(origin, original.rows)
  const inside = Int32Array.from(own.keys()).filter((row) => !isLinked || own[row].length > 0)
  const drawn = sampledRows(inside, SAMPLE_ABOVE, rng.child('people'))
  const outside = control && allOf(control)
  const others = outside && sampledRows(outside, SAMPLE_ABOVE, rng.child('control'))
  const people = [
    { file: original, rows: drawn, own: Array.from(drawn, (row) => own[row]) },
    ...(control && others ? [{ file: control, rows: others }] : []),
  ]
  const attacks = attackable.map((target, t) => {
    const keys = columns.filter((name) => name !== target)
    const tick = (done: number): void => input.tick((t + done) / attackable.length)
    const attack =
      keys.length > 0 ? attributeAttack(masked, people, original, keys, target, withinPercent, tick) : undefined
    return attack && attack.guessed.every(({ places }) => places.length >= 2) ? { target, attack } : { target }
  })
  const made = attacks.flatMap(({ target, attack }) => (attack ? [{ target, attack }] : []))
  const counts = leftOut({
    'records of the original without one in the release': original.rows - inside.length,
    'columns that could not be guessed': targets.length - made.length,
  })
  if (made.length === 0)
    return unmeasured(
      `cannot guess ${attackable.join(', ')}: no two people have a value and a quasi-identifier, or no other ` +
        'quasi-identifier has the same kind in all files',
      0,
      new Map([['left-out', counts]]),
    )
  const level = 1 - 0.05 / made.length
  const results = made.map(({ target, attack }): AttributeResult => ({
    target,
    attack,
    difference: differenceOf(attack, level),
  }))
  const worst = results.reduce((a, b) => (b.difference.value > a.difference.value ? b : a))
  const value = Math.max(0, worst.difference.value)
  const { low, high } = differenceOf(worst.attack, 0.95)
  const unlike = [...new Set(results.flatMap(({ attack }) => attack.unlike))]
  const records = isLinked ? vulnerability(results, drawn, original.rows) : undefined
  const sample = sampleOfPeople(worst, inside.length, drawn.length, outside?.length)
  return {
    value,
    used: worst.attack.guessed[0].places.length,
    interval: { low: Math.max(0, Math.min(value, low)), high: Math.max(value, high), by: 'jackknife' },
    columns: new Map(
      targets.map((target): [string, number | null] => {
        const result = results.find((one) => one.target === target)
        return [target, result ? Math.max(0, result.difference.value) : null]
      }),
    ),
    ...(records && {
      records: records.greatest,
      recordColumns: table({
        'guessed right': records.whole,
        'guessed right without own record': records.left,
        why: records.why,
      }),
    }),
    tables: new Map([
      ['attack', attackTable(results)],
      ...(records ? [['most-vulnerable', vulnerableTable(records)] as const] : []),
      ['left-out', counts],
    ]),
    ...(sample && { sample }),
    ...(unlike.length > 0 && { warnings: unlike.map(unlikeText) }),
  }
}

/** Returns the rows of the release that came from each record of the original. */
function ownRecords(origin: Int32Array, rows: number): number[][] {
  const own: number[][] = Array.from({ length: rows }, () => [])
  origin.forEach((row, i) => {
    if (row >= 0) own[row].push(i)
  })
  return own
}

const allOf = (file: Dataset): Int32Array => Int32Array.from({ length: file.rows }, (_, i) => i)

/** Returns the statement of a sample of the people. */
function sampleOfPeople(
  { attack, difference }: AttributeResult,
  inside: number,
  drawn: number,
  outside: number | undefined,
): Measurement['sample'] {
  const [people, others] = attack.guessed
  if (outside === undefined) {
    const differences = people.whole.map((chance, r) => 100 * (chance - people.left[r]))
    return drawn < inside ? sampleOf(inside, differences) : undefined
  }
  if (drawn >= inside && others.places.length >= outside) return undefined
  return {
    of: inside + outside,
    drawn: people.places.length + others.places.length,
    standardError: difference.standardError,
  }
}
