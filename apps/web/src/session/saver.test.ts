import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { crc32, inflateRawSync } from 'node:zlib'
import type { FileView } from '../worker/protocol/file-view.js'
import { fileKind } from './file-kind.js'
import type { Folder, Pour } from './folder.js'
import { createSaver } from './saver.js'
import { zipped } from '../worker/zip.js'

const view = (name: string, box: FileView['box']): FileView => ({ name, box, what: '', bytes: 3 })
const open = [view('a.public.csv', 'public'), view('a.public.csv.manifest.json', 'public')]
const kept = [view('a.PRIVATE.key.json', 'private'), view('a.PRIVATE.plan.yaml', 'private')]
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const pour: Pour = async (name, piece) => {
  await piece(bytes(`<${name}`))
  await piece(bytes('>'))
}

const pack = async (names: readonly string[]): Promise<Blob> => {
  const parts: Blob[] = []
  const entries = names.map((name) => ({ name, pieces: [bytes(`<${name}`), bytes('>')] }))
  await zipped(entries, async (part) => void parts.push(part))
  return new Blob(parts)
}
const from = { pour, pack }

/** A folder of a disk, in which a file gets its name when it is closed. */
class FakeFolder implements Folder {
  readonly files = new Map<string, string>()
  readonly order: string[] = []
  constructor(
    readonly name: string,
    readonly failsAt?: string,
  ) {}
  async *keys(): AsyncGenerator<string> {
    yield* this.files.keys()
  }
  async isSameEntry(other: Folder): Promise<boolean> {
    return other === this
  }
  async removeEntry(name: string): Promise<void> {
    this.files.delete(name)
  }
  async getFileHandle(name: string): ReturnType<Folder['getFileHandle']> {
    this.files.set(name, '')
    let text = ''
    return {
      createWritable: async () => ({
        write: async (piece: Uint8Array) => {
          if (name === this.failsAt) throw new DOMException('no room', 'QuotaExceededError')
          text += new TextDecoder().decode(piece)
        },
        close: async () => {
          this.files.set(name, text)
          this.order.push(name)
        },
        abort: async () => undefined,
      }),
    }
  }
}

const picking = (...folders: FakeFolder[]): Parameters<typeof createSaver>[0] => ({
  pickFolder: async () => folders.shift() ?? expect.fail('nothing to pick'),
  download: () => expect.fail('nothing is downloaded'),
})
const saving = (box: 'private' | 'public') =>
  ({ box, how: 'folder', files: box === 'private' ? kept : open, name: 'a.csv' }) as const

describe('saving to folders', () => {
  it('writes complete files, the masked one last', async () => {
    const [house, out] = [new FakeFolder('house'), new FakeFolder('out')]
    const saver = createSaver(picking(house, out))
    expect(await saver.save(saving('private'), from)).toBe('on the disk')
    expect(await saver.save(saving('public'), from)).toBe('on the disk')
    expect(house.files.get('a.PRIVATE.key.json')).toBe('<a.PRIVATE.key.json>')
    expect(out.order).toEqual(['a.public.csv.manifest.json', 'a.public.csv'])
  })

  it('leaves no files if one fails, and reports it', async () => {
    for (const { name } of open) {
      const out = new FakeFolder('out', name)
      await expect(createSaver(picking(out)).save(saving('public'), from), name).rejects.toMatchObject({
        code: 'FILE',
        message: expect.stringContaining('writing the files to out failed: no room'),
      })
      expect([...out.files.keys()]).toEqual([])
    }
  })

  it('refuses public files in a folder with private ones, of this release or another', async () => {
    const house = new FakeFolder('house')
    const saver = createSaver(picking(house, house))
    await saver.save(saving('private'), from)
    const before = new Map(house.files)
    await expect(saver.save(saving('public'), from)).rejects.toMatchObject({ code: 'BAD_OPTION' })
    await expect(createSaver(picking(house)).save(saving('public'), from)).rejects.toMatchObject({ code: 'BAD_OPTION' })
    expect(house.files).toEqual(before)
  })

  it('never overwrites a key, except with the same one', async () => {
    const house = new FakeFolder('house')
    const saver = createSaver(picking(house, house, house))
    await saver.save(saving('private'), from)
    await saver.save(saving('private'), from)
    saver.forget()
    await expect(saver.save(saving('private'), from)).rejects.toMatchObject({ code: 'BAD_OPTION', place: { file: 'a.PRIVATE.key.json' } }) // oxfmt-ignore
    expect(house.files.get('a.PRIVATE.key.json')).toBe('<a.PRIVATE.key.json>')
  })
})

describe('saving as a zip file', () => {
  it('contains every file unchanged, with its checksum', async () => {
    let made: Blob | undefined
    const saver = createSaver({ pickFolder: undefined, download: (blob, name) => {
      made = blob
      expect(name).toBe('a.PRIVATE.zip')
    } }) // oxfmt-ignore
    expect(await saver.save({ ...saving('private'), how: 'zip' }, from)).toBe('handed over')
    const zip = Buffer.from(await (made ?? expect.fail('nothing was made')).arrayBuffer())
    const end = zip.length - 22
    expect(zip.readUInt32LE(end)).toBe(0x06054b50)
    expect(zip.readUInt16LE(end + 10)).toBe(2)
    let at = zip.readUInt32LE(end + 16)
    for (const { name } of kept) {
      expect(zip.readUInt32LE(at)).toBe(0x02014b50)
      const [crc, packed, size, length] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)] // oxfmt-ignore
      expect(zip.toString('utf8', at + 46, at + 46 + length)).toBe(name)
      const local = zip.readUInt32LE(at + 42)
      const begin = local + 30 + zip.readUInt16LE(local + 26)
      const text = inflateRawSync(zip.subarray(begin, begin + packed)).toString()
      expect(text).toBe(`<${name}>`)
      expect(size).toBe(text.length)
      expect(crc).toBe(crc32(text))
      at += 46 + length
    }
  })

  it('is not written if one of its files fails', async () => {
    function* broken(): Generator<Uint8Array> {
      yield bytes('x')
      throw new Error('gone')
    }
    const entries = [
      { name: 'a', pieces: [bytes('a')] },
      { name: 'x', pieces: broken() },
    ]
    await expect(zipped(entries, async () => {})).rejects.toThrow('gone')
  })

  it('is written in pieces on demand, and stops when no more are taken', async () => {
    // Incompressible data, so that there are several pieces.
    const rng = seededRng('zip')
    const large = Uint8Array.from({ length: 1_500_000 }, () => rng.int(256))
    const entries = [
      { name: 'a', pieces: [large, bytes('end')] },
      { name: 'b', pieces: [large] },
    ]
    const parts: Blob[] = []
    let isTaking = false
    await zipped(entries, async (part, read) => {
      expect([isTaking, read > 0]).toEqual([false, true])
      isTaking = true
      await new Promise((resolve) => setTimeout(resolve))
      parts.push(part)
      isTaking = false
    })
    expect(parts.length).toBeGreaterThan(2)
    const zip = Buffer.from(await new Blob(parts).arrayBuffer())
    const packed = zip.readUInt32LE(zip.readUInt32LE(zip.length - 6) + 20)
    expect(inflateRawSync(zip.subarray(31, 31 + packed)).equals(Buffer.concat([large, bytes('end')]))).toBe(true)
    await expect(zipped(entries, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  })
})

describe('fileKind', () => {
  it.each([
    ['a.csv', 'x,y', 'data'],
    ['a.PRIVATE.csv', 'x,y', 'private'],
    ['a.PRIVATE.zip', 'PK', 'private'],
    ['a.PRIVATE.report-INTERNAL.html', '<!doctype html>', 'private'],
    ['a.PRIVATE.key.json', '{"format": "sdc private manifest 4"}', 'key'],
    ['a.PRIVATE.plan.yaml', 'steps: []', 'plan'],
    ['a.history.json', '\u{FEFF}{ "format": "sdc page history 9"}', 'history'],
    ['rows.json', 'PAR1\u0015', 'data'],
  ])('%s is %s', async (name, content, kind) => {
    expect(await fileKind(new File([content], name))).toBe(kind)
  })
})
