import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withLock } from './with-lock.js'

const base = mkdtempSync(join(tmpdir(), 'sdc-lock-'))
const lock = join(base, 'a.lock')
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('withLock', () => {
  it('admits one after the other, and leaves nothing', async () => {
    let inside = 0
    let most = 0
    const work = async (): Promise<number> => {
      most = Math.max(most, ++inside)
      expect(readFileSync(lock, 'utf8')).toBe(String(process.pid))
      await new Promise((resolve) => setTimeout(resolve, 5))
      return inside--
    }
    expect(await Promise.all([1, 2, 3, 4].map(() => withLock(lock, work)))).toEqual([1, 1, 1, 1])
    expect(most).toBe(1)
    expect(existsSync(lock)).toBe(false)
  })

  it('releases the lock if the work fails', async () => {
    await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(lock)).toBe(false)
  })

  it('names the holder of a lock, and does not remove it', async () => {
    writeFileSync(lock, '4711')
    await expect(withLock(lock, () => Promise.resolve(1), 40)).rejects.toMatchObject({
      code: 'FILE',
      message: expect.stringContaining('process 4711'),
      fix: expect.stringContaining(`remove ${lock}`),
    })
    expect(existsSync(lock)).toBe(true)
    rmSync(lock)
    await expect(withLock(join(base, 'none/b.lock'), () => Promise.resolve(1))).rejects.toMatchObject({ code: 'FILE' })
  })
})
