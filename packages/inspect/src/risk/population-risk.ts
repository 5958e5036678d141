import type { Dataset, Registry, Roles } from '@sdc/core'
import { measureFiles, rootRng } from '@sdc/engine'
import type { PopulationRisk } from './risk-report.js'

/**
 * Estimates the population uniques of a weighted sample.
 *
 * @param registry - Registry with the metric.
 * @param data - The file.
 * @param roles - Its quasi-identifiers and its weight.
 * @returns The estimate; undefined without a weight, quasi-identifiers or records.
 */
export async function populationRisk(
  registry: Registry,
  data: Dataset,
  roles: Roles,
): Promise<PopulationRisk | undefined> {
  if (roles.weight === undefined || roles.keys.length === 0 || data.rows === 0) return undefined
  const [{ measurement }] = await measureFiles({
    registry,
    original: data,
    masked: data,
    origin: Int32Array.from({ length: data.rows }, (_, i) => i),
    columns: roles.keys,
    roles,
    metrics: [{ use: 'risk/population-uniques', params: { missing: 'own-level' } }],
    // The metric draws no random numbers.
    rng: rootRng(1),
  })
  const { value, reason, warnings = [] } = measurement
  return { percent: value, reason: reason ?? null, warnings }
}
