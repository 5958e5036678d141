/** People of whom somebody wants to know whether they are in the original, with what they find of each. */
export interface ScoredPeople {
  /** By person a score, the less the more it looks as if they were in. */
  readonly scores: Float64Array
  /** By person which half they are of, 0 or 1. */
  readonly half: Uint8Array
}

/** What an attack on membership achieves. */
export interface MembershipAttack {
  /** By member 1 where they are called one, else 0. */
  readonly hits: Float64Array
  /** By person outside 1 where they are called a member. */
  readonly alarms: Float64Array
  /** The thresholds, each chosen on one half and used on the other: a score up to it is called a member's. */
  readonly thresholds: readonly [number, number]
  /** The chance that a member has the lower score of two people, one inside, one outside; ties count half. */
  readonly area: number
}

/**
 * Who is called a member by a threshold that was chosen on other people.
 *
 * On each half of the people the threshold with the greatest share of members at or below it less that of the others is
 * found (the lowest of as good ones, none where none is better than none), and used on the other half.
 *
 * @param members - Those who are in.
 * @param others - Those who are not.
 * @returns Who is called what.
 *
 * Cost: O(n log n).
 * Source: Yeom, Giacomelli, Fredrikson & Jha 2018, definition 4 (the advantage); the halves so that nothing is measured where
 * it was chosen.
 */
export function membershipAttack(members: ScoredPeople, others: ScoredPeople): MembershipAttack {
  const chosen = [0, 1].map((half) => bestThreshold(ofHalf(members, half), ofHalf(others, half)))
  const called = ({ scores, half }: ScoredPeople): Float64Array =>
    scores.map((score, i) => (score <= chosen[1 - half[i]] ? 1 : 0))
  return {
    hits: called(members),
    alarms: called(others),
    thresholds: [chosen[0], chosen[1]],
    area: areaUnderCurve(members.scores, others.scores),
  }
}

const ofHalf = ({ scores, half }: ScoredPeople, which: number): Float64Array =>
  scores.filter((_, i) => half[i] === which).sort()

/** The score up to which members are most in excess of the others, −∞ where nowhere are they. */
function bestThreshold(members: Float64Array, others: Float64Array): number {
  let best = 0
  let threshold = -Infinity
  let outside = 0
  for (let inside = 0; inside < members.length; inside++) {
    const score = members[inside]
    if (members[inside + 1] === score) continue
    while (outside < others.length && others[outside] <= score) outside++
    const advantage = (inside + 1) / members.length - outside / others.length
    if (advantage > best) {
      best = advantage
      threshold = score
    }
  }
  return threshold
}

function areaUnderCurve(members: Float64Array, others: Float64Array): number {
  const [a, b] = [members.slice().sort(), others.slice().sort()]
  let below = 0
  let upTo = 0
  let pairs = 0
  for (const score of a) {
    while (below < b.length && b[below] < score) below++
    while (upTo < b.length && b[upTo] <= score) upTo++
    pairs += b.length - upTo + (upTo - below) / 2
  }
  return pairs / (a.length * b.length)
}
