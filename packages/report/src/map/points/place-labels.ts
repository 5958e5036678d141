import { textWidth } from '../../text.js'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface LabelRequest {
  /** Text of the label; line breaks separate its lines. */
  readonly text: string
  readonly size: number
  /** The point that it labels, in pixels, and the least distance from its centre. */
  readonly x: number
  readonly y: number
  readonly radius: number
  /** True for a label that is drawn even if it covers something. */
  readonly required: boolean
  readonly bold: boolean
  readonly colour: string
  /** Indexes of the points that it labels. */
  readonly of: readonly number[]
  /** True for a label that counts the points at one place. */
  readonly isCount: boolean
}

export interface PlacedLabel {
  readonly request: LabelRequest
  /** Edge or middle of the label that is nearest to its point. */
  readonly anchor: 'start' | 'middle' | 'end'
  readonly x: number
  readonly y: number
  readonly box: Box
}

/** Possible places of a label around its point: right, left, above, below, and the corners. */
const sides = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const
const distances = [3, 9, 16] as const
/** Cost of one step away from the point, in square pixels of covered line. */
const distanceCost = 40

/**
 * Places labels greedily. Each label takes the free place near its point that covers the least area of lines; a free
 * place lies within the frame and covers no point and no earlier label. Without a free place a label is left out, or
 * takes the place that covers least if it is required.
 *
 * @param requests - The labels, the most important first.
 * @param points - Boxes of the points, in pixels, which labels must not cover.
 * @param lines - Boxes of the lines, in pixels, which labels should not cover.
 * @param frame - Box within which the labels must lie.
 * @returns The labels with their boxes. Cost: O(labels × (labels + points + lines)).
 */
export function placeLabels(
  requests: readonly LabelRequest[],
  points: readonly Box[],
  lines: readonly Box[],
  frame: Box,
): readonly PlacedLabel[] {
  const taken: Box[] = [...points]
  const placed: PlacedLabel[] = []
  for (const request of requests) {
    const place = bestPlace(request, taken, lines, frame)
    if (!place) continue
    placed.push(place)
    taken.push(place.box)
  }
  return placed
}

function bestPlace(
  request: LabelRequest,
  taken: readonly Box[],
  lines: readonly Box[],
  frame: Box,
): PlacedLabel | null {
  let best: PlacedLabel | null = null
  let least = Infinity
  for (const [step, distance] of distances.entries()) {
    for (const [across, down] of sides) {
      const box = boxAt(request, across, down, distance)
      const inside = pushedInto(box, frame)
      if (!inside) continue
      // Only a required label may be moved into the frame, or cover a point.
      const moved = inside.left !== box.left || inside.top !== box.top
      const covered = covering(inside, taken)
      if (!request.required && (moved || covered > 0)) continue
      const cost = 1000 * covered + covering(inside, lines) + step * distanceCost
      if (cost >= least) continue
      least = cost
      best = { request, ...held(inside, across), y: (inside.top + inside.bottom) / 2, box: inside }
    }
  }
  return best
}

function held({ left, right }: Box, across: number): Pick<PlacedLabel, 'anchor' | 'x'> {
  if (across > 0) return { anchor: 'start', x: left }
  return across < 0 ? { anchor: 'end', x: right } : { anchor: 'middle', x: (left + right) / 2 }
}

function covering(box: Box, others: readonly Box[]): number {
  let sum = 0
  for (const other of others) sum += overlap(box, other)
  return sum
}

function boxAt({ text, size, bold, x, y, radius }: LabelRequest, across: number, down: number, distance: number): Box {
  const lines = text.split('\n')
  const width = Math.max(...lines.map((line) => textWidth(line, size, bold)))
  const height = size * 1.15 * lines.length
  const reach = (across !== 0 && down !== 0 ? radius * 0.7 : radius) + distance
  const left = across > 0 ? x + reach : across < 0 ? x - reach - width : x - width / 2
  const middle = y + down * (reach + height / 2)
  return { left, right: left + width, top: middle - height / 2, bottom: middle + height / 2 }
}

/** Returns the box moved into the frame; null if it is larger than the frame. */
function pushedInto(box: Box, frame: Box): Box | null {
  if (box.right - box.left > frame.right - frame.left || box.bottom - box.top > frame.bottom - frame.top) return null
  const across = Math.max(frame.left - box.left, 0) + Math.min(frame.right - box.right, 0)
  const down = Math.max(frame.top - box.top, 0) + Math.min(frame.bottom - box.bottom, 0)
  return { left: box.left + across, right: box.right + across, top: box.top + down, bottom: box.bottom + down }
}

/** Returns the area that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}
