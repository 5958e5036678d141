import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dataset, numeric } from '@sdc/core'
import { parquetSink } from '@sdc/files/parquet'
import { sourceOf } from '@sdc/engine/partitions'
import { sdc, workFolder } from '../cli.fixture.js'

const { path } = workFolder()

afterEach(() => vi.unstubAllEnvs())

async function refusal(...argv: readonly string[]): Promise<string> {
  const { status, stderr } = await sdc(...argv)
  expect([argv, status]).toEqual([argv, 2])
  return stderr.replaceAll(/\s+/g, ' ')
}

describe('sdc mask --launcher slurm', () => {
  it('reports a missing sbatch or an unknown option at once, and leaves no files', async () => {
    const source = sourceOf(dataset([['income', numeric([2300, 2434, 2123, 2312, 6045])]]))
    const sink = parquetSink(path('people.parquet'))
    await sink.write(0, { from: 0, to: 1 }, source.read({ from: 0, to: 1 }, source.names))
    await sink.close(1)
    const asked = ['mask', path('people.parquet'), '--method', 'noise/additive', '--columns', 'income', '-o'] as const
    const before = readdirSync(path('.'))
    const mask = (...argv: readonly string[]): Promise<string> => refusal(...asked, path('masked.parquet'), ...argv)
    vi.stubEnv('PATH', path('nowhere'))
    expect(await mask('--launcher', 'slurm')).toContain(
      'Slurm should start the tasks, but sbatch is not installed here',
    )
    expect(await mask('--launcher', 'slurm', '--slurm', '--wait')).toContain(
      '"--wait" is not a supported option of sbatch',
    )
    expect(await mask('--slurm', '--time=5')).toContain('--slurm needs --launcher slurm')
    expect(readdirSync(path('.'))).toEqual(before)
  })
})

describe('sdc worker --launcher slurm', () => {
  it('must be started by a job', async () => {
    const said = await refusal('worker', path('.'), '--launcher', 'slurm')
    expect(said).toContain('a worker of Slurm is started by a job of its run')
  })
})
