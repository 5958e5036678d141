/** Sequential bytes in a buffer that is reused for the next piece. */
export interface ByteSink {
  bytes: Uint8Array
  /** Number of bytes written. */
  at: number
}

/**
 * Returns an empty sink.
 *
 * @param size - Initial size in bytes.
 * @returns The sink.
 */
export function byteSink(size: number): ByteSink {
  return { bytes: new Uint8Array(size), at: 0 }
}

/**
 * Ensures room for a number of bytes after the written ones.
 *
 * @param sink - The sink.
 * @param need - Largest number of bytes.
 * @returns The buffer, which is a new one if it had to grow.
 */
export function room(sink: ByteSink, need: number): Uint8Array {
  return sink.bytes.length - sink.at >= need ? sink.bytes : grown(sink, need)
}

function grown(sink: ByteSink, need: number): Uint8Array {
  const larger = new Uint8Array(Math.max(2 * sink.bytes.length, sink.at + need))
  larger.set(sink.bytes.subarray(0, sink.at))
  sink.bytes = larger
  return larger
}

/** From this length on, a system copy is faster than a loop. */
const LONG = 64

/**
 * Copies bytes to a sink.
 *
 * @param sink - Target.
 * @param from - Source.
 * @param start - First byte.
 * @param end - End of the range, exclusive.
 */
export function putBytes(sink: ByteSink, from: Uint8Array, start = 0, end = from.length): void {
  const bytes = room(sink, end - start)
  if (end - start >= LONG) bytes.set(from.subarray(start, end), sink.at)
  else for (let i = start, at = sink.at; i < end; i++) bytes[at++] = from[i]
  sink.at += end - start
}
