import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCsvFile, readText } from './read-file.js'
import { cpuSeconds } from '@sdc/testing/cpu-seconds'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'io-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('readText', () => {
  it('names a file that cannot be read, and the reason', async () => {
    await mkdir(join(folder, 'sub'))
    await expect(readText(join(folder, 'none.csv'))).rejects.toMatchObject({ code: 'FILE', message: /no such file/ })
    await expect(readText(join(folder, 'sub'))).rejects.toMatchObject({ code: 'FILE', message: /it is a folder/ })
    await writeFile(join(folder, 'plain'), 'x')
    await expect(readText(join(folder, 'plain', 'y'))).rejects.toMatchObject({
      code: 'FILE',
      message: /part of its path/,
    })
  })
  it('reports before reading that a file is too long, and the limit', async () => {
    const path = join(folder, 'long.csv')
    await writeFile(path, 'a\n')
    await truncate(path, 3 * 2 ** 30)
    const began = cpuSeconds()
    await expect(readText(path)).rejects.toMatchObject({
      code: 'FILE',
      message: expect.stringMatching(/is longer than the 511 MB/),
    })
    expect(cpuSeconds() - began).toBeLessThan(1)
  })
  it('keeps the byte order mark and every letter', async () => {
    const text = '\uFEFFä,€,😀\r\n1,2,3\r\n'
    await writeFile(join(folder, 'a.csv'), text)
    expect(await readText(join(folder, 'a.csv'))).toBe(text)
  })
  it('names the first line that is not UTF-8, and reads UTF-16', async () => {
    await writeFile(join(folder, 'latin.csv'), Buffer.from('a,b\n1,x\n2,caf\xe9\n', 'latin1'))
    await expect(readText(join(folder, 'latin.csv'))).rejects.toMatchObject({ code: 'FILE', place: { line: 3 } })
    await writeFile(join(folder, 'wide.csv'), Buffer.from('\uFEFFa,b\n1,2\n', 'utf16le'))
    expect(await readText(join(folder, 'wide.csv'))).toBe('\uFEFFa,b\n1,2\n')
  })
})

describe('readCsvFile', () => {
  it('names the file in the errors of its content', async () => {
    const path = join(folder, 'ragged.csv')
    await writeFile(path, 'a,b\n1\n')
    await expect(readCsvFile(path)).rejects.toMatchObject({ code: 'RAGGED_ROW', place: { file: path, line: 2 } })
  })
})
