import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()

describe.runIf(haveData('testdata.csv', 'free1.csv'))('sdc inspect for real files', () => {
  it.each(['testdata.csv', 'free1.csv'])('%s', async (name) => {
    const schema = work.path(`${name}.yaml`)
    expect((await sdc('inspect', pathOf(name), '--write', schema)).status).toBe(0)
    const run = ['--schema', schema, '--seed', '1', '-o', work.path(name)]
    expect((await sdc('mask', pathOf(name), '--method', 'swapping/rank-swap', ...run)).status).toBe(0)
  })
})
