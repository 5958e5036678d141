import fs, {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openJournal } from './journal.js'

const base = mkdtempSync(join(tmpdir(), 'sdc-journal-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const texts = ['{"head":1}', 'second, with ünïcode', '', 'fourth']

/** A journal with those entries, closed again. */
async function journal(name: string, entries: readonly string[] = texts): Promise<string> {
  const path = join(base, name)
  const made = await openJournal(path, { resume: false })
  entries.forEach((text) => made.append(text))
  made.close()
  return path
}

async function entriesOf(path: string): Promise<readonly string[]> {
  const again = await openJournal(path, { resume: true })
  again.close()
  return again.entries
}

/** Runs with one function of the file system replaced. */
async function replaced(name: 'writeSync' | 'fdatasyncSync', by: unknown, run: () => unknown): Promise<void> {
  const held: unknown = fs[name]
  Object.assign(fs, { [name]: by })
  syncBuiltinESMExports()
  try {
    await run()
  } finally {
    Object.assign(fs, { [name]: held })
    syncBuiltinESMExports()
  }
}

const full = (): never => {
  throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write', errno: -28 })
}

describe('openJournal', () => {
  it('gives back what was appended, for its owner alone, and leaves nothing beside it', async () => {
    const path = await journal('plain')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o644)
    const again = await openJournal(path, { resume: true })
    expect([again.entries, again.wasCut, again.name]).toEqual([texts, false, path])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    again.append('fifth')
    again.close()
    again.close()
    expect(() => again.append('sixth')).toThrow(/was closed/)
    expect(await entriesOf(path)).toEqual([...texts, 'fifth'])
    expect(readdirSync(base).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('says the line of any other damage, and leaves the file as it is', async () => {
    const whole = readFileSync(await journal('damage'), 'utf8')
    const lines = whole.split('\n')
    const path = join(base, 'damaged')
    const damages: [string, number][] = [
      [whole.replace('"head":1', '"head":2'), 1],
      [whole.replace('fourth', 'fifth!'), 4],
      [[lines[0], ...lines.slice(2)].join('\n'), 2],
      [[lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n'), 2],
      [whole.replaceAll('\n', '\r\n'), 1],
      [`${whole}\n`, 5],
      ['id,income\n1,2\n', 1],
      ['something else without an end', 1],
    ]
    for (const [text, line] of damages) {
      writeFileSync(path, text)
      await expect(openJournal(path, { resume: true })).rejects.toMatchObject({ code: 'BAD_PLAN', place: { line } })
      expect(readFileSync(path, 'utf8')).toBe(text)
    }
  })

  it('refuses entries that nobody asked to go on with, and what is no file of its own', async () => {
    const path = await journal('before')
    await expect(openJournal(path, { resume: false })).rejects.toMatchObject({
      code: 'FILE',
      advice: expect.stringContaining('--resume'),
    })
    await expect(openJournal(base, { resume: true })).rejects.toMatchObject({ code: 'FILE' })
    await expect(openJournal(join(base, 'none', 'x'), { resume: true })).rejects.toMatchObject({ code: 'FILE' })
    await expect(openJournal('/dev/null', { resume: true })).rejects.toMatchObject({ code: 'FILE' })
    expect(await entriesOf(path)).toEqual(texts)
  })

  it('is open once at a time; a lock of a killed process stands in nobody’s way', async () => {
    const path = join(base, 'locked')
    const first = await openJournal(path, { resume: false })
    await expect(openJournal(path, { resume: true })).rejects.toMatchObject({ code: 'FILE' })
    const [lock] = readdirSync(base).filter((name) => name.startsWith('.locked.sdc-'))
    first.close()
    expect(existsSync(join(base, lock))).toBe(false)
    // As of process 1, which runs; and of one that no system has.
    writeFileSync(join(base, lock.replace(/sdc-\d+/, 'sdc-1')), '')
    await expect(openJournal(path, { resume: true })).rejects.toMatchObject({
      code: 'FILE',
      message: expect.stringContaining('another run (process 1)'),
    })
    rmSync(join(base, lock.replace(/sdc-\d+/, 'sdc-1')))
    writeFileSync(join(base, lock.replace(/sdc-\d+/, 'sdc-999999999')), '')
    ;(await openJournal(path, { resume: true })).close()
    expect(readdirSync(base).filter((name) => name.startsWith('.locked'))).toEqual([])
  })

  it('says that the disk is full, keeps what was written, and goes on when there is room', async () => {
    const path = await journal('full')
    const again = await openJournal(path, { resume: true })
    const before = readFileSync(path)
    const write = fs.writeSync
    let calls = 0
    const half = (handle: number, bytes: Buffer, from: number): number =>
      calls++ === 0 ? write(handle, bytes, from, 10) : full()
    await replaced('writeSync', half, () => {
      expect(() => again.append('lost')).toThrow(/full cannot be written: the disk is full/)
    })
    expect(calls).toBe(2)
    expect(readFileSync(path).equals(before)).toBe(true)
    await replaced('fdatasyncSync', full, () => {
      expect(() => again.append('lost')).toThrow(/the disk is full/)
    })
    expect(readFileSync(path).equals(before)).toBe(true)
    again.append('there was room')
    again.close()
    expect(await entriesOf(path)).toEqual([...texts, 'there was room'])
    expect(() => again.append('two\nlines')).toThrow()
  })
})
