import { absorbSuppressed } from './absorb-suppressed.js'
import type { Requirement } from '../conditions/class-verdict.js'
import { classConditions } from '../conditions/conditions.js'
import { groundOf, groundOfSome, type Ground } from '../classes/ground.js'
import { lowerClasses } from './lower-classes.js'
import type { LocalRecoding, RecodingProblem } from '../classes/problem.js'
import { ReleasedClasses, type Recoded } from './released-classes.js'
import { searchGround } from '../search/search-ground.js'

/** Maximum number of searches. */
const ROUNDS = 100
/** Least share of the remaining records that the first nodes keep. */
const SHARE = 0.5

/** Problem of recoding records one by one; the number of suppressed records is not limited. */
export type LocalProblem = Omit<RecodingProblem, 'suppressionLimit' | 'gsFactor'>

/**
 * Recodes records locally, in rounds. A round takes the best node that keeps half of the records (γ = 0: nothing is paid for
 * suppression). The next round does the same for the suppressed records alone, until none is left or no node keeps any.
 * If no node keeps half, a quarter is enough, and so on.
 *
 * Records that are left join existing classes, where these still pass. Then classes are lowered, column by column, the most
 * important first. Every class meets its conditions in the released file; shares of sensitive values are always compared
 * with those of the whole file.
 *
 * @param problem - Keys, conditions, and the loss that decides between nodes.
 * @returns The levels of each record; what is suppressed must be removed.
 * @throws BAD_HIERARCHY as `searchLattice` does.
 */
export function recodeLocally(problem: LocalProblem): LocalRecoding {
  const { ground, ids } = groundOf(problem)
  const requirement = { k: problem.k, conditions: classConditions(problem.sensitive) }
  const { recoded, nodes } = recodeInRounds(ground, requirement, problem)
  const classes = new ReleasedClasses(ground, recoded, requirement)
  absorbSuppressed(classes, nodes)
  lowerClasses(classes, problem.importance)
  let least = 0
  let greatest = 0
  for (const members of classes.members.values()) {
    const size = classes.records(members)
    if (least === 0 || size < least) least = size
    if (size > greatest) greatest = size
  }
  problem.tick?.(1)
  return {
    levels: recoded.levels.map((levels) => Uint8Array.from(ids, (c) => levels[c])),
    suppressed: Uint8Array.from(ids, (c) => recoded.suppressed[c]),
    rounds: nodes.length,
    classes: classes.members.size,
    least,
    greatest,
    cellLoss: cellLoss(ground, recoded),
  }
}

function recodeInRounds(
  ground: Ground,
  requirement: Requirement,
  problem: LocalProblem,
): { readonly recoded: Recoded; readonly nodes: readonly (readonly number[])[] } {
  const levels = ground.levels.map(() => new Uint8Array(ground.size))
  const suppressed = new Uint8Array(ground.size).fill(1)
  const nodes: (readonly number[])[] = []
  const { loss, mean = 'geometric', importance } = problem
  let left = Int32Array.from({ length: ground.size }, (_, c) => c)
  let share = SHARE
  while (left.length > 0 && nodes.length < ROUNDS) {
    const part = groundOfSome(ground, left)
    // At least one record must be kept.
    const suppressionLimit = Math.min(1 - share, (part.rows - 1) / part.rows)
    const result = searchGround(part, requirement, { loss, mean, importance, gsFactor: 0, suppressionLimit })
    if ('found' in result) {
      const { failing, recoding } = result.found
      left.forEach((c, i) => {
        if (failing[i]) return
        suppressed[c] = 0
        recoding.node.forEach((level, j) => (levels[j][c] = level))
      })
      left = left.filter((_, i) => failing[i] === 1)
      nodes.push(recoding.node)
      problem.tick?.(1 - left.length / ground.size)
    } else if (share * part.rows > 1) share /= 2
    else break
  }
  return { recoded: { levels, suppressed }, nodes }
}

/** Mean over all cells of (leaves under the value − 1)/(leaves − 1); 1 for each cell of a suppressed record. */
function cellLoss(ground: Ground, { levels, suppressed }: Recoded): number {
  let sum = 0
  ground.levels.forEach((of, j) => {
    const all = ground.leaves[j] - 1
    for (let c = 0; c < ground.size; c++) {
      const { codes, leaves } = of[levels[j][c]]
      const loss = suppressed[c] ? 1 : all > 0 ? (leaves[codes[c]] - 1) / all : 0
      sum += ground.counts[c] * loss
    }
  })
  return ground.rows > 0 ? sum / (ground.rows * ground.levels.length) : 0
}
