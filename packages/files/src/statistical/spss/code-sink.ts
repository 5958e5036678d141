/** Collects the byte codes of records. */
export interface CodeSink {
  /** Appends a number; NaN is system-missing. */
  readonly number: (value: number) => void
  /** Appends bytes[from … to) and blanks, in slots of eight bytes. */
  readonly text: (bytes: Uint8Array, from: number, to: number, slots: number) => void
  /** True if a piece is full. */
  readonly isFull: () => boolean
  /** Removes the complete part from the sink. */
  readonly take: () => Uint8Array
  /** Removes the rest, with its last group of codes padded. */
  readonly finish: () => Uint8Array
}

/** Number added to small whole numbers to form their codes. */
export const BIAS = 100
const [PLAIN, BLANKS, MISSING] = [253, 254, 255]
/** Size of a piece in bytes. */
const PIECE = 1 << 18

/**
 * Returns an empty sink.
 *
 * @param slots - Slots of a record; the sink must be emptied between records if it is full.
 */
export function codeSink(slots: number): CodeSink {
  const bytes = new Uint8Array(PIECE + 9 * slots + 16)
  const view = new DataView(bytes.buffer)
  // Eight codes come before the eight bytes of each code without a value.
  let group = 0
  let next = 8
  let at = 0
  const code = (value: number): void => {
    if (next === 8) {
      group = at
      bytes.fill(0, at, at + 8)
      at += 8
      next = 0
    }
    bytes[group + next++] = value
  }
  const taken = (end: number): Uint8Array => {
    const piece = bytes.slice(0, end)
    bytes.copyWithin(0, end, at)
    at -= end
    group -= end
    return piece
  }
  return {
    number(value) {
      if (value >= 1 - BIAS && value <= 251 - BIAS && (value | 0) === value && !Object.is(value, -0)) code(value + BIAS)
      else if (value === value) {
        code(PLAIN)
        view.setFloat64(at, value, true)
        at += 8
      } else code(MISSING)
    },
    text(from, start, end, count) {
      let place = start
      for (let slot = 0; slot < count; slot++) {
        if (place >= end) {
          code(BLANKS)
          continue
        }
        code(PLAIN)
        for (const last = at + 8; at < last; at++) bytes[at] = place < end ? from[place++] : 0x20
      }
    },
    isFull: () => at >= PIECE,
    // The present group may still receive codes.
    take: () => taken(next === 8 ? at : group),
    finish: () => taken(at),
  }
}
