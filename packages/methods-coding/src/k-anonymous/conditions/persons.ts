import { keyClasses } from '@sdc/stats'
import type { Units } from '@sdc/toolkit/internal'
import type { Tests } from '../classes/class-test.js'
import type { PersonValues, Sensitive } from '../classes/problem.js'

/** Weights this close to a whole number are taken as that number. */
const ROUNDING = 1e-9

/**
 * Condition that a class has records of k persons: k distinct values in the column of persons.
 *
 * @param column - The name of that column.
 * @param persons - The persons of the records.
 * @param k - The least number of persons.
 * @returns The condition, as one of a sensitive column.
 */
export function personCondition(column: string, { ofRecord, count }: Units, k: number): Sensitive {
  return { column, codes: ofRecord, size: count, conditions: [{ model: 'distinct', l: k }] }
}

/**
 * Sensitive column in which each person counts once: a person with m records in a class adds 1/m to each of their
 * values.
 *
 * @param sensitive - The column by records.
 * @param persons - The persons of the records.
 * @returns The column with pairs of a person and a value as codes, which are counted as values are.
 */
export function sensitiveOfPersons(sensitive: Sensitive, { ofRecord, count }: Units): Sensitive {
  const { codes, size } = sensitive
  const { ids, firsts } = keyClasses([ofRecord, codes])
  const records = new Float64Array(count)
  for (const person of ofRecord) records[person]++
  const shares = new Float64Array(size)
  codes.forEach((value, i) => (shares[value] += 1 / (records[ofRecord[i]] * count)))
  const person = Int32Array.from(firsts, (i) => ofRecord[i])
  const value = Int32Array.from(firsts, (i) => codes[i])
  return {
    ...sensitive,
    codes: ids,
    size: firsts.length,
    pairs: { person, value, persons: count, values: size, shares },
  }
}

/**
 * Converts tests of values to tests of pairs of a person and a value: the class is a class of persons, each with shares
 * of values.
 *
 * @param tests - Tests of a histogram of values, whose counts need not be whole.
 * @param pairs - The pairs by code.
 * @returns The tests. The bound on what parts can keep is unknown: all of the class.
 */
export function testsOfPersons({ holds }: Tests, { person, value, persons, values }: PersonValues): Tests {
  const records = new Float64Array(persons)
  const weights = new Float64Array(values)
  return {
    holds: (histogram, from, to) => {
      let people = 0
      for (let e = from; e < to; e++) {
        const one = person[histogram.values[e]]
        if (records[one] === 0) people++
        records[one] += histogram.counts[e]
      }
      const present: number[] = []
      for (let e = from; e < to; e++) {
        const code = value[histogram.values[e]]
        if (weights[code] === 0) present.push(code)
        weights[code] += histogram.counts[e] / records[person[histogram.values[e]]]
      }
      const counts = Float64Array.from(present, (code) => whole(weights[code]))
      for (const code of present) weights[code] = 0
      for (let e = from; e < to; e++) records[person[histogram.values[e]]] = 0
      const own = { starts: Int32Array.of(0, present.length), values: Int32Array.from(present), counts, size: values }
      return holds(own, 0, present.length, people)
    },
    keeps: (_histogram, _from, _to, total) => total,
  }
}

const whole = (weight: number): number =>
  Math.abs(weight - Math.round(weight)) < ROUNDING ? Math.round(weight) : weight
