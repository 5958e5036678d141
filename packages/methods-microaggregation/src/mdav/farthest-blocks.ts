import { mean, type KdLeaves } from '@sdc/stats'

/** Boxes in a box of the next level: fewer cost bounds, more cost distances. */
const FAN = 16

/** Finds the record farthest from any point, among those that are not taken out. */
export interface FarthestBlocks {
  /** Ties go to the lowest index. At least one record must be left. */
  find(point: Float64Array): number
  remove(record: number): void
}

/** What is known of the records of a box: tight bounds, and how far they are from the centre. */
interface Level {
  /** d lower bounds, then d upper bounds a box, all less the centre. */
  readonly boxes: Float64Array
  /** The greatest squared distance of a record of the box from the centre; −1 where none is left. */
  readonly reach: Float64Array
  /** Working space of a search: the bounds of FAN boxes. */
  readonly bounds: Float64Array
}

interface Blocks {
  /** Records by place, and their coordinates; block b has the places from[b] … to[b] − 1. */
  readonly records: Uint32Array
  readonly packed: Float64Array
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** The blocks, and then FAN consecutive boxes of the level below each, up to a level of FAN boxes at most. */
  readonly levels: readonly Level[]
}

/** Bounds are raised by this much of their terms, far more than these and the distances are rounded by. */
const SLACK = 1e-9

/**
 * Records in blocks of neighbours, these in larger boxes, and so on.
 *
 * With x and p taken from a fixed centre, |x − p|² = |x|² + |p|² − 2x·p. So no record of a box is farther from p than
 * the root of ρ² + |p|² − 2 Σ_j min(low_j p_j, high_j p_j), ρ the distance from the centre of the box's record farthest
 * from it. Where records fill a ball, that is about half as far off as the far corner of the box. Cost: O(n) to build;
 * a search takes the bounds on the way to the most promising box, and those of the boxes that reach as far as the
 * farthest record.
 *
 * @param leaves the blocks, of the records that are left (`KdTree.leaves`); asked for at the start and whenever half of
 *   the records are gone
 */
export function farthestBlocks(columns: readonly Float64Array[], leaves: () => KdLeaves): FarthestBlocks {
  const d = columns.length
  const n = columns[0].length
  const placeOf = new Uint32Array(n)
  const blockOf = new Uint32Array(n)
  let built = n
  let left = n
  const centre = Float64Array.from(columns, (column) => mean(column))
  const fromCentre = new Float64Array(d)
  const space: Space = { columns, centre, placeOf, blockOf }
  let blocks = build(space, leaves())
  let best = -1
  let bestRecord = 0

  const scan = (block: number, point: Float64Array): void => {
    const { records, packed, from, to } = blocks
    for (let place = from[block]; place < to[block]; place++) {
      let distance = 0
      for (let j = 0, at = place * d; j < d; j++, at++) {
        const gap = packed[at] - point[j]
        distance += gap * gap
      }
      if (distance < best || (distance === best && records[place] > bestRecord)) continue
      best = distance
      bestRecord = records[place]
    }
  }
  /** Searches the boxes first … end − 1 of a level, the most promising one first. */
  const search = (level: number, first: number, end: number, point: Float64Array): void => {
    const { boxes, reach, bounds } = blocks.levels[level]
    let top = first
    for (let box = first; box < end; box++) {
      bounds[box - first] = farthestBound(boxes, box, reach[box], fromCentre)
      if (bounds[box - first] > bounds[top - first]) top = box
    }
    const visit = (box: number): void => {
      if (level === 0) scan(box, point)
      else search(level - 1, box * FAN, Math.min((box + 1) * FAN, blocks.levels[level - 1].reach.length), point)
    }
    if (bounds[top - first] < best || bounds[top - first] < 0) return
    visit(top)
    for (let box = first; box < end; box++) {
      if (box !== top && bounds[box - first] >= best && bounds[box - first] >= 0) visit(box)
    }
  }

  return {
    find(point) {
      best = -1
      bestRecord = 0
      const top = blocks.levels.length - 1
      for (let j = 0; j < d; j++) fromCentre[j] = point[j] - centre[j]
      search(top, 0, blocks.levels[top].reach.length, point)
      return bestRecord
    },
    remove(record) {
      const { records, packed, to } = blocks
      const place = placeOf[record]
      const block = blockOf[record]
      const last = --to[block]
      for (let j = 0; j < d; j++) fromCentre[j] = packed[place * d + j] - centre[j]
      packed.copyWithin(place * d, last * d, (last + 1) * d)
      records[place] = records[last]
      placeOf[records[place]] = place
      left--
      if (left > 0 && 2 * left <= built) {
        blocks = build(space, leaves())
        built = left
        return
      }
      if (isInside(blocks.levels[0], block, fromCentre) || !encloseRecords(blocks, block, centre)) return
      // A box that keeps its bounds keeps those of the boxes around it.
      for (let level = 1, box = block; level < blocks.levels.length; level++) {
        box = Math.floor(box / FAN)
        if (!encloseBoxes(blocks.levels, level, box, d)) return
      }
    },
  }
}

/** What stays when blocks are made anew. */
interface Space {
  readonly columns: readonly Float64Array[]
  readonly centre: Float64Array
  readonly placeOf: Uint32Array
  readonly blockOf: Uint32Array
}

function build({ columns, centre, placeOf, blockOf }: Space, { records, starts }: KdLeaves): Blocks {
  const d = columns.length
  const blockCount = starts.length - 1
  const packed = new Float64Array(records.length * d)
  for (let place = 0; place < records.length; place++) {
    placeOf[records[place]] = place
    for (let j = 0; j < d; j++) packed[place * d + j] = columns[j][records[place]]
  }
  const levels: Level[] = []
  for (let count = blockCount; ; count = Math.ceil(count / FAN)) {
    const boxes = new Float64Array(count * 2 * d)
    levels.push({ boxes, reach: new Float64Array(count), bounds: new Float64Array(FAN) })
    if (count <= FAN) break
  }
  const [from, to] = [starts.subarray(0, blockCount), starts.slice(1)]
  const blocks = { records, packed, from, to, levels }
  for (let block = 0; block < blockCount; block++) {
    for (let place = from[block]; place < to[block]; place++) blockOf[records[place]] = block
    encloseRecords(blocks, block, centre)
  }
  for (let level = 1; level < levels.length; level++) {
    for (let box = 0; box < levels[level].reach.length; box++) encloseBoxes(levels, level, box, d)
  }
  return blocks
}

/** A squared distance that no record of box number `box` exceeds, from a point taken from the centre; −1 where it is empty. */
function farthestBound(boxes: Float64Array, box: number, reach: number, point: Float64Array): number {
  if (reach < 0) return -1
  const d = point.length
  let square = 0
  let least = 0
  for (let j = 0, low = box * 2 * d; j < d; j++, low++) {
    const p = point[j]
    square += p * p
    least += p > 0 ? p * boxes[low] : p * boxes[low + d]
  }
  return (reach + square) * (1 + SLACK) - 2 * least + SLACK * Math.abs(least)
}

/** Whether a record, taken from the centre, held no side of its box and was not the farthest from the centre. */
function isInside({ boxes, reach }: Level, box: number, record: Float64Array): boolean {
  const d = record.length
  let square = 0
  for (let j = 0, low = box * 2 * d; j < d; j++, low++) {
    if (record[j] === boxes[low] || record[j] === boxes[low + d]) return false
    square += record[j] * record[j]
  }
  return square < reach[box]
}

/** Writes the tight box and the reach of what is left in a block; whether they changed. */
function encloseRecords({ packed, from, to, levels }: Blocks, block: number, centre: Float64Array): boolean {
  const d = centre.length
  let reach = -1
  for (let place = from[block]; place < to[block]; place++) {
    let square = 0
    for (let j = 0; j < d; j++) square += (packed[place * d + j] - centre[j]) * (packed[place * d + j] - centre[j])
    if (square > reach) reach = square
  }
  let changed = setReach(levels[0], block, reach)
  for (let j = 0; j < d; j++) {
    let low = Infinity
    let high = -Infinity
    for (let place = from[block]; place < to[block]; place++) {
      const value = packed[place * d + j] - centre[j]
      if (value < low) low = value
      if (value > high) high = value
    }
    if (setBounds(levels[0].boxes, block, j, d, low, high)) changed = true
  }
  return changed
}

/** Writes the box and the reach of its boxes on the level below; whether they changed. */
function encloseBoxes(levels: readonly Level[], level: number, box: number, d: number): boolean {
  const inner = levels[level - 1]
  const end = Math.min((box + 1) * FAN, inner.reach.length)
  let reach = -1
  for (let b = box * FAN; b < end; b++) if (inner.reach[b] > reach) reach = inner.reach[b]
  let changed = setReach(levels[level], box, reach)
  for (let j = 0; j < d; j++) {
    let low = Infinity
    let high = -Infinity
    for (let b = box * FAN; b < end; b++) {
      const lower = inner.boxes[b * 2 * d + j]
      const upper = inner.boxes[b * 2 * d + d + j]
      if (lower < low) low = lower
      if (upper > high) high = upper
    }
    if (setBounds(levels[level].boxes, box, j, d, low, high)) changed = true
  }
  return changed
}

function setReach({ reach }: Level, box: number, value: number): boolean {
  const changed = reach[box] !== value
  reach[box] = value
  return changed
}

function setBounds(boxes: Float64Array, box: number, j: number, d: number, low: number, high: number): boolean {
  const at = box * 2 * d + j
  if (boxes[at] === low && boxes[at + d] === high) return false
  boxes[at] = low
  boxes[at + d] = high
  return true
}
