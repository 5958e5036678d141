import {
  createRegistry,
  dataset,
  definePlugin,
  defineMethod,
  numeric,
  numericValues,
  seededRng,
  type MaskingMethod,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseStep, runSteps, stopWhenAborted } from '../index.js'

const original = dataset([['v', numeric([3, 1, 2, 5])]])

/** Reverses the column, in 100 ticks. */
function slow(onApply: () => void): MaskingMethod<Record<string, never>> {
  return defineMethod({
    id: 'test/slow',
    title: 'Slow',
    summary: 'Reverses the order of the values.',
    formula: 'y_i = x_(n + 1 − i)',
    source: [{ where: 'this test' }],
    traits: { missing: 'keep', scope: 'column', claims: { marginals: true, means: true } },
    params: z.object({}),
    plan: () => ({
      form: 'file',
      mask({ data, columns, tick }) {
        onApply()
        for (let i = 0; i < 100; i++) tick(i / 100)
        return {
          files: [
            { columns: new Map(columns.map((name) => [name, numeric(numericValues(data, name).slice().reverse())])) },
          ],
        }
      },
    }),
  })
}

async function run(
  signal: AbortSignal,
  tick?: (fraction: number) => void,
  onApply: () => void = () => {},
): Promise<unknown> {
  const plugin = definePlugin({ name: 'test', version: '1.0.0', sdc: '^1', methods: [slow(onApply) as MaskingMethod] })
  const steps = [parseStep({ use: 'test/slow', columns: ['v'] })]
  const registry = createRegistry().use(plugin).freeze()
  return runSteps({ registry, original, steps, rng: seededRng(1), tick: stopWhenAborted(signal, tick) })
}

describe('stopWhenAborted', () => {
  it('stops a method in the middle if the signal is set while progress is reported', async () => {
    const controller = new AbortController()
    const seen: number[] = []
    const stopped = run(controller.signal, (fraction) => {
      seen.push(fraction)
      if (fraction >= 0.5) controller.abort()
    })
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(seen.at(-1)).toBe(0.5)
  })

  it('begins nothing after a signal from elsewhere', async () => {
    const controller = new AbortController()
    let begun = false
    const stopped = run(controller.signal, undefined, () => (begun = true))
    controller.abort()
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(begun).toBe(false)
  })

  it('lets a run finish without a signal', async () => {
    await expect(run(new AbortController().signal)).resolves.toMatchObject({ columns: ['v'] })
  })
})
