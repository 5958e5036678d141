import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readText } from './read-file.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'io-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('readText', () => {
  it('reads a device up to the limit of memory, and refuses an endless one', async () => {
    expect(await readText('/dev/null')).toBe('')
    await expect(readText('/dev/zero')).rejects.toMatchObject({ code: 'FILE', message: /more than|longer than/ })
  })
})
