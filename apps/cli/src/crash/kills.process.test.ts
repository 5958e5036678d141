import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parsePrivateManifest, parsePublicManifest } from '@sdc/engine'
import { afterAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { sdc } from '../cli.fixture.js'
import { listenToFileCalls } from './file-calls.fixture.js'
import { prepare, scenarios, type Scenario } from './scenarios.fixture.js'

/*
 * A killed process leaves the files on disk at that moment. So a run is made once. Its folder is copied before every
 * call that changes a file and in the middle of every write. Each copy equals the result of a kill at that call. Some
 * of these kills are then made with SIGKILL in a separate process, and must leave the same files.
 */
const root = mkdtempSync(join(tmpdir(), 'sdc-kills-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const text = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')
const sha256 = (folder: string, name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
const temporary = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.tmp'))
const notEmpty = (folder: string): string[] => temporary(folder).filter((name) => statSync(join(folder, name)).size > 0)

interface Copy {
  /** Number of the call; `half` if it was half done. */
  readonly call: number
  readonly half: boolean
  readonly at: string
  readonly folder: string
}

/** Returns files with their lengths; apart from the numbers in temporary names they are the same in every run. */
function listing(folder: string): string[] {
  const names = readdirSync(folder).map((name) => {
    const plain = name.replace(/\.sdc-\d+-\w+-\w+\.tmp$/, '.tmp')
    return `${plain} ${statSync(join(folder, name)).size}`
  })
  return names.sort()
}

/** Runs a scenario, and returns a copy of the folder for a kill at each of its calls. */
async function copiesOf(scenario: Scenario, s: number): Promise<Copy[]> {
  const folder = join(root, `run-${s}`)
  prepare(folder, scenario)
  const copies: Copy[] = []
  let call = 0
  const copy = (at: string, half = false): string => {
    const to = join(root, `run-${s}-killed-${copies.length + 1}`)
    cpSync(folder, to, { recursive: true })
    copies.push({ call, half, at, folder: to })
    return to
  }
  const stop = listenToFileCalls(folder, ({ what, path, data }) => {
    call += 1
    const name = basename(path)
    copy(`before ${what} ${name}`)
    if (data !== undefined)
      appendFileSync(join(copy(`within ${what} ${name}`, true), name), data.slice(0, data.length / 2))
  })
  const { status, stderr } = await sdc(...scenario.argv(folder, 'keep.json'))
  stop()
  expect([status, stderr]).toEqual([0, expect.stringMatching(/masked|mapped/)])
  return copies
}

/** Checks that each name is a complete file of this run, of the earlier one, or missing. */
function check(scenario: Scenario, folder: string): { readonly kept: boolean; readonly out: number } {
  for (const [name, before] of scenario.before) {
    if (scenario.masked.includes(name) || name === scenario.manifest) continue
    expect(text(folder, name)).toBe(before)
  }
  const kept = scenario.secret && existsSync(join(folder, 'keep.json'))
  const hashes = kept
    ? parsePrivateManifest(JSON.parse(text(folder, 'keep.json'))).outputs.map((one) => one.sha256)
    : []
  if (kept) expect(statSync(join(folder, 'keep.json')).mode & 0o777).toBe(0o600)
  const isNew = (name: string): boolean =>
    existsSync(join(folder, name)) && text(folder, name) !== scenario.before.get(name)
  const out = scenario.masked.filter(isNew)
  const { manifest } = scenario
  if (manifest !== undefined && isNew(manifest)) {
    const said = parsePublicManifest(JSON.parse(text(folder, manifest)))
    expect(said?.outputSha256).toHaveLength(scenario.masked.length)
    // The manifest is written after the key, and before the file.
    expect(kept).toBe(scenario.secret)
    for (const name of out) expect(said?.outputSha256[scenario.masked.indexOf(name)]).toBe(sha256(folder, name))
  } else if (manifest !== undefined) expect(out).toEqual([])
  for (const name of out) {
    const csv = text(folder, name)
    expect(csv.endsWith('\n') && csv.split('\n').length === 42).toBe(true)
    if (!scenario.secret) continue
    expect(kept).toBe(true)
    expect(hashes[scenario.masked.indexOf(name)]).toBe(sha256(folder, name))
    if (scenario.groups) expect(text(folder, 'groups-keep.json.csv').split('\n')).toHaveLength(42)
  }
  return { kept, out: out.length }
}

/** Checks that the next run succeeds despite leftover files, and that a remaining key replays the file. */
async function checkNextRun(scenario: Scenario, folder: string, kept: boolean): Promise<void> {
  const left = notEmpty(folder)
  const held = new Map(left.map((name) => [name, text(folder, name)]))
  const again = await sdc(...scenario.argv(folder, 'keep.json'))
  for (const name of left) expect(again.stderr).toContain(`${name} was meant to become`)
  if (kept) {
    const before = text(folder, 'keep.json')
    expect([again.status, again.stderr]).toEqual([2, expect.stringMatching(/keep\.json exists already/)])
    expect(text(folder, 'keep.json')).toBe(before)
    const data = join(folder, 'data.csv')
    const replayed = await sdc('run', join(folder, 'keep.json'), '--data', data, '-o', join(folder, 'again.csv'))
    expect(replayed.stderr).toMatch(/the replay equals .* of the run, bit for bit/)
    // A release is never overwritten; its owner has to move it.
    for (const name of scenario.masked) rmSync(join(folder, name), { force: true })
    expect((await sdc(...scenario.argv(folder, 'other.json'))).status).toBe(0)
  } else expect([again.status, again.stderr]).toEqual([0, expect.any(String)])
  for (const name of scenario.masked) expect(existsSync(join(folder, name))).toBe(true)
  // Files of a killed run are removed by the user only.
  for (const [name, content] of held) expect(text(folder, name)).toBe(content)
  expect(notEmpty(folder).sort()).toEqual([...left].sort())
}

/** Remaining files of kills in the first scenario, by call. */
const left = new Map<string, readonly string[]>()

describe('a kill at any call that changes a file', () => {
  it.each(scenarios.map((scenario, s) => [scenario.name, scenario, s] as const))(
    'leaves no file without its key, no incomplete file, and no obstacle: %s',
    async (_, scenario, s) => {
      const copies = await copiesOf(scenario, s)
      const seen = new Set<string>()
      for (const { call, half, at, folder } of copies) {
        if (s === 0) left.set(half ? `${call} half` : `${call}`, listing(folder))
        try {
          const { kept, out } = check(scenario, folder)
          // The next run is tried once for every different state, ignoring the names of temporary files and counts
          // beyond six.
          const counts = [out, temporary(folder).length, notEmpty(folder).length].map((count) => Math.min(count, 6))
          const state = JSON.stringify([kept, out === scenario.masked.length, ...counts])
          if (!seen.has(state)) await checkNextRun(scenario, folder, kept)
          seen.add(state)
        } catch (error) {
          throw new Error(`killed ${at}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
        }
        rmSync(folder, { recursive: true })
      }
      expect(seen.size).toBeGreaterThan(3)
    },
    120_000,
  )

  it('leaves the files of the copies with a real SIGKILL', async () => {
    const program = await bundledProgram('apps/cli/src/cli.ts', join(root, 'sdc.mjs'))
    const killer = await bundledProgram('apps/cli/src/crash/kill.fixture.ts', join(root, 'kill.mjs'))
    const [scenario] = scenarios
    // The first call, two in the middle of a write, and the last; after that the run is over.
    const all = [...left.keys()]
    const places = [all[0], ...all.filter((place) => place.endsWith('half')).slice(0, 2), all[all.length - 1]]
    const killedAt = async (place: string): Promise<void> => {
      const folder = join(root, `process-${place.replace(' ', '-')}`)
      prepare(folder, scenario)
      const argv = ['--import', killer, program, ...scenario.argv(folder, 'keep.json')]
      const env = { ...process.env, KILL_AT: place, KILL_IN: folder }
      const signal = await new Promise((resolve) =>
        execFile(process.execPath, argv, { env }, (error) => {
          resolve(error?.signal)
        }),
      )
      expect([place, signal]).toEqual([place, 'SIGKILL'])
      expect([place, ...listing(folder)]).toEqual([place, ...(left.get(place) ?? [])])
      check(scenario, folder)
    }
    for (const place of places) await killedAt(place)
  })
})

describe('an error of any call that changes a file', () => {
  it.each([0, 2].map((s) => [scenarios[s].name, scenarios[s], s] as const))(
    'is reported, and leaves no file without its key and no incomplete file: %s',
    async (_, scenario, s) => {
      const codes = ['EIO', 'ENOSPC', 'EPERM', 'EXDEV']
      let failed = 0
      for (let n = 1, more = true; more; n++) {
        const folder = join(root, `error-${s}-${n}`)
        prepare(folder, scenario)
        const code = codes[n % codes.length]
        let call = 0
        let at = ''
        const stop = listenToFileCalls(folder, ({ what, path }) => {
          call += 1
          if (call !== n) return
          at = `${what} ${basename(path)}`
          throw Object.assign(new Error(`${code}: made up`), { code, syscall: what })
        })
        const { status, stderr } = await sdc(...scenario.argv(folder, 'keep.json'))
        stop()
        more = at !== ''
        try {
          const { kept, out } = check(scenario, folder)
          if (status !== 0) {
            failed += 1
            expect([status, stderr]).toEqual([
              2,
              expect.stringMatching(/^(warning.*\n)*sdc: FILE: .* cannot be written/),
            ])
            expect(out).toBe(0)
            if (kept) expect(stderr).toMatch(/already written and kept: .*keep\.json/)
          } else expect(out).toBe(scenario.masked.length)
          // A file that could not be removed before the work is removed when its name is reserved again.
          expect(temporary(folder).length).toBeLessThanOrEqual(at.startsWith('unlink') ? 1 : 0)
        } catch (error) {
          throw new Error(`${code} at ${at}: ${error instanceof Error ? error.message : String(error)}`, {
            cause: error,
          })
        }
        rmSync(folder, { recursive: true })
      }
      expect(failed).toBeGreaterThan(10)
    },
    120_000,
  )
})
