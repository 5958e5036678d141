import { NONE, type KdNodes } from './kd-build.js'
import { NODE_SIZE, POINT, RESULT, searchModule } from './kd-simd-code.js'

/**
 * Maximum number of records per leaf. Four distances cost little more than the bounds of two boxes, so leaves are
 * larger than without vectors.
 */
export const SIMD_LEAF = 64

/** Returns true if this number of searches pays for the preparation. */
export function simdPays(searches: number, d: number): boolean {
  return searches * d >= 10_000
}

/** Searches of the nearest record with vector instructions, in a tree that does not change. */
export interface KdSimd {
  /** Place to write the d coordinates of a point. */
  readonly point: Float64Array
  /**
   * Finds the nearest record of the point: the lowest of several, if ties are not counted.
   *
   * @param counted - True if every record at the least distance has to be counted.
   */
  nearest(counted: boolean): number
  /** Returns its squared distance. */
  distance2(): number
  /**
   * Returns the weight of the records at that distance, if counted; `nearest` is the lowest of them. 0 if there are too
   * many.
   */
  ties(): number
}

/** Part of WebAssembly used here, which every engine has and the standard library types do not declare. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer }
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly run: (...parameters: number[]) => number } }
}

/** Compiled modules, by d. */
const modules = new Map<number, object>()

/**
 * Makes `searchNearest` in WebAssembly, with the same results in every bit: see `searchModule`. Cost: a copy of the
 * tree, and a third of the time of a search for d = 13, two thirds for d = 4.
 *
 * @param tree - Tree; it is copied.
 * @param weights - Weight of each record; default 1.
 * @returns Undefined without vector instructions, or without enough memory.
 */
export function kdSimd(tree: KdNodes, weights?: Int32Array): KdSimd | undefined {
  const { d, points, ids, from, to, child, boxes, lowest } = tree
  const nodesAt = POINT + 16 * Math.ceil(d / 2)
  const idsAt = nodesAt + NODE_SIZE * child.length
  const weightsAt = idsAt + 4 * ids.length
  const boxesAt = weightsAt + 4 * ids.length
  const pointsAt = boxesAt + 8 * boxes.length
  const size = pointsAt + 8 * points.length
  if (size >= 2 ** 31) return undefined
  let buffer: ArrayBuffer
  let run: (...parameters: number[]) => number
  try {
    const { WebAssembly: assembly } = globalThis as unknown as { readonly WebAssembly: Assembly }
    const module = modules.get(d) ?? new assembly.Module(searchModule(d))
    modules.set(d, module)
    const pages = Math.ceil(size / 2 ** 16)
    const memory = new assembly.Memory({ initial: pages, maximum: pages })
    buffer = memory.buffer
    run = new assembly.Instance(module, { sdc: { memory } }).exports.run
  } catch {
    return undefined
  }
  const nodes = new Uint32Array(buffer, nodesAt, 4 * child.length)
  for (let node = 0; node < child.length; node++) {
    nodes.set([child[node], from[node], to[node], lowest[node]], 4 * node)
  }
  new Uint32Array(buffer, idsAt, ids.length).set(ids)
  const counts = new Uint32Array(buffer, weightsAt, ids.length).fill(1)
  if (weights) for (let at = 0; at < ids.length; at++) counts[at] = ids[at] === NONE ? 0 : weights[ids[at]]
  new Float64Array(buffer, pointsAt, points.length).set(points)
  // Lows first, then highs.
  const sides = new Float64Array(buffer, boxesAt, boxes.length)
  for (let at = 0; at < boxes.length; at += 4) {
    sides[at] = boxes[at]
    sides[at + 1] = boxes[at + 2]
    sides[at + 2] = boxes[at + 1]
    sides[at + 3] = boxes[at + 3]
  }
  const distance = new Float64Array(buffer, RESULT, 1)
  const ties = new Uint32Array(buffer, RESULT + 8, 1)
  return {
    point: new Float64Array(buffer, POINT, d),
    nearest: (counted) => run(counted ? 1 : 0, nodesAt, idsAt, weightsAt, boxesAt, pointsAt) >>> 0,
    distance2: () => distance[0],
    ties: () => ties[0],
  }
}
