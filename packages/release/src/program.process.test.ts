import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BLOCK, createRegistry } from '@sdc/core'
import { parseStep } from '@sdc/engine'
import standard from '@sdc/standard'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { mask } from './node.js'

/*
 * Runs real processes: a program of a user, the worker of this package, and plugins that the worker finds by their
 * names.
 */
const folder = mkdtempSync(join(tmpdir(), 'sdc-program-'))
const at = (name: string): string => join(folder, name)
const ROWS = BLOCK + 11

beforeAll(async () => {
  writeFileSync(at('package.json'), '{ "type": "module" }')
  await bundledProgram('packages/release/src/program.fixture.ts', at('program.js'))
  await bundledProgram('packages/release/src/worker.ts', at('worker.js'))
  for (const name of ['methods-swapping', 'metrics']) {
    const own = at(`node_modules/@sdc/${name}`)
    mkdirSync(own, { recursive: true })
    await bundledProgram(`packages/${name}/src/index.ts`, join(own, 'index.js'))
    writeFileSync(join(own, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
  }
  const lines = Array.from({ length: ROWS }, (_, i) => `${i},${(i * 7919) % 1009}\n`)
  writeFileSync(at('people.csv'), `id,income\n${lines.join('')}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a program', () => {
  it('masks and measures a file with two workers, with the bytes of a run in memory', async () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
    const [records, loss] = JSON.parse(stdout) as [number, number]
    expect(records).toBe(ROWS)
    expect(loss).toBeGreaterThan(0)
    const registry = createRegistry().use(standard).freeze()
    const steps = [parseStep({ use: 'swapping/rank-swap', columns: ['income'], params: { percent: 5 } })]
    const plan = { registry, steps, seed: '1' }
    await mask(plan, { original: at('people.csv') }, { out: at('held.csv') })
    expect(readFileSync(at('masked.csv')).equals(readFileSync(at('held.csv')))).toBe(true)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })
})
