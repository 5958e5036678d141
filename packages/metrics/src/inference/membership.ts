/**
 * Membership: disclosure that a person was in the original.
 *
 * The intruder has the whole record of a person as in the original, and records of people outside, the control file.
 * Score s = d_Y/(d_Y + d_A): d_Y is the distance to the nearest record of the release, d_A that to the nearest of one
 * half of the control file, for comparison. A person with s up to a threshold is called a member. Value = 100 · (share
 * of members called so − share of the other half of the control file called so), with the threshold chosen on other
 * people. Source: Yeom, Giacomelli, Fredrikson & Jha 2018 for the advantage; van Breugel, Sun, Qian & van der Schaar
 * 2023 for the comparison with a reference.
 */
import { defineMetric, option, takeRows, type MeasureInput, type Measurement } from '@sdc/core'
import { mean } from '@sdc/stats'
import { lackingInControl, needsControl } from '../control-file.js'
import { figures, leftOut, table, unmeasured } from '@sdc/toolkit'
import { sampledRows } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { groupDifference } from './mean-difference.js'
import { membershipAttack, type ScoredPeople } from './membership-attack.js'
import { mixedKeys, unlikeText } from './mixed-keys.js'
import { classSearch } from './nearest-classes.js'
import { riskInPercent } from '../card-facts.js'

/** Largest number of scored members, and of scored people outside. */
const SAMPLE_ABOVE = 1250
/** Smallest number of people outside, so that a threshold can be chosen on one half. */
const LEAST_CONTROL = 20

export const membershipMetric = defineMetric({
  id: 'risk/membership',
  title: 'Membership inference',
  summary:
    'Increase in the share of people classified as members, for people of the original compared with people outside, ' +
    'by distance to the release.',
  brief: ['0 % means that nobody can tell who is in the file.', 'It tests one way to guess; a better one may exist.'],
  formula:
    '100 · (share{s ≤ t of members} − share{s ≤ t of others}),  s = d_Y/(d_Y + d_A), distances to the release and to people outside',
  source: [
    { key: 'yeom-giacomelli-fredrikson-jha-2018', where: 'membership advantage' },
    { key: 'van-breugel-sun-qian-van-der-schaar-2023', where: 'density of the release relative to a reference' },
    { key: 'stadler-oprisanu-troncoso-2022', where: 'membership in synthetic data' },
    { key: 'agresti-caffo-2000', where: 'the standard error' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        '0 is a guess, 100 is certain about everybody. The table has both shares with their numbers of people, and the ' +
        'area under the curve of all thresholds. An advantage below 0 is chance: the value is then 0, and the table has ' +
        'the advantage itself. Records are 100 if the person is called a member, 0 if not.',
    },
    {
      topic: 'interpretation',
      text:
        'Membership itself is confidential if all members share something: patients of a clinic, people in debt. If the ' +
        'file has everybody, as in a census, nobody is outside and there is nothing to infer.',
    },
    {
      topic: 'choices',
      text:
        'The distance from a released record to the closest original one alone says nothing. If people are alike, an ' +
        'independent record of the population comes as near to some original as a copy would. A copy of the one harmed ' +
        'outlier disappears in a mean or a percentile. The question is whether the release is nearer to people inside ' +
        'than to equally common people outside. Hence the control file, and the distance to it under the fraction. ' +
        'risk/distance-to-closest compares the same distances of released records with a control, by a test.',
    },
    {
      topic: 'parameters',
      text:
        "It needs a control file: people from the original's population who are not in it, such as records " +
        'set aside at random before masking. If they differ from the original otherwise (other years, other places), the ' +
        'attack may detect the difference between the files instead of membership. A random half of them is the ' +
        'reference; the attack classifies the other half.',
    },
    {
      topic: 'choices',
      text:
        'The intruder knows all measured columns. Distances sum the differences of positions among the values of the ' +
        'release and the reference for numbers and ordered categories, 0 or 1 for others. A missing value of the person ' +
        'does not count; one of a record has the maximum distance. Equal distances of 0 give the score ½, since a twin ' +
        'outside is indistinguishable.',
    },
    {
      topic: 'choices',
      text:
        'The threshold is chosen on one half of the people and used on the other, both ways, so that chance does not ' +
        'create an advantage. All records of the original are members, even if the release has only some of them.',
    },
    {
      topic: 'limits',
      text:
        'The value refers to this attack; a stronger one may exceed it, so a low value does not prove safety. It has no ' +
        'interval: the reference is random too, and intervals by the scored people covered 89 to 93 %. Units, outliers, ' +
        'names of categories and the order of columns change nothing.',
    },
    {
      topic: 'missing',
      text: 'The metric omits and counts people without any value in the measured columns.',
    },
  ],
  ...riskInPercent,
  high: { share: 0.1, meaning: 'members are called members {value} more often than people outside' },
  accepts: ['numeric', 'ordered', 'nominal'],
  needsOrigin: false,
  needs: 'control',
  cost: { time: 'O(n log n), and up to O(n) for each of 2,500 people', sampleAbove: SAMPLE_ABOVE },
  params: z.object({}),
  needsFile: () => ({
    why: `it compares all masked records with people who are not in the file (${option('control')})`,
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<unknown>): Measurement {
  const { original, masked, control, rng } = input
  if (control === undefined) return unmeasured(needsControl())
  const lacking = lackingInControl(control, input.columns)
  if (lacking !== undefined) return unmeasured(lacking)
  if (control.rows < LEAST_CONTROL)
    return unmeasured(`the control file has ${control.rows} records, fewer than the necessary ${LEAST_CONTROL}`)
  if (original.rows < 2 || masked.rows === 0)
    return unmeasured(`the original has ${original.rows} records and the masked file ${masked.rows}`)

  const order = rng.child('control').permutation(control.rows)
  const middle = control.rows >> 1
  const reference = takeRows(control, order.subarray(0, middle))
  const outside = order.subarray(middle)
  const all = Int32Array.from({ length: original.rows }, (_, i) => i)
  const inside = sampledRows(all, SAMPLE_ABOVE, rng.child('members'))
  const others = takeRows(control, outside.subarray(0, SAMPLE_ABOVE))
  const members = takeRows(original, inside)
  const coded = mixedKeys(input.columns, [masked, reference, members, others], [0, 1], original)
  if (coded.names.length === 0)
    return unmeasured('no column can be compared: each is numeric in one file and categorical in another')
  input.tick(0.1)
  const [release, near] = [coded.codes[0], coded.codes[1]].map((codes) =>
    classSearch(codes, coded.isPosition, coded.kin),
  )
  const people = members.rows + others.rows
  let done = 0
  const scoresOf = (codes: readonly Int32Array[], rows: number): Float64Array =>
    Float64Array.from({ length: rows }, (_, i) => {
      if ((done++ & 63) === 0) input.tick(0.1 + (0.9 * done) / (people + 1))
      const point = Int32Array.from(codes, (code) => code[i])
      if (point.every((code) => code < 0)) return Number.NaN
      const [toRelease, toReference] = [release.nearest(point).distance, near.nearest(point).distance]
      return toRelease + toReference === 0 ? 0.5 : toRelease / (toRelease + toReference)
    })
  const ofMembers = scored(
    scoresOf(coded.codes[2], members.rows),
    rng.child('halves').child('members').permutation(members.rows),
  )
  const ofOthers = scored(
    scoresOf(coded.codes[3], others.rows),
    rng.child('halves').child('others').permutation(others.rows),
  )
  const counts = leftOut({
    'members without a value': members.rows - ofMembers.scores.length,
    'others without a value': others.rows - ofOthers.scores.length,
    'columns of another kind in one of the files': input.columns.length - coded.names.length,
  })
  if (Math.min(ofMembers.scores.length, ofOthers.scores.length) < 4)
    return unmeasured('fewer than 4 members or 4 people outside have a value', 0, new Map([['left-out', counts]]))
  const { hits, alarms, area } = membershipAttack(ofMembers, ofOthers)
  const advantage = groupDifference(hits, alarms)
  const value = Math.max(0, advantage.value)
  const records = new Float64Array(original.rows).fill(Number.NaN)
  const scores = new Float64Array(original.rows).fill(Number.NaN)
  ofMembers.places.forEach((place, r) => {
    records[inside[place]] = 100 * hits[r]
    scores[inside[place]] = ofMembers.scores[r]
  })
  const isSample = inside.length < original.rows || others.rows < outside.length
  return {
    value,
    used: hits.length + alarms.length,
    records,
    recordColumns: table({ 'called a member': records, score: scores }),
    tables: new Map([
      [
        'membership',
        figures({
          advantage: advantage.value,
          'standard error': advantage.standardError,
          'percent of members called members': 100 * mean(hits),
          members: hits.length,
          'percent of others called members': 100 * mean(alarms),
          others: alarms.length,
          'records of the reference': reference.rows,
          'area under the curve': area,
        }),
      ],
      ['left-out', counts],
    ]),
    ...(isSample && {
      sample: {
        of: original.rows + outside.length,
        drawn: inside.length + others.rows,
        standardError: advantage.standardError,
      },
    }),
    ...(coded.unlike.length > 0 && { warnings: coded.unlike.map(unlikeText) }),
  }
}

/** Returns the people with a score, in two halves of a random order. */
function scored(scores: Float64Array, order: Int32Array): ScoredPeople & { readonly places: Int32Array } {
  const places = order.filter((place) => scores[place] === scores[place])
  return {
    places,
    scores: Float64Array.from(places, (place) => scores[place]),
    half: Uint8Array.from(places, (_, at) => at % 2),
  }
}
