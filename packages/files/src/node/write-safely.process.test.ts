import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import promises, { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
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

it('leaves only the old file if the content fails', async () => {
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

it('keeps the mode of the replaced file, and links', async () => {
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

it('renames in the given order, and reverts none', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => join(folder, name))
  await writeFile(a, 'before')
  // The name of b is taken while the contents are written.
  const taking = function* (): Generator<string> {
    mkdirSync(join(b, 'in the way'), { recursive: true })
    yield 'new'
  }
  const writing = writeFilesSafely([
    { path: a, content: taking() },
    { path: b, content: '2' },
    { path: c, content: '3' },
  ])
  const message = /b cannot be written: .*; already written and kept: .*a$/
  await expect(writing).rejects.toMatchObject({ code: 'FILE', message: expect.stringMatching(message) })
  expect(await readFile(a, 'utf8')).toBe('new')
  expect((await readdir(folder)).sort()).toEqual(['a', 'b'])
})

it('writes the contents from the last to the first, so that a file may describe later ones', async () => {
  const [key, manifest, out] = ['key', 'manifest', 'out'].map((name) => join(folder, name))
  const order: string[] = []
  const content = (name: string, pieces: number): Iterable<Uint8Array> => ({
    *[Symbol.iterator]() {
      // One buffer for all pieces.
      const buffer = new Uint8Array(1000)
      for (let i = 0; i < pieces; i++) yield buffer.fill(97 + i)
      order.push(name)
    },
  })
  await writeFilesSafely([
    { path: key, content: content('key', 1), exclusive: true, mode: 0o600 },
    { path: manifest, content: content('manifest', 1) },
    { path: out, content: content('out', 3) },
  ])
  expect(order).toEqual(['out', 'manifest', 'key'])
  expect(await readFile(out, 'utf8')).toBe('a'.repeat(1000) + 'b'.repeat(1000) + 'c'.repeat(1000))
})

it('leaves nothing if the disk fills while content is generated', async () => {
  const [key, out] = [join(folder, 'key'), join(folder, 'out')]
  let made = 0
  const long = function* (): Generator<Uint8Array> {
    for (; made < 100; made++) yield new Uint8Array(1000)
  }
  const open = promises.open
  const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write', errno: -28 })
  promises.open = async (...args: Parameters<typeof open>) => {
    const handle = await open(...args)
    const write = handle.writeFile.bind(handle)
    let written = 0
    handle.writeFile = async (data, ...more) => {
      written += (data as Uint8Array).length
      if (written > 5000) {
        await write((data as Uint8Array).subarray(0, 300))
        throw full
      }
      await write(data, ...more)
    }
    return handle
  }
  syncBuiltinESMExports()
  try {
    const writing = writeFilesSafely([
      { path: key, content: 'key', exclusive: true },
      { path: out, content: long() },
    ])
    await expect(writing).rejects.toMatchObject({ code: 'FILE', message: `${out} cannot be written: the disk is full` })
  } finally {
    promises.open = open
    syncBuiltinESMExports()
  }
  // No more was generated than written.
  expect(made).toBe(5)
  expect(await readdir(folder)).toEqual([])
})

it('never overwrites an exclusive file, even one that appears meanwhile, nor a link', async () => {
  const [key, out] = [join(folder, 'key'), join(folder, 'out')]
  await writeFile(key, 'first')
  const both = [
    { path: key, content: 'second', exclusive: true },
    { path: out, content: 'of the second' },
  ]
  await expect(writeFilesSafely(both)).rejects.toMatchObject({ code: 'FILE', message: /key exists already/ })
  await rm(key)
  const meanwhile = function* (): Generator<string> {
    writeFileSync(key, 'first')
    yield 'second'
  }
  const late = [{ ...both[0], content: meanwhile() }, both[1]]
  await expect(writeFilesSafely(late)).rejects.toMatchObject({ code: 'FILE', message: /key exists already/ })
  expect(await readFile(key, 'utf8')).toBe('first')
  await rm(key)
  await symlink(join(folder, 'nowhere'), key)
  await expect(writeFilesSafely(both)).rejects.toMatchObject({
    code: 'FILE',
    message: /exists already, and is not a file/,
  })
  expect(await readdir(folder)).toEqual(['key'])
})

it('gives an exclusive name to one of many simultaneous writers', async () => {
  const key = join(folder, 'key')
  const runs = Array.from({ length: 8 }, (_, r) =>
    writeFilesSafely([
      { path: key, content: `key ${r}`, exclusive: true, mode: 0o600 },
      { path: join(folder, `out ${r}`), content: `out ${r}` },
    ]).then(
      () => r,
      () => undefined,
    ),
  )
  const won = (await Promise.all(runs)).filter((r) => r !== undefined)
  expect(won).toHaveLength(1)
  expect((await readdir(folder)).sort()).toEqual(['key', `out ${won[0]}`])
  expect(await readFile(key, 'utf8')).toBe(`key ${won[0]}`)
  expect((await stat(key)).mode & 0o777).toBe(0o600)
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
