import { highFrom, type Measured, type MetricPlan, type RiskLevel } from '@sdc/engine'
import { independentValues, ownIndependent, type IndependentInput } from './independent-values.js'

/**
 * Measures the risks among measured values in independent data as well, unless a metric knows that value itself.
 *
 * @param measured - The values.
 * @param input - The original, and how it was measured.
 * @returns A level for each risk.
 */
export async function measuredLevels(
  measured: readonly Measured[],
  input: Omit<IndependentInput, 'metrics'>,
): Promise<RiskLevel[]> {
  const risks = measured.filter(({ metric }) => metric.kind === 'risk')
  const metrics = risks.map(({ metric, params }) => ({ use: metric.id, params: params as MetricPlan['params'] }))
  const independent = new Map([...(await independentValues({ ...input, metrics })), ...ownIndependent(risks)])
  return risks.map(({ metric, measurement }) => {
    const value = independent.get(metric.id) ?? null
    return { metric, independent: value, high: highFrom(metric, value, measurement) }
  })
}
