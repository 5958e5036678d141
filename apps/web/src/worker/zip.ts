/** A file in a zip file. */
export interface ZipEntry {
  readonly name: string
  /** Its bytes; each piece is valid until the next one is requested. */
  readonly pieces: Iterable<Uint8Array>
}

/** Takes a part of the output; the next one is made afterwards. `read` counts the bytes of the parts so far. */
export type TakePart = (part: Blob, read: number) => Promise<void>

interface Written {
  readonly name: Uint8Array<ArrayBuffer>
  readonly at: number
  readonly crc: number
  readonly size: number
  readonly packed: number
}

const FOUR_GB = 2 ** 32

/** Approximate size of a part in bytes; the browser holds parts outside the page. */
const PART = 1 << 20

/**
 * Packs files into one, which the browser holds piece by piece, never as a whole in memory. Sizes and checksums follow
 * each file, since they are known only then.
 *
 * @param entries - The files.
 * @param take - Takes the parts of the zip file in order. All files have the first date of the format, so the output
 *   does not depend on the time.
 * @throws RangeError if it reaches 4 GB; the errors of a file and of `take`.
 */
export async function zipped(entries: readonly ZipEntry[], take: TakePart): Promise<void> {
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let held = 0
  let at = 0
  let read = 0
  const put = (bytes: Uint8Array<ArrayBuffer>): void => {
    waiting.push(bytes)
    held += bytes.length
    at += bytes.length
    if (at >= FOUR_GB) throw new RangeError('a zip file must be smaller than 4 GB')
  }
  const hand = async (least: number): Promise<void> => {
    if (held < least) return
    const part = new Blob(waiting)
    waiting = []
    held = 0
    await take(part, read)
  }
  const written: Written[] = []
  const names = entryNames(entries.map(({ name }) => name))
  for (const [e, entry] of entries.entries()) {
    const name = new TextEncoder().encode(names[e])
    const begin = at
    put(join(local(name), name))
    const packed = at
    const { crc, size } = await packedInto(entry, put, async (bytes) => {
      read += bytes
      await hand(PART)
    })
    const file = { name, at: begin, crc, size, packed: at - packed }
    put(descriptor(file))
    written.push(file)
  }
  const begin = at
  for (const file of written) put(join(central(file), file.name))
  put(end(written.length, begin, at - begin))
  await hand(0)
}

/** Characters with a meaning in paths, devices or terminals of some system. */
const unsafe = /[/\\:*?"<>|]|\p{Control}|\p{Bidi_Control}|\p{Surrogate}/gu
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * Returns names of files in a zip file that unpack into its folder and nowhere else, on every system. An input name
 * comes from a dropped file, and may be a path.
 *
 * @param names - The names.
 * @returns As many names, all different, also without case.
 */
export function entryNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const plain =
      name
        .replace(unsafe, '_')
        .replace(/^\.+/, '_')
        .replace(/[. ]+$/, '')
        .replace(devices, '_$1') || '_'
    let own = plain
    for (let i = 2; taken.has(own.toLowerCase()); i++) own = plain.replace(/(?=\.[^.]*$)|$/, ` (${i})`)
    taken.add(own.toLowerCase())
    return own
  })
}

async function packedInto(
  { pieces }: ZipEntry,
  put: (bytes: Uint8Array<ArrayBuffer>) => void,
  packed: (bytes: number) => Promise<void>,
): Promise<{ crc: number; size: number }> {
  const stream = new CompressionStream('deflate-raw')
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  const drained = (async () => {
    for (let one = await reader.read(); !one.done; one = await reader.read()) put(one.value as Uint8Array<ArrayBuffer>)
  })()
  let crc = 0xffffffff
  let size = 0
  try {
    for (const piece of pieces) {
      crc = crcOf(piece, crc)
      size += piece.length
      await writer.write(piece as Uint8Array<ArrayBuffer>)
      await packed(piece.length)
    }
    await writer.close()
  } catch (error) {
    await Promise.allSettled([writer.abort(error), drained])
    throw error
  }
  await drained
  return { crc: (crc ^ 0xffffffff) >>> 0, size }
}

/** Names are UTF-8, sizes follow the data, deflated, first date of the format. */
const FLAGS = 0x0808
const DEFLATED = 8
const FIRST_DATE = 0x0021

function local(name: Uint8Array): Uint8Array<ArrayBuffer> {
  return fields(
    [4, 0x04034b50],
    [2, 20],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, FIRST_DATE],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  )
}

function descriptor({ crc, packed, size }: Written): Uint8Array<ArrayBuffer> {
  return fields([4, 0x08074b50], [4, crc], [4, packed], [4, size])
}

function central({ name, at, crc, size, packed }: Written): Uint8Array<ArrayBuffer> {
  const head = [
    [4, 0x02014b50],
    [2, 20],
    [2, 20],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, FIRST_DATE],
  ] as const
  return fields(
    ...head,
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, at],
  )
}

function end(count: number, at: number, size: number): Uint8Array<ArrayBuffer> {
  return fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])
}

/** Encodes integers of two or four bytes, least significant byte first. */
function fields(...all: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(all.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of all) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

function join(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/** Returns the CRC-32 of bytes, continued from earlier ones. */
function crcOf(bytes: Uint8Array, from: number): number {
  let crc = from
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8)
  return crc
}
