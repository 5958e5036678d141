import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder.js'

const base = mkdtempSync(join(tmpdir(), 'sdc-folder-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('makeFolder', () => {
  it('makes missing folders of a path, and keeps existing ones', async () => {
    await makeFolder(join(base, 'a/b/c'))
    expect(statSync(join(base, 'a/b/c')).isDirectory()).toBe(true)
    await makeFolder(join(base, 'a/b'))
  })

  it('reports a file in the way', async () => {
    writeFileSync(join(base, 'file'), '')
    await expect(makeFolder(join(base, 'file'))).rejects.toMatchObject({ code: 'FILE' })
    await expect(makeFolder(join(base, 'file/below'))).rejects.toMatchObject({ code: 'FILE' })
  })

  it.runIf(existsSync('/proc/self'))('ends if no folder can be made', async () => {
    await expect(makeFolder('/proc/sdc/below')).rejects.toMatchObject({ code: 'FILE' })
  })
})
