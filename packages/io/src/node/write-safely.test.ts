import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeFileSafely, writeFilesSafely } from './write-safely.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'io-'))
})
afterEach(() => rm(folder, { recursive: true }))

const failing = function* (): Generator<string> {
  yield 'half'
  throw new Error('broken off')
}

it('writes strings, bytes and pieces', async () => {
  const path = join(folder, 'a.csv')
  await writeFileSafely(path, 'ä\n')
  expect(await readFile(path, 'utf8')).toBe('ä\n')
  await writeFileSafely(path, Uint8Array.of(97, 98))
  expect(await readFile(path, 'utf8')).toBe('ab')
  await writeFileSafely(path, ['x', 'y', 'z'])
  expect(await readFile(path, 'utf8')).toBe('xyz')
  expect(await readdir(folder)).toEqual(['a.csv'])
})

it('leaves the old file and nothing else where the content fails', async () => {
  const path = join(folder, 'a.csv')
  await writeFileSafely(path, 'old')
  await expect(writeFileSafely(path, failing())).rejects.toThrow('broken off')
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['a.csv'])
})

it('writes all of several files or none', async () => {
  const [a, b] = [join(folder, 'a'), join(folder, 'b')]
  await expect(
    writeFilesSafely([
      { path: a, content: '1' },
      { path: b, content: failing() },
    ]),
  ).rejects.toThrow('broken off')
  expect(await readdir(folder)).toEqual([])
  await mkdir(b)
  await expect(
    writeFilesSafely([
      { path: a, content: '1' },
      { path: b, content: '2' },
    ]),
  ).rejects.toMatchObject({ code: 'FILE' })
  expect(await readdir(folder)).toEqual(['b'])
  await expect(
    writeFilesSafely([
      { path: a, content: '1' },
      { path: a, content: '2' },
    ]),
  ).rejects.toMatchObject({ code: 'FILE' })
  await writeFilesSafely([
    { path: a, content: '1' },
    { path: join(folder, 'c'), content: '2', mode: 0o600 },
  ])
  expect(await readdir(folder)).toEqual(['a', 'b', 'c'])
  expect((await stat(join(folder, 'c'))).mode & 0o777).toBe(0o600)
})

it('keeps the mode of the file it replaces, and a link a link', async () => {
  const path = join(folder, 'a')
  await writeFile(path, 'old')
  await chmod(path, 0o600)
  await symlink(path, join(folder, 'link'))
  await writeFileSafely(join(folder, 'link'), 'new')
  expect(await readFile(path, 'utf8')).toBe('new')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

it('names the file it cannot write', async () => {
  await expect(writeFileSafely(join(folder, 'none', 'a'), 'x')).rejects.toMatchObject({
    code: 'FILE',
    message: /no such file or folder/,
  })
  await expect(writeFileSafely(folder, 'x')).rejects.toMatchObject({ code: 'FILE', message: /folder/ })
})

it('does not replace a device', async () => {
  await writeFileSafely('/dev/null', 'x')
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
})

it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing behind when it is interrupted (%s)', async (signal) => {
  const script = join(folder, 'script.mjs')
  const source = fileURLToPath(new URL('write-safely.ts', import.meta.url))
  const core = fileURLToPath(new URL('../../../core/src/base/errors.ts', import.meta.url))
  await build({
    entryPoints: [source],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: join(folder, 'lib.mjs'),
    alias: { '@sdc/core': core },
  })
  const endless = `(function* () { for (let i = 0; ; i++) { if (i === 3) console.log('writing'); yield 'x'.repeat(1000) } })()`
  await writeFile(script, `import { writeFileSafely } from './lib.mjs'\nawait writeFileSafely('out.csv', ${endless})\n`)
  const child = spawn(process.execPath, [script], { cwd: folder })
  const ended = new Promise((resolve) => child.on('exit', (_, by) => resolve(by)))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toHaveLength(1)
  child.kill(signal)
  expect(await ended).toBe(signal)
  expect((await readdir(folder)).sort()).toEqual(['lib.mjs', 'script.mjs'])
})
