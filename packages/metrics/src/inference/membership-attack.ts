/** People under a membership attack, with their scores. */
export interface ScoredPeople {
  /** Score of each person; a lower score suggests membership. */
  readonly scores: Float64Array
  /** Half of each person, 0 or 1. */
  readonly half: Uint8Array
}

/** Result of a membership attack. */
export interface MembershipAttack {
  /** 1 for each member that is called a member, else 0. */
  readonly hits: Float64Array
  /** 1 for each person outside that is called a member, else 0. */
  readonly alarms: Float64Array
  /** Thresholds, each chosen on one half and used on the other: scores up to it are called members. */
  readonly thresholds: readonly [number, number]
  /** Probability that a member has the lower score of one person inside and one outside; ties count half. */
  readonly area: number
}

/**
 * Classifies people as members by a threshold chosen on other people.
 *
 * Each half gives the threshold with the greatest share of members at or below it less that of the others (the lowest
 * of equally good ones; none if no threshold helps). It is used on the other half.
 *
 * @param members - People in the original.
 * @param others - People outside.
 * @returns The classification.
 *
 * Cost: O(n log n).
 * Source: Yeom, Giacomelli, Fredrikson & Jha 2018, definition 4 (the advantage); the halves avoid measuring where the
 * threshold was chosen.
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

/** Returns the score with the largest excess of members over others up to it, −∞ if there is none. */
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
