import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dataset, numeric } from '@sdc/core'
import { parquetSink } from '@sdc/files/parquet'
import { sourceOf } from '@sdc/engine/partitions'
import { sdc, workFolder } from '../cli.fixture.js'
import { FORMAT } from '../../../../packages/release/src/flow/work/run-document.js'
import { ownVersion } from './own-worker.js'

const { path, write } = workFolder()
/** Address without a server. */
const NOWHERE = 'redis://me:secret@127.0.0.1:1'

const planOf = (sdcVersion: string, plugins: readonly object[] = []): string =>
  JSON.stringify({ format: FORMAT, sdc: sdcVersion, steps: [], plugins })

async function refusal(...argv: readonly string[]): Promise<string> {
  const { status, stderr } = await sdc(...argv)
  expect([argv, status]).toEqual([argv, 2])
  return stderr.replaceAll(/\s+/g, ' ')
}

describe('sdc mask --launcher bullmq', () => {
  it('reports a missing Redis at once, without its password, and leaves no files', async () => {
    const source = sourceOf(dataset([['income', numeric([2300, 2434, 2123, 2312, 6045])]]))
    const sink = parquetSink(path('people.parquet'))
    await sink.write(0, { from: 0, to: 1 }, source.read({ from: 0, to: 1 }, source.names))
    await sink.close(1)
    const asked = ['mask', path('people.parquet'), '--method', 'noise/additive', '--columns', 'income', '-o'] as const
    const before = readdirSync(path('.'))
    const said = await refusal(...asked, path('masked.parquet'), '--launcher', 'bullmq', '--redis', NOWHERE)
    expect(said).toContain('Redis at redis://127.0.0.1:1 cannot be used: ECONNREFUSED')
    expect(said).not.toContain('secret')
    expect(readdirSync(path('.'))).toEqual(before)
    const alone = await refusal(...asked, path('masked.parquet'), '--redis', NOWHERE)
    expect(alone).toContain('--redis needs --launcher bullmq')
    expect(existsSync(path('masked.parquet'))).toBe(false)
  })
})

describe('sdc worker --launcher bullmq', () => {
  it('refuses the run of another version of sdc or of a plugin, and a folder without a run', async () => {
    const work = (store: string): Promise<string> =>
      refusal('worker', path(store), '--launcher', 'bullmq', '--redis', NOWHERE)
    for (const store of ['other', 'plugin', 'same', 'empty']) mkdirSync(path(store))
    write('other/plan.json', planOf('0.0.0-other'))
    expect(await work('other')).toContain(`sdc is version ${ownVersion()} here, but 0.0.0-other where the run`)
    write('plugin.mjs', "export default { name: 'mine', version: '1.2.0', methods: [] }")
    write('plugin/plan.json', planOf(ownVersion(), [{ use: path('plugin.mjs'), version: '1.1.0' }]))
    expect(await work('plugin')).toMatch(/plugin \S+ is version 1.2.0 here, but 1.1.0 where the run began/)
    write('same/plan.json', planOf(ownVersion()))
    expect(await work('same')).toContain('Redis at redis://127.0.0.1:1 cannot be used')
    expect(await work('empty')).toContain('has no run')
  })
})
