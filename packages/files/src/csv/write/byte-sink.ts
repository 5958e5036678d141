/** Bytes that are written one after the other, into a buffer that is used again for the next piece. */
export interface ByteSink {
  bytes: Uint8Array
  /** How many of them are written. */
  at: number
}

/**
 * An empty sink.
 *
 * @param size - How many bytes it holds before it grows.
 * @returns The sink.
 */
export function byteSink(size: number): ByteSink {
  return { bytes: new Uint8Array(size), at: 0 }
}

/**
 * Makes sure that so many bytes fit behind those that are written.
 *
 * @param sink - Where they go.
 * @param need - How many there are at most.
 * @returns The buffer, which is another one where it had to grow.
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

/** From this length on a copy by the system is quicker than one byte after the other. */
const LONG = 64

/**
 * Copies bytes.
 *
 * @param sink - Where they go.
 * @param from - Where they are.
 * @param start - The first of them.
 * @param end - The first that is not copied.
 */
export function putBytes(sink: ByteSink, from: Uint8Array, start = 0, end = from.length): void {
  const bytes = room(sink, end - start)
  if (end - start >= LONG) bytes.set(from.subarray(start, end), sink.at)
  else for (let i = start, at = sink.at; i < end; i++) bytes[at++] = from[i]
  sink.at += end - start
}
