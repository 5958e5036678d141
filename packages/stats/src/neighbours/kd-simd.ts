import { LANES, NONE, type KdNodes } from './kd-build.js'
import {
  block,
  branch,
  branchIf,
  constant,
  F64,
  f64,
  f64x2,
  get,
  I32,
  i32,
  loop,
  moduleOf,
  select,
  set,
  V128,
  when,
  type Code,
} from './wasm-code.js'

/** Records per leaf at most: where four distances cost little more than the bounds of two boxes, larger leaves than without vectors. */
export const SIMD_LEAF = 64

/** Whether so many searches pay for the preparation. */
export function simdPays(searches: number, d: number): boolean {
  return searches * d >= 10_000
}

/** So many records at the least distance are counted one by one; where there are more, boxes that hold only such are to be counted whole. */
const MOST_TIES = 64

/** Searches of the nearest record with vector instructions, of a tree that does not change. */
export interface KdSimd {
  /** Where to write the d coordinates of a point. */
  readonly point: Float64Array
  /**
   * The nearest record of the point: of several the lowest, where ties are not to be counted.
   *
   * @param counted whether no record at the least distance is to be left out
   */
  nearest(counted: boolean): number
  /** Its squared distance. */
  distance2(): number
  /** Where counted: the weight of the records at that distance, of which the nearest is the lowest; 0 where there are too many. */
  ties(): number
}

// What the function has in its locals. Its parameters: whether ties are counted, and where the tree is.
const [COUNTED, NODES, IDS, WEIGHTS, BOXES, POINTS] = [0, 1, 2, 3, 4, 5]
const PARAMETERS = 6
const [DEPTH, NODE, PAIR, AT, END, ID, NEAREST, TIES, WEIGHT, FROM] = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
const [BEST, BOUND, FIRST, SECOND, SUM] = [16, 17, 18, 19, 20]
const [LIMIT, X, LOW_SUMS, HIGH_SUMS, GAP] = [21, 22, 23, 24, 25]
const LOCALS = [
  ...new Array<number>(10).fill(I32),
  ...new Array<number>(5).fill(F64),
  ...new Array<number>(5).fill(V128),
]

/** What is asked of WebAssembly, which every engine has and its standard library does not name. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer }
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly run: (...parameters: number[]) => number } }
}

/** What has been compiled, by d. */
const modules = new Map<number, object>()

/** Bytes of a node of the tree (first child, first position, position after the last, lowest index) and of one to come back to. */
const NODE_SIZE = 16
const RETURN_SIZE = 16
const RETURNS = 80
/** A vector of two zeros, and the results: least distance and ties. */
const ZEROS = RETURNS * RETURN_SIZE
const RESULT = ZEROS + 16
const POINT = RESULT + 16

/**
 * `searchNearest` in WebAssembly: four distances take two vectors, the bounds of two siblings one. Every number is computed
 * by the same operations in the same order, coordinate by coordinate, as in `blockDistances` and `pairBounds`, and so is
 * the same in every bit. The function is written for one tree: d is unrolled, and where things are is constant.
 *
 * @param tree a tree from which nothing is removed; it is copied
 * @param weights by record how often it counts, 1 unless said
 * @returns undefined where vectors are not to be had, or no such memory
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
    const module = modules.get(d) ?? new assembly.Module(moduleOf(PARAMETERS, LOCALS, searchCode(d)))
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
  // Lows side by side, and highs.
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

function searchCode(d: number): Code {
  const field = (at: number): Code =>
    i32.load(4 * at, i32.add(get(NODES), i32.multiply(get(NODE), constant(NODE_SIZE))))
  /** Element `number` after AT of an array of i32. */
  const element = (array: number, number: number): Code =>
    i32.load(4 * number, i32.add(get(array), i32.multiply(get(AT), constant(4))))
  const inf: Code = [0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x7f]
  /** NONE */
  const none: Code = [0x41, 0x7f]
  const toReturn = i32.multiply(get(DEPTH), constant(RETURN_SIZE))

  const pairBounds = (): Code[] => [
    set(FROM, i32.add(get(BOXES), i32.multiply(i32.shiftRight(get(PAIR), constant(1)), constant(32 * d)))),
    set(LOW_SUMS, f64x2.load(ZEROS, constant(0))),
    ...Array.from({ length: d }, (_, j) => [
      ...set(X, f64x2.loadTwice(POINT + 8 * j, constant(0))),
      ...set(
        GAP,
        f64x2.greatest(
          f64x2.greatest(f64x2.load(ZEROS, constant(0)), f64x2.subtract(f64x2.load(32 * j, get(FROM)), get(X))),
          f64x2.subtract(get(X), f64x2.load(32 * j + 16, get(FROM))),
        ),
      ),
      ...set(LOW_SUMS, f64x2.add(get(LOW_SUMS), f64x2.multiply(get(GAP), get(GAP)))),
    ]),
    set(FIRST, f64x2.lane(0, get(LOW_SUMS))),
    set(SECOND, f64x2.lane(1, get(LOW_SUMS))),
  ]

  const nothingNear = f64x2.any(f64x2.notAbove(f64x2.least(get(LOW_SUMS), get(HIGH_SUMS)), get(LIMIT)))

  /** Adds one coordinate's squared gaps to two of the four sums. */
  const addGaps = (sums: number, offset: number): Code => [
    ...set(GAP, f64x2.subtract(f64x2.load(offset, get(FROM)), get(X))),
    ...set(sums, f64x2.add(get(sums), f64x2.multiply(get(GAP), get(GAP)))),
  ]

  const lane = (number: number): Code =>
    block(
      set(SUM, f64x2.lane(number % 2, get(number < 2 ? LOW_SUMS : HIGH_SUMS))),
      branchIf(0, i32.isZero(f64.notAbove(get(SUM), get(BEST)))),
      set(ID, element(IDS, number)),
      when(
        f64.below(get(SUM), get(BEST)),
        set(BEST, get(SUM)),
        set(LIMIT, f64x2.twice(get(SUM))),
        set(NEAREST, get(ID)),
        set(TIES, constant(0)),
        set(WEIGHT, constant(0)),
      ),
      set(TIES, i32.add(get(TIES), constant(1))),
      set(WEIGHT, i32.add(get(WEIGHT), element(WEIGHTS, number))),
      set(NEAREST, select(get(ID), get(NEAREST), i32.below(get(ID), get(NEAREST)))),
    )

  const leaf = (): Code[] => [
    set(AT, field(1)),
    set(END, field(2)),
    set(FROM, i32.add(get(POINTS), i32.multiply(get(AT), constant(8 * d)))),
    loop(
      block(
        set(LOW_SUMS, f64x2.load(ZEROS, constant(0))),
        set(HIGH_SUMS, f64x2.load(ZEROS, constant(0))),
        ...Array.from({ length: d }, (_, j) => [
          ...set(X, f64x2.loadTwice(POINT + 8 * j, constant(0))),
          ...addGaps(LOW_SUMS, 32 * j),
          ...addGaps(HIGH_SUMS, 32 * j + 16),
          // Every eighth coordinate, and the last.
          ...((j & 7) === 7 || j === d - 1 ? branchIf(0, i32.isZero(nothingNear)) : []),
        ]),
        ...[0, 1, 2, 3].map(lane),
      ),
      set(AT, i32.add(get(AT), constant(LANES))),
      set(FROM, i32.add(get(FROM), constant(8 * LANES * d))),
      branchIf(0, i32.below(get(AT), get(END))),
    ),
  ]

  return [
    set(BEST, inf),
    set(LIMIT, f64x2.twice(inf)),
    set(NEAREST, none),
    set(TIES, constant(0)),
    set(WEIGHT, constant(0)),
    set(DEPTH, constant(1)),
    i32.store(0, constant(0), constant(0)),
    f64.store(8, constant(0), [0x44, 0, 0, 0, 0, 0, 0, 0, 0]),
    loop(
      set(DEPTH, i32.subtract(get(DEPTH), constant(1))),
      set(NODE, i32.load(0, toReturn)),
      set(BOUND, f64.load(8, toReturn)),
      block(
        loop(
          branchIf(1, f64.above(get(BOUND), get(BEST))),
          when(
            f64.equal(get(BOUND), get(BEST)),
            branchIf(
              2,
              select(i32.above(get(TIES), constant(MOST_TIES)), i32.above(field(3), get(NEAREST)), get(COUNTED)),
            ),
          ),
          set(PAIR, field(0)),
          when(i32.isZero(get(PAIR)), ...leaf(), branch(2)),
          ...pairBounds(),
          set(ID, f64.below(get(SECOND), get(FIRST))),
          set(BOUND, select(get(FIRST), get(SECOND), get(ID))),
          i32.store(0, toReturn, i32.subtract(i32.add(get(PAIR), constant(1)), get(ID))),
          f64.store(8, toReturn, get(BOUND)),
          set(DEPTH, i32.add(get(DEPTH), f64.notAbove(get(BOUND), get(BEST)))),
          set(BOUND, select(get(SECOND), get(FIRST), get(ID))),
          set(NODE, i32.add(get(PAIR), get(ID))),
          branch(0),
        ),
      ),
      branchIf(0, get(DEPTH)),
    ),
    f64.store(RESULT, constant(0), get(BEST)),
    i32.store(RESULT + 8, constant(0), select(constant(0), get(WEIGHT), i32.above(get(TIES), constant(MOST_TIES)))),
    get(NEAREST),
  ].flat()
}
