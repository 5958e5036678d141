/** Records in a block at most, and blocks in a town: fewer cost bounds, more cost distances. 8 to 32 are about as good. */
const BLOCK = 16
const TOWN = 16

/** Finds the record farthest from any point, among those that are not taken out. */
export interface FarthestBlocks {
  /** Ties go to the lowest index. At least one record must be left. */
  find(point: Float64Array): number
  remove(record: number): void
}

interface Blocks {
  /** Records by place, and their coordinates; block b has the places from[b] … to[b] − 1. */
  readonly records: Uint32Array
  readonly packed: Float64Array
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Tight boxes: d lower bounds, then d upper bounds a block. */
  readonly boxes: Float64Array
  /** The same for every TOWN consecutive blocks. */
  readonly towns: Float64Array
  /** Working space of a search: a bound for every town. */
  readonly bounds: Float64Array
}

/**
 * Records in blocks of neighbours with their bounding boxes.
 *
 * No record of a box is farther from p than the corner at squared distance Σ_j max(p_j − low_j, high_j − p_j)². It is
 * summed in the order of the distance's own coordinates and rounding is monotone, so the bound holds for the computed
 * distances as they are, ties included. Neighbouring blocks share a box. Blocks are made anew when half of the records
 * are gone.
 * Cost: O(n log n) to build; a search takes n/256 bounds, and those and the distances in the towns that reach as far.
 */
export function farthestBlocks(columns: readonly Float64Array[]): FarthestBlocks {
  const d = columns.length
  const n = columns[0].length
  const placeOf = new Uint32Array(n)
  const blockOf = new Uint32Array(n)
  let built = n
  let left = n
  const all = Uint32Array.from({ length: n }, (_, i) => i)
  let blocks = build(columns, all, placeOf, blockOf)

  return {
    find(point) {
      const { records, packed, from, to, boxes, towns, bounds } = blocks
      let best = -1
      let bestRecord = 0
      const visit = (town: number): void => {
        const end = Math.min((town + 1) * TOWN, from.length)
        for (let b = town * TOWN; b < end; b++) {
          const bound = farCorner(boxes, b, point)
          if (bound < best || bound < 0) continue
          for (let place = from[b]; place < to[b]; place++) {
            let distance = 0
            for (let j = 0; j < d; j++) {
              const gap = packed[place * d + j] - point[j]
              distance += gap * gap
            }
            if (distance < best || (distance === best && records[place] > bestRecord)) continue
            best = distance
            bestRecord = records[place]
          }
        }
      }
      let first = 0
      for (let town = 0; town < bounds.length; town++) {
        bounds[town] = farCorner(towns, town, point)
        if (bounds[town] > bounds[first]) first = town
      }
      visit(first)
      for (let town = 0; town < bounds.length; town++) if (bounds[town] >= best && town !== first) visit(town)
      return bestRecord
    },
    remove(record) {
      const { records, packed, to } = blocks
      const block = blockOf[record]
      const place = placeOf[record]
      const last = --to[block]
      packed.copyWithin(place * d, last * d, (last + 1) * d)
      records[place] = records[last]
      placeOf[records[place]] = place
      left--
      if (left > 0 && 2 * left <= built) {
        const rest = new Uint32Array(left)
        let count = 0
        for (let b = 0; b < to.length; b++) {
          for (let at = blocks.from[b]; at < to[b]; at++) rest[count++] = records[at]
        }
        blocks = build(columns, rest, placeOf, blockOf)
        built = left
        return
      }
      enclose(blocks, block, d)
      encloseTown(blocks, Math.floor(block / TOWN), d)
    },
  }
}

/** Halves the records at the median of the side on which they spread most until blocks are small. */
function build(
  columns: readonly Float64Array[],
  records: Uint32Array,
  placeOf: Uint32Array,
  blockOf: Uint32Array,
): Blocks {
  const d = columns.length
  const keys = new Float64Array(records.length)
  const cuts = [0]
  const split = (low: number, high: number): void => {
    if (high - low <= BLOCK) {
      cuts.push(high)
      return
    }
    const middle = (low + high) >> 1
    const side = columns[widest(columns, records, low, high)]
    for (let at = low; at < high; at++) keys[at] = side[records[at]]
    selectAt(keys, records, low, high - 1, middle)
    split(low, middle)
    split(middle, high)
  }
  split(0, records.length)
  const count = cuts.length - 1
  const packed = new Float64Array(records.length * d)
  for (let place = 0; place < records.length; place++) {
    placeOf[records[place]] = place
    for (let j = 0; j < d; j++) packed[place * d + j] = columns[j][records[place]]
  }
  const blocks = {
    records,
    packed,
    from: Uint32Array.from(cuts.slice(0, count)),
    to: Uint32Array.from(cuts.slice(1)),
    boxes: new Float64Array(count * 2 * d),
    towns: new Float64Array(Math.ceil(count / TOWN) * 2 * d),
    bounds: new Float64Array(Math.ceil(count / TOWN)),
  }
  for (let b = 0; b < count; b++) {
    for (let place = cuts[b]; place < cuts[b + 1]; place++) blockOf[records[place]] = b
    enclose(blocks, b, d)
  }
  for (let town = 0; town < blocks.bounds.length; town++) encloseTown(blocks, town, d)
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

/** Writes the tight box of what is left in a block. */
function enclose({ packed, from, to, boxes }: Blocks, block: number, d: number): void {
  const low = block * 2 * d
  boxes.fill(Infinity, low, low + d)
  boxes.fill(-Infinity, low + d, low + 2 * d)
  for (let place = from[block]; place < to[block]; place++) {
    for (let j = 0; j < d; j++) {
      const value = packed[place * d + j]
      if (value < boxes[low + j]) boxes[low + j] = value
      if (value > boxes[low + d + j]) boxes[low + d + j] = value
    }
  }
}

/** Writes the box of a town's blocks. */
function encloseTown({ from, boxes, towns }: Blocks, town: number, d: number): void {
  const low = town * 2 * d
  towns.fill(Infinity, low, low + d)
  towns.fill(-Infinity, low + d, low + 2 * d)
  const end = Math.min((town + 1) * TOWN, from.length)
  for (let b = town * TOWN; b < end; b++) {
    for (let j = 0; j < d; j++) {
      const lower = boxes[b * 2 * d + j]
      const upper = boxes[b * 2 * d + d + j]
      if (lower < towns[low + j]) towns[low + j] = lower
      if (upper > towns[low + d + j]) towns[low + d + j] = upper
    }
  }
}

/** The column on which the records at low … high − 1 spread most. */
function widest(columns: readonly Float64Array[], records: Uint32Array, low: number, high: number): number {
  let best = 0
  let most = -1
  for (let j = 0; j < columns.length; j++) {
    const column = columns[j]
    let least = Infinity
    let greatest = -Infinity
    for (let at = low; at < high; at++) {
      const value = column[records[at]]
      if (value < least) least = value
      if (value > greatest) greatest = value
    }
    if (greatest - least <= most) continue
    most = greatest - least
    best = j
  }
  return best
}

/** Hoare's selection: afterwards no key before `target` is above it and none after it below; records move along. */
function selectAt(keys: Float64Array, records: Uint32Array, first: number, last: number, target: number): void {
  let low = first
  let high = last
  while (low < high) {
    const pivot = keys[(low + high) >> 1]
    let i = low
    let j = high
    while (i <= j) {
      while (keys[i] < pivot) i++
      while (keys[j] > pivot) j--
      if (i > j) break
      const key = keys[i]
      keys[i] = keys[j]
      keys[j] = key
      const record = records[i]
      records[i++] = records[j]
      records[j--] = record
    }
    if (target <= j) high = j
    else if (target >= i) low = i
    else return
  }
}
