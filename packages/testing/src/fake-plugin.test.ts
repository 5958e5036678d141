import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRegistry, dataset, measureInput, numeric, numericValues, type Dataset } from '@sdc/core'
import { runSteps } from '@sdc/engine'
import { runInParts } from '@sdc/engine/partitions'
import { expect, it, onTestFinished } from 'vitest'
import plugin, { distanceMetric, nearMetric } from './fake-plugin.js'
import { launchedPlan } from './launched-plan.js'
import { measureByPlan } from '@sdc/toolkit'

it('gives the same result out of core as in memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-fake-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const plan = launchedPlan(join(folder, 'store'))
  onTestFinished(() => rmSync(`${join(folder, 'store')}-seen`, { recursive: true, force: true }))
  const [original, masked] = [new Map<string, number[]>(), new Map<string, number[]>()]
  const gather = async (into: Map<string, number[]>, blocks: AsyncIterable<{ data: Dataset }>): Promise<void> => {
    for await (const { data } of blocks)
      for (const name of data.names) into.set(name, [...(into.get(name) ?? []), ...numericValues(data, name)])
  }
  const names = plan.source.names
  await gather(original, plan.source.read({ from: 0, to: plan.source.rows }, names))
  await runInParts({
    ...plan,
    sink: { write: (_part, _range, blocks) => gather(masked, blocks), close: () => Promise.resolve() },
  })
  const { files } = await runSteps({
    registry: createRegistry().use(plugin).freeze(),
    original: dataset([...original].map(([name, values]) => [name, numeric(values)] as const)),
    steps: plan.steps,
    rng: plan.rng,
  })
  for (const name of names) {
    expect(Float64Array.from(masked.get(name) ?? [])).toEqual(numericValues(files[0].data, name))
    expect(masked.get(name)).not.toEqual(original.get(name))
  }
})

it('measures by the definitions', async () => {
  const original = dataset([['x', numeric([1, 2, 3, 4])]])
  const measured = (values: readonly number[], percent = 0): unknown[] => {
    const masked = dataset([['x', numeric(values)]])
    return [
      measureByPlan(nearMetric, measureInput(original, masked, { params: { percent }, columns: ['x'] })),
      measureByPlan(distanceMetric, measureInput(original, masked, { params: {}, columns: ['x'] })),
    ]
  }
  // Two of four ranks are equal; the distances sum to 2, those from the mean to 4.
  expect(measured([1, 3, 2, 4])).toMatchObject([{ value: 50, used: 4 }, { value: 50 }])
  expect(measured([1, 3, 2, 4], 25)).toMatchObject([{ value: 100 }, { value: 50 }])
  expect(measured([1, 2, 3, 4])).toMatchObject([{ value: nearMetric.atIdentity }, { value: distanceMetric.atIdentity }])
})
