import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { removeFolder } from './remove-folder.js'

const base = mkdtempSync(join(tmpdir(), 'sdc-remove-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('removeFolder', () => {
  it('removes a folder while another process writes into it', async () => {
    const folder = join(base, 'written')
    const below = join(folder, 'below')
    mkdirSync(below, { recursive: true })
    let isLate = false
    let written = 0
    const writes = async (): Promise<void> => {
      for (const since = Date.now(); Date.now() - since < 200; await turn()) {
        if (!existsSync(below)) continue
        writeFileSync(join(below, `${written++}`), '')
      }
      isLate = true
    }
    const writing = writes()
    await removeFolder(folder)
    await writing
    expect(isLate && written > 1).toBe(true)
    expect(existsSync(folder)).toBe(false)
  })

  it('accepts a missing folder', async () => {
    await expect(removeFolder(join(base, 'nowhere'))).resolves.toBeUndefined()
  })
})
