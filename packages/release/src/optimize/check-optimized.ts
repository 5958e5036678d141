import type { Dataset, Registry } from '@sdc/core'
import {
  bindLimits,
  measureFiles,
  refuseUnmeasurable,
  rolesOf,
  withLimited,
  type FileSchema,
  type Limits,
  rootRng,
} from '@sdc/engine'
import { refuseBeyond } from '../measure/bounds.js'

/** An improved file, and its limits. */
export interface OptimizedFile {
  readonly original: Dataset
  readonly masked: Dataset
  readonly origin: Int32Array
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly schema?: FileSchema | undefined
  readonly failLimits?: Limits | undefined
}

/**
 * Checks limits before the work.
 *
 * @param file - The file, as far as it exists.
 * @param registry - Registry with the metrics.
 * @throws UNKNOWN_METRIC, and BAD_OPTION for a metric that cannot be measured for such a file.
 */
export function checkOptimized(
  { original, columns, schema, failLimits }: Pick<OptimizedFile, 'original' | 'columns' | 'schema' | 'failLimits'>,
  registry: Registry,
): void {
  refuseUnmeasurable(bindLimits(registry, failLimits), { columns, roles: rolesOf(original, schema), original })
}

/**
 * Measures an improved file by its limits, before it is written.
 *
 * @param file - The file.
 * @param registry - Registry with the metrics.
 * @throws BEYOND_LIMIT if a limit is exceeded.
 */
export async function refuseOptimized(file: OptimizedFile, registry: Registry): Promise<void> {
  const failLimits = bindLimits(registry, file.failLimits)
  if (failLimits.length === 0) return
  const { original, masked, origin, columns, given, schema } = file
  const roles = rolesOf(original, schema)
  const metrics = withLimited([], failLimits)
  const rng = rootRng('1')
  const measured = await measureFiles({ registry, original, masked, origin, columns, given, roles, metrics, rng })
  refuseBeyond(failLimits, { measured, groups: undefined })
}
