import type { Task } from './task.js'

/** Relations as nodes and cells as arcs between them, with equal inflow and outflow at each node. */
export interface Network {
  readonly nodes: number
  /** A rising cell carries flow from `from` to `to`. */
  readonly from: Int32Array
  readonly to: Int32Array
}

/**
 * Returns the network of a task: of a plain table of two dimensions, possibly with one hierarchy, or of a hierarchy
 * alone. The attacker's programs are then maximum flows and their duals minimum cuts. Relations that are sums of others
 * (the row of a subtotal follows from the rows of its parts) are left out, until every cell is in two at most. A cell
 * in only one leads to a node of its own.
 *
 * @param task - Cells and relations.
 * @returns The network; undefined if there is none (three dimensions, two hierarchies).
 */
export function networkOf({ cells, relations }: Task): Network | undefined {
  const of: number[][] = Array.from(cells, () => [])
  relations.forEach((relation, e) => relation.cells.forEach((c) => of[c].push(e)))
  const kept = withoutSums(relations, of)
  if (kept === undefined) return undefined
  const signs = orientation(relations, of, kept)
  if (signs === undefined) return undefined
  const number = new Int32Array(relations.length)
  let nodes = 1
  kept.forEach((one, e) => {
    if (one) number[e] = nodes++
  })
  const from = new Int32Array(cells.length)
  const to = new Int32Array(cells.length)
  relations.forEach((relation, e) => {
    if (!kept[e]) return
    relation.cells.forEach((c, i) => {
      if (relation.signs[i] * signs[e] > 0) to[c] = number[e]
      else from[c] = number[e]
    })
  })
  return { nodes, from, to }
}

/** 1 for relations from which the others follow, with at most two per cell. */
function withoutSums(relations: Task['relations'], of: readonly (readonly number[])[]): Uint8Array | undefined {
  if (of.every((those) => those.length <= 2)) return new Uint8Array(relations.length).fill(1)
  if (of.some((those) => those.length > 3)) return undefined
  const candidates = [...relations.keys()].filter((e) => relations[e].cells.every((c) => of[c].length === 3))
  // Rows follow from columns and columns from rows: the position of the hierarchy decides which are redundant.
  for (const order of [candidates, candidates.toReversed()]) {
    const kept = new Uint8Array(relations.length).fill(1)
    for (const e of order) if (isSum(relations, of, e, kept)) kept[e] = 0
    if (of.every((those) => those.filter((e) => kept[e]).length <= 2)) return kept
  }
  return undefined
}

/**
 * True if a relation follows from kept others: each of its cells is the total of a relation, and the parts of these
 * cells form further relations.
 */
function isSum(
  relations: Task['relations'],
  of: readonly (readonly number[])[],
  at: number,
  kept: Uint8Array,
): boolean {
  const left = new Map<number, number>()
  const add = (e: number, factor: number): void => {
    relations[e].cells.forEach((c, i) => {
      const value = (left.get(c) ?? 0) + factor * relations[e].signs[i]
      if (value === 0) left.delete(c)
      else left.set(c, value)
    })
  }
  const signIn = (e: number, c: number): number => relations[e].signs[relations[e].cells.indexOf(c)]
  const used = new Set([at])
  add(at, 1)
  for (let i = 0; i < relations[at].cells.length; i++) {
    const cell = relations[at].cells[i]
    const own = of[cell].find((e) => e !== at && kept[e] && signIn(e, cell) === -1)
    if (own === undefined || used.has(own)) return false
    used.add(own)
    add(own, relations[at].signs[i])
  }
  for (const [part] of left) {
    if (!left.has(part)) continue
    const next = of[part].find(
      (e) => !used.has(e) && kept[e] && relations[e].cells.every((c, i) => left.get(c) === relations[e].signs[i]),
    )
    if (next === undefined) return false
    used.add(next)
    add(next, -1)
  }
  return true
}

/** A sign for each relation, so that every cell leaves one node and enters another. */
function orientation(
  relations: Task['relations'],
  of: readonly (readonly number[])[],
  kept: Uint8Array,
): Int8Array | undefined {
  const signs = new Int8Array(relations.length)
  const signIn = (e: number, c: number): number => relations[e].signs[relations[e].cells.indexOf(c)]
  for (let first = 0; first < relations.length; first++) {
    if (!kept[first] || signs[first] !== 0) continue
    signs[first] = 1
    const waiting = [first]
    for (let e = waiting.pop(); e !== undefined; e = waiting.pop()) {
      for (const c of relations[e].cells) {
        for (const other of of[c]) {
          if (other === e || !kept[other]) continue
          const wanted = -signIn(e, c) * signs[e] * signIn(other, c)
          if (signs[other] === 0) {
            signs[other] = wanted
            waiting.push(other)
          } else if (signs[other] !== wanted) return undefined
        }
      }
    }
  }
  return signs
}
