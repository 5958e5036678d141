import { asWarning, isSdcError, type Message, type Registry } from '@sdc/core'
import type { produce, ProduceData, ProduceOptions } from './produce.js'
import { controlMetrics, measureHalves, type HalvesMeasured } from '../halves/measure-halves.js'

/**
 * Returns a run that measures its steps on halves of the file as well, before it makes the file. Metrics with a control
 * take their parameters from the plan.
 *
 * Steps that mask the file may fail on a half of it: groups that are too small, columns whose values become unique. Then
 * the file is made without these values, and a warning has the reason.
 *
 * @param make - The run: `produce`, or one that also makes reports, which then have the values.
 * @returns The run; its outcome has the values, and its messages end with theirs.
 */
export function measuringHalves(make: typeof produce): typeof produce {
  return async (data, options, registry) => {
    const { halves, messages } = await halvesOf(data, options, registry)
    const tick = (fraction: number, doing?: string): void => options.tick?.((1 + fraction) / 2, doing)
    const outcome = await make(data, { ...options, halves, tick }, registry)
    return { ...outcome, halves, messages: [...outcome.messages, ...messages] }
  }
}

async function halvesOf(
  { source }: ProduceData,
  { steps, schema, measure, seed, screen, metrics: planned, tick }: ProduceOptions,
  registry: Registry,
): Promise<{ readonly halves?: HalvesMeasured; readonly messages: readonly Message[] }> {
  const metrics = controlMetrics(registry).map((one) => planned?.find(({ use }) => use === one.use) ?? one)
  const half = (fraction: number): void => tick?.(fraction / 2, 'halves of the file')
  try {
    const options = { steps, schema, measure, seed, screen, metrics, tick: half }
    const { result, messages } = await measureHalves(source.dataset, options, registry)
    return { halves: result, messages }
  } catch (error) {
    if (!isSdcError(error) || error.code === 'CANCELLED') throw error
    const instead = 'risks that need people outside have no value; those of the whole file reassure less'
    return { messages: [asWarning(`not measured on halves of the file: ${error.message}; ${instead}`)] }
  }
}
