import { LANES, NONE } from './kd-build.js'
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
  real,
  select,
  set,
  V128,
  when,
  type Code,
} from './wasm-code.js'

/**
 * Number of records at the least distance that are counted one by one; with more, boxes that hold only such records
 * have to be counted whole.
 */
const MOST_TIES = 64

/** Bytes of a node of the tree: first child, first position, position after the last, lowest index. */
export const NODE_SIZE = 16
/** Bytes of a node to return to, with its bound; they begin at 0. */
const RETURN_SIZE = 16
const RETURNS = 80
/** Address of the results (the least distance and the weight of its ties), and of the point. */
export const RESULT = RETURNS * RETURN_SIZE
export const POINT = RESULT + 16

// Locals of the function. Its parameters: the flag to count ties, and the addresses of the tree.
const [COUNTED, NODES, IDS, WEIGHTS, BOXES, POINTS] = [0, 1, 2, 3, 4, 5]
const PARAMETERS = 6
const [DEPTH, NODE, PAIR, AT, END, ID, NEAREST, TIES, WEIGHT, FROM, SWAP] = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
const [BEST, BOUND, FIRST, SECOND, SUM] = [17, 18, 19, 20, 21]
const [LIMIT, X, LOW_SUMS, HIGH_SUMS, GAP, ZEROS] = [22, 23, 24, 25, 26, 27]
const LOCALS = [
  ...new Array<number>(11).fill(I32),
  ...new Array<number>(5).fill(F64),
  ...new Array<number>(6).fill(V128),
]

/**
 * Assembles the search for d columns: `searchNearest`, where four distances take two vectors and the bounds of two
 * siblings one.
 *
 * Every number is computed by the same operations as in `blockDistances` and `pairBounds`, the sum of a record
 * coordinate by coordinate in one place of a vector: so every bit is the same. The coordinates are written out instead
 * of a loop.
 *
 * @param d - Number of columns.
 * @returns A module for the import of `moduleOf`: `run(counted, nodes, ids, weights, boxes, points)` takes their
 *   addresses in the memory, and returns the nearest record.
 */
export function searchModule(d: number): Uint8Array {
  const field = (at: number): Code =>
    i32.load(4 * at, i32.add(get(NODES), i32.multiply(get(NODE), constant(NODE_SIZE))))
  /** Loads element `number` after AT of an array of i32. */
  const element = (array: number, number: number): Code =>
    i32.load(4 * number, i32.add(get(array), i32.multiply(get(AT), constant(4))))
  const toReturn = i32.multiply(get(DEPTH), constant(RETURN_SIZE))

  /** Computes the bounds of the two children that begin at PAIR: max(low − x, x − high, 0) is their gap. */
  const pairBounds = (): Code[] => [
    set(FROM, i32.add(get(BOXES), i32.multiply(i32.shiftRight(get(PAIR), constant(1)), constant(32 * d)))),
    set(LOW_SUMS, get(ZEROS)),
    ...Array.from({ length: d }, (_, j) => [
      ...set(X, f64x2.loadTwice(POINT + 8 * j, constant(0))),
      ...set(
        GAP,
        f64x2.greatest(
          f64x2.greatest(get(ZEROS), f64x2.subtract(f64x2.load(32 * j, get(FROM)), get(X))),
          f64x2.subtract(get(X), f64x2.load(32 * j + 16, get(FROM))),
        ),
      ),
      ...set(LOW_SUMS, f64x2.add(get(LOW_SUMS), f64x2.multiply(get(GAP), get(GAP)))),
    ]),
    set(FIRST, f64x2.lane(0, get(LOW_SUMS))),
    set(SECOND, f64x2.lane(1, get(LOW_SUMS))),
  ]

  const anyNear = f64x2.any(f64x2.notAbove(f64x2.least(get(LOW_SUMS), get(HIGH_SUMS)), get(LIMIT)))

  /** Adds the squared gaps of one coordinate to two of the four sums. */
  const addGaps = (sums: number, offset: number): Code => [
    ...set(GAP, f64x2.subtract(f64x2.load(offset, get(FROM)), get(X))),
    ...set(sums, f64x2.add(get(sums), f64x2.multiply(get(GAP), get(GAP)))),
  ]

  /** Takes one of the four distances into account. */
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

  /** Visits all blocks of the leaf NODE. */
  const leaf = (): Code[] => [
    set(AT, field(1)),
    set(END, field(2)),
    set(FROM, i32.add(get(POINTS), i32.multiply(get(AT), constant(8 * d)))),
    loop(
      block(
        set(LOW_SUMS, get(ZEROS)),
        set(HIGH_SUMS, get(ZEROS)),
        ...Array.from({ length: d }, (_, j) => [
          ...set(X, f64x2.loadTwice(POINT + 8 * j, constant(0))),
          ...addGaps(LOW_SUMS, 32 * j),
          ...addGaps(HIGH_SUMS, 32 * j + 16),
          // Every eighth coordinate, and the last.
          ...((j & 7) === 7 || j === d - 1 ? branchIf(0, i32.isZero(anyNear)) : []),
        ]),
        ...[0, 1, 2, 3].map(lane),
      ),
      set(AT, i32.add(get(AT), constant(LANES))),
      set(FROM, i32.add(get(FROM), constant(8 * LANES * d))),
      branchIf(0, i32.below(get(AT), get(END))),
    ),
  ]

  const search = [
    set(BEST, real(Infinity)),
    set(LIMIT, f64x2.twice(get(BEST))),
    set(NEAREST, constant(NONE | 0)),
    // The root, whose bound is 0.
    i32.store(0, constant(0), get(NODE)),
    f64.store(8, constant(0), get(BOUND)),
    set(DEPTH, constant(1)),
    loop(
      set(DEPTH, i32.subtract(get(DEPTH), constant(1))),
      set(NODE, i32.load(0, toReturn)),
      set(BOUND, f64.load(8, toReturn)),
      block(
        loop(
          // Skipped as in searchNearest; if ties are counted, only once there are too many.
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
          // The nearer child first, the other one to return to.
          set(SWAP, f64.below(get(SECOND), get(FIRST))),
          set(BOUND, select(get(FIRST), get(SECOND), get(SWAP))),
          i32.store(0, toReturn, i32.subtract(i32.add(get(PAIR), constant(1)), get(SWAP))),
          f64.store(8, toReturn, get(BOUND)),
          set(DEPTH, i32.add(get(DEPTH), f64.notAbove(get(BOUND), get(BEST)))),
          set(BOUND, select(get(SECOND), get(FIRST), get(SWAP))),
          // A branch that the processor predicts, so it can visit the next boxes without waiting for the sums.
          set(NODE, get(PAIR)),
          when(get(SWAP), set(NODE, i32.add(get(PAIR), constant(1)))),
          branch(0),
        ),
      ),
      branchIf(0, get(DEPTH)),
    ),
    f64.store(RESULT, constant(0), get(BEST)),
    i32.store(RESULT + 8, constant(0), select(constant(0), get(WEIGHT), i32.above(get(TIES), constant(MOST_TIES)))),
    get(NEAREST),
  ].flat()
  return moduleOf(PARAMETERS, LOCALS, search)
}
