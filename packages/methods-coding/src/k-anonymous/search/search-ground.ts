import { beamSearch } from './beam-search.js'
import { groundTable, Roller } from '../classes/class-table.js'
import { verdictOf, type Requirement } from '../conditions/class-verdict.js'
import { exactSearch } from './exact-search.js'
import { Exploration } from './exploration.js'
import type { Ground } from '../classes/ground.js'
import { NodeScore } from './node-score.js'
import type { ExploredNode, GlobalRecoding, RecodingProblem } from '../classes/problem.js'

/** From this share of permitted suppression on, suppression decides more than failing nodes do. */
const MUCH = 0.5
/** Lattices with more nodes are searched by a beam. */
const EXACT = 1_000_000
/** In lattices up to this size without a satisfying node, the suppression of every node is computed. */
const ASKED = 5000
/** Scores within this of each other, relative, are tied. */
const TIE = 1e-9

/** Parts of a problem that a search of classes uses. */
export type GroundProblem = Pick<
  RecodingProblem,
  'loss' | 'mean' | 'importance' | 'gsFactor' | 'suppressionLimit' | 'tick'
>

/** The best node, and the ground classes that it suppresses. */
export interface FoundNode {
  readonly recoding: Omit<GlobalRecoding, 'suppressed'>
  /** 1 for each suppressed ground class. */
  readonly failing: Uint8Array
}

/** The best node, or a function that finds the nearest one if none satisfies. */
export type GroundResult =
  | { readonly found: FoundNode }
  | { readonly nearest: () => ExploredNode; readonly nodes: number }

/**
 * Searches the lattice of some classes.
 *
 * @param ground - The classes.
 * @param requirement - Requirement on every class.
 * @param problem - The loss, and the limit of suppression.
 * @returns The best node; of tied ones the one of least height, then the one with the lower level in the first column
 *   that differs.
 */
export function searchGround(ground: Ground, requirement: Requirement, problem: GroundProblem): GroundResult {
  const score = new NodeScore(ground, problem)
  const { size } = score.lattice
  const allowed = Math.floor(problem.suppressionLimit * ground.rows)
  let explored: readonly ExploredNode[]
  let bound: number | undefined
  let nearest: () => ExploredNode
  if (size <= EXACT) {
    const isBounding = problem.suppressionLimit >= MUCH && problem.gsFactor > 0
    const exploration = new Exploration(ground, requirement, score, allowed, isBounding)
    bound = exactSearch(exploration, isBounding, problem.tick)
    explored = exploration.nodes
    nearest = () => {
      if (size <= ASKED) for (let index = 0; index < size; index++) exploration.lookUnlessSeen(index)
      return leastSuppressed(exploration.nodes)
    }
  } else {
    const beamed = beamSearch(ground, requirement, score, allowed, problem.tick)
    explored = beamed.nodes
    bound = beamed.bound
    nearest = () => leastSuppressed(beamed.nodes)
  }
  const best = explored.reduce((least, one) => Math.min(least, one.score ?? Infinity), Infinity)
  if (best === Infinity) return { nearest, nodes: size }
  const tied = explored
    .filter((one) => one.score !== null && one.score <= best + TIE * Math.max(1, Math.abs(best)))
    .map(({ node }) => node)
    .sort(byHeight)
  const [node] = tied
  const roller = new Roller(ground)
  const bottom = groundTable(ground)
  const table = roller.table(bottom, node)
  const verdict = verdictOf(requirement, table)
  const { ids } = roller.classes(bottom, node)
  const failingOf = new Uint8Array(table.size)
  for (let i = 0; i < verdict.failed; i++) failingOf[ids[verdict.members[i]]] = 1
  const recoding = {
    node,
    score: score.of(node, verdict),
    classes: verdict.kept,
    least: verdict.least,
    greatest: verdict.greatest,
    tied,
    nodes: size,
    exact: bound === undefined,
    explored,
  }
  return {
    found: {
      recoding: bound === undefined ? recoding : { ...recoding, bound },
      failing: Uint8Array.from({ length: ground.size }, (_, c) => failingOf[ids[c]]),
    },
  }
}

function leastSuppressed(nodes: readonly ExploredNode[]): ExploredNode {
  return nodes.reduce((nearest, one) => (one.suppressed < nearest.suppressed ? one : nearest))
}

function byHeight(a: readonly number[], b: readonly number[]): number {
  const height = (node: readonly number[]): number => node.reduce((sum, level) => sum + level, 0)
  return height(a) - height(b) || a.map((level, j) => level - b[j]).find((less) => less !== 0) || 0
}
