/** Records in a block at most, and boxes in a box of the next level: fewer cost bounds, more cost distances. */
const FAN = 16

/** Finds the record farthest from any point, among those that are not taken out. */
export interface FarthestBlocks {
  /** Ties go to the lowest index. At least one record must be left. */
  find(point: Float64Array): number
  remove(record: number): void
}

interface Blocks {
  /** Records by place, and their coordinates; block b has the places from FAN·b to to[b] − 1. */
  readonly records: Uint32Array
  readonly packed: Float64Array
  readonly to: Uint32Array
  /**
   * Tight boxes, of the blocks and then of FAN consecutive boxes of the level below, up to a level of FAN boxes at most;
   * d lower bounds, then d upper bounds a box.
   */
  readonly levels: readonly Float64Array[]
  /** Working space of a search: the bounds of FAN boxes, by level. */
  readonly bounds: readonly Float64Array[]
}

/**
 * Records in blocks of neighbours with their bounding boxes.
 *
 * order: all records, such that neighbours in it are near each other (`KdTree.order`). No record of a box is farther from p
 * than the corner at squared distance Σ_j max(p_j − low_j, high_j − p_j)². It is summed in the order of the distance's own
 * coordinates and rounding is monotone, so the bound holds for the computed distances as they are, ties included.
 * Neighbouring boxes share a larger one, and so on. Blocks are made anew when half of the records are gone.
 * Cost: O(n) to build; a search takes the bounds on the way to the farthest corner, and those of the boxes that reach as far
 * as the farthest record.
 */
export function farthestBlocks(columns: readonly Float64Array[], order: Uint32Array): FarthestBlocks {
  const d = columns.length
  const placeOf = new Uint32Array(columns[0].length)
  let built = order.length
  let left = built
  let blocks = build(columns, order.slice(), placeOf)
  let best = -1
  let bestRecord = 0

  const scan = (block: number, point: Float64Array): void => {
    const { records, packed, to } = blocks
    for (let place = FAN * block; place < to[block]; place++) {
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
    const boxes = blocks.levels[level]
    const bounds = blocks.bounds[level]
    let top = first
    for (let box = first; box < end; box++) {
      bounds[box - first] = farCorner(boxes, box, point)
      if (bounds[box - first] > bounds[top - first]) top = box
    }
    const visit = (box: number): void => {
      if (level === 0) scan(box, point)
      else search(level - 1, box * FAN, Math.min((box + 1) * FAN, boxCount(blocks.levels[level - 1], d)), point)
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
      search(top, 0, boxCount(blocks.levels[top], d), point)
      return bestRecord
    },
    remove(record) {
      const { records, packed, to } = blocks
      const place = placeOf[record]
      const block = Math.floor(place / FAN)
      const last = --to[block]
      packed.copyWithin(place * d, last * d, (last + 1) * d)
      records[place] = records[last]
      placeOf[records[place]] = place
      left--
      if (left > 0 && 2 * left <= built) {
        blocks = build(columns, placesLeft(blocks, left), placeOf)
        built = left
        return
      }
      if (!encloseRecords(blocks, block, d)) return
      // A box that keeps its bounds keeps those of the boxes around it.
      for (let level = 1, box = block; level < blocks.levels.length; level++) {
        box = Math.floor(box / FAN)
        if (!encloseBoxes(blocks.levels, level, box, d)) return
      }
    },
  }
}

function boxCount(boxes: Float64Array, d: number): number {
  return boxes.length / (2 * d)
}

/** The records that are left, in their order. */
function placesLeft({ records, to }: Blocks, left: number): Uint32Array {
  const rest = new Uint32Array(left)
  let count = 0
  for (let block = 0; block < to.length; block++) {
    for (let place = FAN * block; place < to[block]; place++) rest[count++] = records[place]
  }
  return rest
}

function build(columns: readonly Float64Array[], records: Uint32Array, placeOf: Uint32Array): Blocks {
  const d = columns.length
  const n = records.length
  const packed = new Float64Array(n * d)
  for (let place = 0; place < n; place++) {
    placeOf[records[place]] = place
    for (let j = 0; j < d; j++) packed[place * d + j] = columns[j][records[place]]
  }
  const levels: Float64Array[] = []
  const bounds: Float64Array[] = []
  for (let boxes = Math.ceil(n / FAN); ; boxes = Math.ceil(boxes / FAN)) {
    levels.push(new Float64Array(boxes * 2 * d))
    bounds.push(new Float64Array(FAN))
    if (boxes <= FAN) break
  }
  const to = Uint32Array.from({ length: Math.ceil(n / FAN) }, (_, block) => Math.min((block + 1) * FAN, n))
  const blocks = { records, packed, to, levels, bounds }
  for (let block = 0; block < to.length; block++) encloseRecords(blocks, block, d)
  for (let level = 1; level < levels.length; level++) {
    for (let box = 0; box < boxCount(levels[level], d); box++) encloseBoxes(levels, level, box, d)
  }
  return blocks
}

/** Squared distance from a point to the farthest corner of box number `box`; −1 where it is empty. */
function farCorner(boxes: Float64Array, box: number, point: Float64Array): number {
  const d = point.length
  let total = 0
  for (let j = 0, low = box * 2 * d; j < d; j++, low++) {
    const below = point[j] - boxes[low]
    const above = boxes[low + d] - point[j]
    const gap = below > above ? below : above
    if (gap < 0) return -1
    total += gap * gap
  }
  return total
}

/** Writes the tight box of what is left in a block; whether it changed. */
function encloseRecords({ packed, to, levels }: Blocks, block: number, d: number): boolean {
  let changed = false
  for (let j = 0; j < d; j++) {
    let low = Infinity
    let high = -Infinity
    for (let place = FAN * block; place < to[block]; place++) {
      const value = packed[place * d + j]
      if (value < low) low = value
      if (value > high) high = value
    }
    if (setBounds(levels[0], block, j, d, low, high)) changed = true
  }
  return changed
}

/** Writes the box of its boxes on the level below; whether it changed. */
function encloseBoxes(levels: readonly Float64Array[], level: number, box: number, d: number): boolean {
  const inner = levels[level - 1]
  const end = Math.min((box + 1) * FAN, boxCount(inner, d))
  let changed = false
  for (let j = 0; j < d; j++) {
    let low = Infinity
    let high = -Infinity
    for (let b = box * FAN; b < end; b++) {
      const lower = inner[b * 2 * d + j]
      const upper = inner[b * 2 * d + d + j]
      if (lower < low) low = lower
      if (upper > high) high = upper
    }
    if (setBounds(levels[level], box, j, d, low, high)) changed = true
  }
  return changed
}

function setBounds(boxes: Float64Array, box: number, j: number, d: number, low: number, high: number): boolean {
  const at = box * 2 * d + j
  if (boxes[at] === low && boxes[at + d] === high) return false
  boxes[at] = low
  boxes[at + d] = high
  return true
}
