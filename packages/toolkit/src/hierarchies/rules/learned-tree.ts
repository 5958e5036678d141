import { SdcError, type CategoricalColumn } from '@sdc/core'
import { columnProfiles, type Profiles } from './column-profiles.js'
import type { RuleSubject } from './rule-subject.js'

/** Largest number of categories for which a tree is learned: the memory grows with its square. */
export const MOST_TREE_LEVELS = 2000
/** Levels between the values and `*`. */
const MOST_STEPS = 5
/** Length of a label that still lists all its categories. */
const LISTED = 60

/**
 * Classes of categories that are learned from the file: similar categories come together, rare ones first.
 *
 * Each category has a profile: its distribution in the other columns. Each step joins the two classes with the least
 * n_a·n_b/(n_a + n_b)·d(a, b). n_a and n_b are their numbers of records, and d is the mean total variation distance of their
 * profiles (1 if there is no other column). Ordered categories are joined with neighbours only. The levels of the hierarchy are the steps
 * with half as many classes as categories, a quarter, …, two; of more than five the five coarsest.
 *
 * @param subject - The column, and the columns that profiles are made of.
 * @returns For each category its labels, level by level.
 * @throws BAD_HIERARCHY for more than 2,000 categories.
 * Cost: O(categories² × parts of the profiles + categories³) in the worst case.
 */
export function learnedTree(subject: RuleSubject): string[][] {
  const { data, name, others = [] } = subject
  const column = data.column(name)
  if (column.kind !== 'categorical') throw new TypeError('a tree is learned of categories')
  const { levels, codes } = column
  if (levels.length > MOST_TREE_LEVELS) {
    const message = `column "${name}" has ${levels.length} categories, but the rule tree learns groups of at most ${MOST_TREE_LEVELS}`
    const fix = `Use prefix:3,2,1 for codes, date:month,year for dates, or a hierarchy file.`
    throw new SdcError('BAD_HIERARCHY', message, { column: name }, fix)
  }
  const counts = new Float64Array(levels.length)
  for (const code of codes) if (code >= 0) counts[code]++
  const profiles = columnProfiles(data, column, others)
  const wanted: number[] = []
  for (let count = Math.ceil(levels.length / 2); count > 1; count = Math.ceil(count / 2)) wanted.push(count)
  const taken = wanted.slice(-MOST_STEPS)
  const texts: string[][] = []
  joinClasses(counts, profiles, column.ordered, (classOf, count) => {
    if (taken.includes(count)) texts.push(labelsOf(column, classOf, counts))
  })
  return levels.map((_, code) => texts.map((labels) => labels[code]))
}

/**
 * Joins two classes at a time until one is left; `step` receives the class of each category and the number of classes.
 */
function joinClasses(
  counts: Float64Array,
  { parts, columns, width }: Profiles,
  ordered: boolean,
  step: (classOf: Int32Array, count: number) => void,
): void {
  const m = counts.length
  const n = counts.slice()
  const classOf = Int32Array.from({ length: m }, (_, c) => c)
  const active = Array.from({ length: m }, (_, c) => c)
  // A class is identified by its first category; its last one identifies its neighbour.
  const last = classOf.slice()
  const distances = new Float64Array(m * m)
  const distance = (a: number, b: number): number => {
    if (columns === 0) return 1
    let sum = 0
    for (let i = 0; i < width; i++) sum += Math.abs(parts[a * width + i] - parts[b * width + i])
    return sum / (2 * columns)
  }
  const setDistance = (a: number, b: number): void => {
    const d = distance(a, b)
    distances[a * m + b] = d
    distances[b * m + a] = d
  }
  for (let a = 0; a < m; a++) for (let b = a + 1; b < m; b++) setDistance(a, b)
  const cost = (a: number, b: number): number => {
    if (ordered && last[Math.min(a, b)] + 1 !== Math.max(a, b)) return Infinity
    const both = n[a] + n[b]
    return both === 0 ? 0 : ((n[a] * n[b]) / both) * distances[a * m + b]
  }
  const nearest = new Int32Array(m)
  const least = new Float64Array(m)
  // If the nearest class of a class was joined, the class is examined again at its turn: its cost is at least the old
  // one.
  const isStale = new Uint8Array(m)
  const find = (a: number): void => {
    isStale[a] = 0
    nearest[a] = -1
    least[a] = Infinity
    for (const b of active) {
      if (b === a) continue
      const own = cost(a, b)
      if (nearest[a] >= 0 && own >= least[a]) continue
      nearest[a] = b
      least[a] = own
    }
  }
  active.forEach(find)
  while (active.length > 1) {
    const best = active.reduce((a, b) => (least[b] < least[a] ? b : a))
    if (isStale[best] === 1) {
      find(best)
      continue
    }
    const [to, from] = [Math.min(best, nearest[best]), Math.max(best, nearest[best])]
    const both = n[to] + n[from]
    const share = both === 0 ? 0.5 : n[to] / both
    for (let i = 0; i < width; i++)
      parts[to * width + i] = share * parts[to * width + i] + (1 - share) * parts[from * width + i]
    n[to] = both
    last[to] = Math.max(last[to], last[from])
    active.splice(active.indexOf(from), 1)
    for (let c = 0; c < m; c++) if (classOf[c] === from) classOf[c] = to
    for (const other of active) if (other !== to) setDistance(to, other)
    find(to)
    for (const other of active) {
      if (other === to) continue
      if (nearest[other] === to || nearest[other] === from) isStale[other] = 1
      if (cost(other, to) >= least[other]) continue
      nearest[other] = to
      least[other] = cost(other, to)
      isStale[other] = 0
    }
    step(classOf, active.length)
  }
}

/** Label of the class of each category: its categories, the most frequent first; for ordered ones the ends. */
function labelsOf({ levels, ordered }: CategoricalColumn, classOf: Int32Array, counts: Float64Array): string[] {
  const members = new Map<number, number[]>()
  classOf.forEach((own, code) => members.set(own, [...(members.get(own) ?? []), code]))
  const labels = new Map<number, string>()
  const taken = new Set(levels)
  for (const [own, codes] of members) {
    if (codes.length === 1) {
      labels.set(own, levels[codes[0]])
      continue
    }
    const sorted = ordered ? codes : [...codes].sort((a, b) => counts[b] - counts[a] || a - b)
    const texts = sorted.map((code) => levels[code])
    const all = texts.join(' / ')
    let label = all.length <= LISTED ? all : `${texts[0]} / ${texts[1]} and ${texts.length - 2} more`
    if (ordered) label = `${texts[0]}..${texts[texts.length - 1]}`
    while (taken.has(label)) label += ' (group)'
    taken.add(label)
    labels.set(own, label)
  }
  return Array.from(classOf, (own) => labels.get(own) ?? '')
}
