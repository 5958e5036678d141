import { SdcError, type MaskInput } from '@sdc/core'
import { personsOf, type Units } from '@sdc/toolkit/internal'
import { groupMeans, groupSizes } from './group-means.js'

/** Note on persons for the card of every method that forms groups. */
export const personNote = {
  topic: 'choices',
  text:
    'If a column has the role person, each group has records of at least k persons: one with fewer is merged ' +
    'with the group whose centre is nearest. Not with inBlocks. Columns that are equal in all records of a ' +
    'person (level: person) are masked by groups of persons.',
} as const

/** Values of a column for distances between groups, one per record. */
export interface CentreColumn {
  readonly values: Float64Array
  /** True for codes of categories without an order: they are equal or not. */
  readonly isNominal?: boolean
}

/** Inputs of merging: the persons of the records, and k. */
export interface PersonsWanted {
  readonly persons: Units
  readonly k: number
}

/**
 * Returns the persons of the records, if groups need k persons.
 *
 * @param input - Records, perhaps with several records per person.
 * @param method - Id of the method, for errors.
 * @returns The persons and k; undefined if every person has one record.
 * @throws TOO_FEW_RECORDS for fewer than k persons; BAD_PARAMETER for cells of records, which may lack k persons.
 */
export function personsWanted(
  { data, roles, params }: MaskInput<{ readonly k: number; readonly inBlocks?: number | undefined }>,
  method: string,
): PersonsWanted | undefined {
  const persons = personsOf(data, roles)
  if (persons === undefined) return undefined
  const { k, inBlocks } = params
  if (persons.count < k) {
    const message = `${data.rows} records of ${persons.count} persons make no group of k = ${k} persons`
    throw new SdcError('TOO_FEW_RECORDS', message, { method, parameter: 'k' }, 'Use a smaller k.')
  }
  if (inBlocks !== undefined) {
    const message = `${method}: inBlocks forms groups in blocks of records, which may be of fewer than k persons`
    const fix = 'Leave inBlocks out. If each person has one record, remove the role person instead.'
    throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'inBlocks' }, fix)
  }
  return { persons, k }
}

/**
 * Merges groups with fewer than k distinct persons into the nearest group.
 *
 * In the order of labels, a group g with fewer than k persons joins the group h with the nearest centre until it has k.
 * The distance is Σ_j (c_gj − c_hj)², with 1 for different nominal categories; ties go to the lowest label. The centre
 * of both is the mean of all their records; for nominal categories it is that of the group with more records. Labels
 * keep their order.
 *
 * @param labels - Group of each record, from 0.
 * @param wanted - The persons and k; at least k persons.
 * @param columns - Values of the centres, in the unit of the distance; for nominal ones the code of the group in
 *   every record.
 * @returns The labels; those given if every group has k persons.
 *
 * Cost: O(n), and for each merged group O(groups · columns); O(1) for one column.
 */
export function mergeFewPersons(
  labels: Uint32Array,
  { persons: { ofRecord }, k }: PersonsWanted,
  columns: readonly CentreColumn[],
): Uint32Array {
  const sizes = Float64Array.from(groupSizes(labels))
  const members = Array.from(sizes, () => new Set<number>())
  labels.forEach((group, i) => members[group].add(ofRecord[i]))
  if (members.every(({ size }) => size >= k)) return labels
  const centres = columns.map(({ values, isNominal = false }): Centres => {
    const sums = new Float64Array(sizes.length)
    labels.forEach((group, i) => (sums[group] += values[i]))
    return {
      sums,
      of: isNominal ? groupMeans(values, labels) : sums.map((sum, group) => sum / sizes[group]),
      isNominal,
    }
  })
  const into = Uint32Array.from(sizes.keys())
  const isAlive = new Uint8Array(sizes.length).fill(1)
  const nearest = nearestGroup(centres, isAlive)
  const pending = [...sizes.keys()].filter((group) => members[group].size < k)
  for (const first of pending) {
    let group = first
    while (isAlive[group] === 1 && members[group].size < k) {
      const other = nearest(group)
      const [kept, gone] = group < other ? [group, other] : [other, group]
      const [larger, smaller] = members[kept].size < members[gone].size ? [gone, kept] : [kept, gone]
      for (const person of members[smaller]) members[larger].add(person)
      members[kept] = members[larger]
      const isMore = sizes[gone] > sizes[kept]
      sizes[kept] += sizes[gone]
      for (const { sums, of, isNominal } of centres) {
        sums[kept] += sums[gone]
        if (!isNominal) of[kept] = sums[kept] / sizes[kept]
        else if (isMore) of[kept] = of[gone]
      }
      isAlive[gone] = 0
      into[gone] = kept
      group = kept
    }
  }
  const numbers = new Uint32Array(sizes.length)
  let count = 0
  // A group joins one of a lower label, which has its number already.
  for (let group = 0; group < sizes.length; group++)
    numbers[group] = into[group] === group ? count++ : numbers[into[group]]
  return labels.map((group) => numbers[group])
}

/** Centres of groups in one column. */
interface Centres {
  readonly sums: Float64Array
  readonly of: Float64Array
  readonly isNominal: boolean
}

/** Returns the nearest of the remaining groups. */
function nearestGroup(
  centres: readonly Pick<Centres, 'of' | 'isNominal'>[],
  isAlive: Uint8Array,
): (group: number) => number {
  const distance = (a: number, b: number): number =>
    centres.reduce((sum, { of, isNominal }) => {
      const gap = of[a] - of[b]
      return sum + (isNominal ? Number(gap !== 0) : gap * gap)
    }, 0)
  if (centres.length === 1 && !centres[0].isNominal) return neighbours(centres[0].of, isAlive, distance)
  return (group) => {
    let best = -1
    let least = Infinity
    for (let other = 0; other < isAlive.length; other++) {
      if (isAlive[other] === 0 || other === group) continue
      const apart = distance(group, other)
      if (best >= 0 && apart >= least) continue
      best = other
      least = apart
    }
    return best
  }
}

/** On a line the nearest is the next one above or below: a merged centre lies between the two. */
function neighbours(
  centres: Float64Array,
  isAlive: Uint8Array,
  distance: (a: number, b: number) => number,
): (group: number) => number {
  const order = Array.from(centres.keys()).sort((a, b) => centres[a] - centres[b] || a - b)
  const place = new Int32Array(order.length)
  order.forEach((group, at) => (place[group] = at))
  // For the place of a removed group, the next one on either side is searched again from there.
  const next = Int32Array.from(order.keys(), (at) => at + 1)
  const last = Int32Array.from(order.keys(), (at) => at - 1)
  const along = (links: Int32Array, from: number): number => {
    let at = links[from]
    while (at >= 0 && at < order.length && isAlive[order[at]] === 0) at = links[at]
    links[from] = at
    return at
  }
  return (group) => {
    const above = along(next, place[group])
    const below = along(last, place[group])
    if (below < 0) return order[above]
    if (above === order.length) return order[below]
    const gap = distance(group, order[below]) - distance(group, order[above])
    return gap < 0 || (gap === 0 && order[below] < order[above]) ? order[below] : order[above]
  }
}
