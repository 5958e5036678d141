import type { Requirement } from './class-verdict.js'
import { classConditions } from './conditions.js'
import { groundOf, groundOfSome, type Ground } from './ground.js'
import type { LocalRecoding, RecodingProblem } from './problem.js'
import { searchGround } from './search-lattice.js'

/** So many searches at most. */
const ROUNDS = 100
/** What γ grows by where nothing was gained. */
const STEP = 0.05
/** Half of what is left may be suppressed, to be recoded in the next round. */
const LIMIT = 0.5

export type LocalProblem = Omit<RecodingProblem, 'suppressionLimit' | 'gsFactor'>

/** By ground class, the levels of its keys, all 255 where it is suppressed. */
interface Levels {
  readonly levels: readonly Uint8Array[]
  readonly suppressed: Uint8Array
  readonly rounds: number
}

export function recodeLocally(problem: LocalProblem): LocalRecoding {
  const { ground, ids } = groundOf(problem)
  const requirement = { k: problem.k, conditions: classConditions(problem.sensitive) }
  const recoded = recodeInRounds(ground, requirement, problem)
  const sizes = releasedSizes(ground, recoded)
  return {
    levels: recoded.levels.map((levels) => Uint8Array.from(ids, (c) => levels[c])),
    suppressed: Uint8Array.from(ids, (c) => recoded.suppressed[c]),
    rounds: recoded.rounds,
    classes: sizes.length,
    least: sizes.length > 0 ? sizes.reduce((a, b) => Math.min(a, b)) : 0,
    greatest: sizes.reduce((a, b) => Math.max(a, b), 0),
    cellLoss: cellLoss(ground, recoded),
  }
}

function recodeInRounds(ground: Ground, requirement: Requirement, problem: LocalProblem): Levels {
  const levels = ground.levels.map(() => new Uint8Array(ground.size))
  const suppressed = new Uint8Array(ground.size).fill(1)
  let left = Int32Array.from({ length: ground.size }, (_, c) => c)
  let gsFactor = 0
  let suppressionLimit = LIMIT
  let rounds = 0
  while (left.length > 0 && rounds < ROUNDS) {
    rounds++
    const result = searchGround(groundOfSome(ground, left), requirement, { ...problem, gsFactor, suppressionLimit })
    const before = left.length
    if ('found' in result) {
      const { failing, recoding } = result.found
      left.forEach((c, i) => {
        if (failing[i]) return
        suppressed[c] = 0
        recoding.node.forEach((level, j) => (levels[j][c] = level))
      })
      left = left.filter((_, i) => failing[i] === 1)
    }
    if (left.length < before) continue
    if (suppressionLimit < 1) suppressionLimit = 1
    else if (gsFactor < 1) gsFactor = Math.min(1, gsFactor + STEP)
    else break
  }
  return { levels, suppressed, rounds }
}

/** The sizes of the classes as they are released. */
function releasedSizes(ground: Ground, { levels, suppressed }: Levels): number[] {
  const sizes = new Map<string, number>()
  for (let c = 0; c < ground.size; c++) {
    if (suppressed[c]) continue
    const value = levels.map((of, j) => `${of[c]}:${ground.levels[j][of[c]].codes[c]}`).join()
    sizes.set(value, (sizes.get(value) ?? 0) + ground.counts[c])
  }
  return [...sizes.values()]
}

function cellLoss(ground: Ground, { levels, suppressed }: Levels): number {
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
