/**
 * Linkage of persons: share of persons who are found by all of their records together.
 *
 * The intruder knows every record of person p, and searches for the masked person q with the smallest D(p, q) = Σ_(i ∈
 * p) min_(j ∈ q) d²(i, j). With the role wave, j is a record of the same wave if q has one. d² is the mean over the
 * columns that both have: for numbers ((x − y)/s)², s the standard deviation of the original, for categories 1 if they
 * differ, else 0. A second attack compares the means of both persons instead: of numbers, and of the shares of
 * categories, which averages out noise by record. Value = 100 · mean over persons of 1[q is p]/(number of nearest), of
 * the attack that finds more. Source: this project; distance-based linkage of Pagliuca & Seri 1999, summed over the
 * records of a person.
 */
import { defineMetric, type Column, type MeasureInput, type Measurement } from '@sdc/core'
import { figures, unknownOrigin, unmeasured } from '@sdc/toolkit'
import { standardDeviation } from '@sdc/stats'
import { sampledRows, unitsOf, type Units } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { percentSample } from '../columns/attacked-sample.js'
import { riskInPercent } from '../../card-facts.js'

const params = z.object({
  targets: z
    .int()
    .min(1)
    .default(200)
    .meta({ description: 'Number of persons in the attacked sample; all if there are fewer.', unit: 'persons' }),
})

export const personLinkageMetric = defineMetric({
  id: 'risk/person-linkage',
  ...riskInPercent,
  title: 'Linkage of persons',
  summary: 'Share of persons that an intruder who knows all their records finds in the masked file.',
  brief: [
    'So many of 100 persons are found by all their records together.',
    'It assumes an intruder who knows all records of a person.',
  ],
  formula:
    '100 · mean(1[q is p]/|nearest q|),  D(p, q) = Σ_(i ∈ p) min_(j ∈ q) d²(i, j), or d²(mean of p, mean of q): whichever finds more',
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'masked columns',
  files: 'whole',
  honours: ['person'],
  costly: true,
  source: [{ where: 'This project: distances summed over the records of a person' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'If persons have several records, noise by record averages out. An intruder who knows all records finds more ' +
        'persons than a linkage of single records shows (risk/dbrl). Columns with one value per person need one draw per ' +
        'person (level: person).',
    },
    {
      topic: 'limits',
      text:
        'It needs person ids in both files (role person). Those of the masked file may be other numbers, since they only ' +
        'group records. Without them nobody can group the masked records, and the metric has no value. Without a column ' +
        'with that role, every record is a person.',
    },
    {
      topic: 'choices',
      text:
        'A wave that a masked person lacks is compared with all of their records. The number of records of a person is ' +
        'not compared.',
    },
    {
      topic: 'missing',
      text:
        'The distance omits cells that either record lacks. Two records without a common cell have the average distance ' +
        'of two records of the file.',
    },
    { topic: 'ties', text: 'The intruder picks at random among the nearest persons.' },
  ],
  high: { share: 0.2, meaning: 'an intruder who knows all records of a person finds {value} of the persons' },
  params,
  cost: { time: 'O(records of the targets · records · columns)', sampleAbove: 200 },
  needsFile: () => ({ why: 'it compares the records of all persons' }),
  plan: () => ({ form: 'file', measure }),
})

/** Distance of two records without a common cell: the mean of ((x − y)/s)² over independent pairs. */
const UNKNOWN = 2

function measure(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { original, masked, columns, roles, origin, rng, tick } = input
  const { person } = roles
  const isNamed = person !== undefined && original.names.includes(person)
  if (isNamed && !masked.names.includes(person))
    return unmeasured(`the masked file lacks column "${person}": nobody can group the records of a person`)
  const [own, others] = [original, masked].map((file) => (isNamed ? unitsOf(file.column(person)) : singles(file.rows)))
  if (origin.every((row) => row < 0)) return unmeasured(unknownOrigin())
  const names = columns.filter((name) => masked.names.includes(name))
  const distances = names.map((name) => columnDistance(original.column(name), masked.column(name)))
  const waves = roles.wave !== undefined && [original, masked].every(({ names: all }) => all.includes(roles.wave ?? ''))
  const isOtherWave = waves
    ? otherWave(original.column(roles.wave ?? ''), masked.column(roles.wave ?? ''))
    : () => false
  const [ofOriginal, ofMasked] = [own, others].map(({ ofRecord, count }) => membersOf(ofRecord, count))
  // Masked persons belong to the original person of their first linked record.
  const truth = ofMasked.map((rows) => {
    const linked = rows.find((row) => origin[row] >= 0)
    return linked === undefined ? -1 : own.ofRecord[origin[linked]]
  })
  const released = new Set(truth)
  const all = Int32Array.from(ofOriginal.keys()).filter((p) => released.has(p))
  if (all.length < 2)
    return unmeasured(`${all.length} persons of the original have a masked record; the metric needs 2`)
  const targets = sampledRows(all, input.params.targets, rng.child('targets'))
  const distanceOf = (i: number, rows: readonly number[]): number => {
    const same = rows.filter((j) => !isOtherWave(i, j))
    let least = Infinity
    for (const j of same.length > 0 ? same : rows) least = Math.min(least, pairDistance(distances, i, j))
    return least
  }
  const means = names.map((name) => meanDistance(original.column(name), masked.column(name), ofOriginal, ofMasked))
  const sumOfDistances = (p: number, q: number, most: number): number => {
    let total = 0
    for (const i of ofOriginal[p]) if (total <= most) total += distanceOf(i, ofMasked[q])
    return total
  }
  const attacks = [sumOfDistances, (p: number, q: number) => pairDistance(means, p, q)]
  const credits = attacks.map((attack, a) =>
    Float64Array.from(targets, (p, t) => {
      tick((a + t / targets.length) / attacks.length)
      return creditOf(p, truth, attack)
    }),
  )
  const percents = credits.map((credit) => (100 * credit.reduce((sum, one) => sum + one, 0)) / credit.length)
  const credit = credits[percents[1] > percents[0] ? 1 : 0]
  const records = new Float64Array(original.rows).fill(Number.NaN)
  targets.forEach((p, t) => ofOriginal[p].forEach((row) => (records[row] = credit[t])))
  return {
    value: Math.max(...percents),
    used: targets.length,
    records,
    ...percentSample(all.length, credit),
    tables: new Map([
      [
        'persons',
        figures({
          persons: own.count,
          'masked persons': others.count,
          attacked: targets.length,
          'percent found by the sum of distances': percents[0],
          'percent found by the distance of means': percents[1],
        }),
      ],
    ]),
  }
}

/** Returns the probability that a random pick among the persons nearest to p is right. */
function creditOf(p: number, truth: readonly number[], attack: (p: number, q: number, most: number) => number): number {
  let [least, nearest, right] = [Infinity, 0, 0]
  for (let q = 0; q < truth.length; q++) {
    const total = attack(p, q, least * (1 + EQUAL))
    if (total > least * (1 + EQUAL)) continue
    if (total < least * (1 - EQUAL)) [nearest, right] = [0, 0]
    least = Math.min(least, total)
    nearest++
    if (truth[q] === p) right++
  }
  return right / nearest
}

/** Returns units in which every record is a person. */
function singles(rows: number): Units {
  return { count: rows, ofRecord: Int32Array.from({ length: rows }, (_, i) => i) }
}

/** Relative difference of sums up to which they count as ties: rounding. */
const EQUAL = 1e-12

function membersOf(ids: Int32Array, count: number): number[][] {
  const members = Array.from({ length: count }, (): number[] => [])
  ids.forEach((id, row) => members[id].push(row))
  return members
}

/** Returns the squared distance of an original and a masked cell; NaN if either is missing. */
type CellDistance = (i: number, j: number) => number

const square = (value: number): number => value * value

function columnDistance(x: Column, y: Column): CellDistance {
  if (x.kind === 'numeric' && y.kind === 'numeric') {
    const present = x.values.filter((value) => Number.isFinite(value))
    const s = standardDeviation(present) || 1
    return (i, j) => square((x.values[i] - y.values[j]) / s)
  }
  const [a, b] = [labels(x), labels(y)]
  return (i, j) => (a[i] === undefined || b[j] === undefined ? Number.NaN : Number(a[i] !== b[j]))
}

/** Returns the squared distance of the means of two persons: of numbers; for categories half that of their shares. */
function meanDistance(
  x: Column,
  y: Column,
  persons: readonly (readonly number[])[],
  masked: readonly (readonly number[])[],
): CellDistance {
  if (x.kind === 'numeric' && y.kind === 'numeric') {
    const s = standardDeviation(x.values.filter((value) => Number.isFinite(value))) || 1
    const [a, b] = [meansOf(x.values, persons), meansOf(y.values, masked)]
    return (p, q) => square((a[p] - b[q]) / s)
  }
  const [a, b] = [sharesOf(labels(x), persons), sharesOf(labels(y), masked)]
  return (p, q) => {
    if (a[p].size === 0 || b[q].size === 0) return Number.NaN
    let sum = 0
    for (const [label, share] of a[p]) sum += square(share - (b[q].get(label) ?? 0))
    for (const [label, share] of b[q]) if (!a[p].has(label)) sum += share * share
    return sum / 2
  }
}

function meansOf(values: Float64Array, persons: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(persons, (rows) => {
    const known = rows.filter((row) => !Number.isNaN(values[row]))
    return known.reduce((sum, row) => sum + values[row], 0) / known.length
  })
}

function sharesOf(
  texts: readonly (string | undefined)[],
  persons: readonly (readonly number[])[],
): Map<string, number>[] {
  return persons.map((rows) => {
    const known = rows.flatMap((row) => texts[row] ?? [])
    const shares = new Map<string, number>()
    for (const text of known) shares.set(text, (shares.get(text) ?? 0) + 1 / known.length)
    return shares
  })
}

function labels(column: Column): (string | undefined)[] {
  if (column.kind === 'numeric')
    return Array.from(column.values, (value) => (Number.isNaN(value) ? undefined : String(value)))
  return Array.from(column.codes, (code) => (code < 0 ? undefined : column.levels[code]))
}

function otherWave(x: Column, y: Column): (i: number, j: number) => boolean {
  const [a, b] = [labels(x), labels(y)]
  return (i, j) => a[i] !== b[j]
}

function pairDistance(distances: readonly CellDistance[], i: number, j: number): number {
  let [sum, count] = [0, 0]
  for (const distance of distances) {
    const one = distance(i, j)
    if (Number.isNaN(one)) continue
    sum += one
    count++
  }
  return count === 0 ? UNKNOWN : sum / count
}
