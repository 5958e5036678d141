import { asInfo, type Dataset, type Registry, type Rng } from '@sdc/core'
import { buildService, type BuiltService, type FileSchema, rootRng } from '@sdc/engine'
import { type Outcome, settings } from '@sdc/inspect'
import { writeServiceFile } from './service-file.js'
import { logName, writeServiceLog } from './service-log.js'

export interface BuildServiceOptions {
  /** Id of the service. */
  readonly service: string
  readonly columns?: 'all' | readonly string[] | undefined
  readonly given?: readonly string[] | undefined
  /** Settings `name=value`. */
  readonly set?: readonly string[] | undefined
  readonly schema?: FileSchema | undefined
  /** Random seed; without one, random numbers come from a fresh key that is not stored. */
  readonly seed?: string | number | undefined
  /** Name of the private file of the service; its log is in the same folder. */
  readonly private: string
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Builds a query service of a file, as a file that answers queries without the data. */
export async function buildServiceFile(
  data: Dataset,
  { service: id, set = [], seed, private: out, ...options }: BuildServiceOptions,
  registry: Registry,
): Promise<Outcome<BuiltService>> {
  const { params } = registry.get('services', id)
  const rng = rootRng(seed)
  const built = await buildService({ ...options, registry, data, service: id, params: settings(params, set), rng })
  const { name, version } = registry.pluginOf(id)
  const own = serviceId(rng)
  const content = writeServiceFile({
    id: own,
    service: id,
    plugin: { name, version },
    params: built.params as Record<string, unknown>,
    columns: [...built.columns, ...built.given].map((column) => ({ name: column, kind: data.column(column).kind })),
    saved: built.saved,
  })
  const seeded = seed !== undefined && built.service.traits.stochastic
  return {
    result: built,
    // A log without its service is harmless; a service without its log is refused.
    artefacts: [
      { kind: 'new-service-log', name: logName(out), content: writeServiceLog({ id: own, entries: [] }) },
      { kind: 'service', name: out, content },
    ],
    messages: [
      ...(built.saved.messages ?? []),
      asInfo(
        `${id} answers about ${built.columns.join(', ')}; ${out} may hold the data: keep it and its log secret, and answer from it`,
      ),
      ...(seeded ? [asInfo('made with a seed: guessing it undoes the random draws')] : []),
    ],
  }
}

/** Returns 128 random bits that identify a service in its log. */
function serviceId(rng: Rng): string {
  const own = rng.child('the id of the service')
  return Array.from({ length: 4 }, () =>
    own
      .int(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
}
