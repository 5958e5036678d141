import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reserveFiles } from './reserve.js'
import { leftBehind } from './temporary-files.js'
import { writeFilesSafely } from './write-safely.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'io-'))
})
afterEach(() => rm(folder, { recursive: true }))

const here = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
const temporary = (of: string, process: number, machine = here): string =>
  join(folder, `.${of}.sdc-${process}-${machine}-0123456789ab.tmp`)

/** Number of a process that has ended. */
async function ended(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.on('exit', resolve))
  return child.pid ?? 0
}

describe('reserved names', () => {
  it('are written by the process that reserved them, and by no other until they are released', async () => {
    const key = join(folder, 'key')
    const reservation = await reserveFiles([{ path: key, exclusive: true }, { path: join(folder, 'out') }])
    expect(reservation.found).toEqual([])
    expect(await readdir(folder)).toHaveLength(2)
    await writeFilesSafely([{ path: key, content: 'x', exclusive: true }])
    reservation.release()
    expect(await readdir(folder)).toEqual(['key'])
    await expect(reserveFiles([{ path: key, exclusive: true }])).rejects.toMatchObject({ message: /exists already/ })
    expect(await readdir(folder)).toEqual(['key'])
  })

  it('are refused while another process is about to write them', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    await writeFile(temporary('key', child.pid ?? 0), '')
    await expect(reserveFiles([{ path: join(folder, 'key') }])).rejects.toMatchObject({
      code: 'FILE',
      message: expect.stringContaining(`another run (process ${child.pid}) has reserved`),
    })
    expect(await readdir(folder)).toHaveLength(1)
    child.kill()
    await new Promise((resolve) => child.on('exit', resolve))
    const reservation = await reserveFiles([{ path: join(folder, 'key') }])
    reservation.release()
    // Temporary file of a dead run, which reserves nothing.
    expect(await readdir(folder)).toEqual([])
  })

  it('go to one of two processes that reserve them at once, by the order of their names', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    const other = temporary('key', child.pid ?? 0)
    await writeFile(other, '')
    const reserving = reserveFiles([{ path: join(folder, 'key') }]).then(
      (reservation) => {
        reservation.release()
        return true
      },
      () => false,
    )
    // The other one finds this one, and gives up.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await rm(other)
    expect(await reserving).toBe(`${process.pid}-` < `${child.pid}-`)
    child.kill()
  })

  it('reveal before the work that a folder is missing or not writable', async () => {
    await expect(reserveFiles([{ path: join(folder, 'none', 'a') }])).rejects.toMatchObject({ code: 'FILE' })
    await expect(reserveFiles([{ path: folder }])).rejects.toMatchObject({ message: /it is a folder/ })
    await mkdir(join(folder, 'shut'))
    await chmod(join(folder, 'shut'), 0o500)
    // Root may write everywhere.
    if (process.getuid?.() !== 0)
      await expect(reserveFiles([{ path: join(folder, 'shut', 'a') }])).rejects.toMatchObject({ code: 'FILE' })
  })

  it('need no reservation for devices', async () => {
    const reservation = await reserveFiles([{ path: '/dev/null' }])
    reservation.release()
    await expect(reserveFiles([{ path: '/dev/null', exclusive: true }])).rejects.toMatchObject({
      message: /exists already, and is not a file/,
    })
  })
})

describe('temporary files of earlier runs', () => {
  it('are found, with the state of their runs, and not removed', async () => {
    const dead = await ended()
    await writeFile(temporary('a.csv', dead), 'half')
    await writeFile(temporary('a.csv', process.pid), 'half of an earlier process with this number')
    await writeFile(temporary('a.csv', 1, 'ffffff'), 'elsewhere')
    await writeFile(temporary('b.csv', dead), 'of another name')
    await writeFile(join(folder, '.a.csv.swp'), 'of an editor')
    const found = await leftBehind([join(folder, 'a.csv')])
    expect(found.map(({ process: id, run }) => [id, run])).toEqual(
      [
        [1, 'unknown'],
        [process.pid, 'dead'],
        [dead, 'dead'],
      ].sort((x, y) => (String(x[0]) < String(y[0]) ? -1 : 1)),
    )
    const reservation = await reserveFiles([{ path: join(folder, 'a.csv') }])
    expect(reservation.found).toHaveLength(3)
    reservation.release()
    expect(await readdir(folder)).toHaveLength(5)
  })
})
