import type { Dataset, Registry } from '@sdc/core'
import { buildService, type BuiltService, type FileSchema } from '@sdc/engine'
import type { Outcome } from '../outcome.js'
import { rootRng } from '../root-rng.js'
import { settings } from '../settings/settings.js'
import { writeServiceFile } from './service-file.js'

export interface BuildServiceOptions {
  /** The id of the service. */
  readonly service: string
  readonly columns?: 'all' | readonly string[] | undefined
  readonly given?: readonly string[] | undefined
  /** `name=value` each. */
  readonly set?: readonly string[] | undefined
  readonly schema?: FileSchema | undefined
  /** Without one, random numbers are fresh and from a keyed source, and the key is kept nowhere. */
  readonly seed?: string | number | undefined
  /** The name of the file of the service. */
  readonly out: string
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Builds a query service of a file, and the file that answers its queries without the data. */
export async function buildServiceFile(
  data: Dataset,
  { service: id, set = [], seed, out, ...options }: BuildServiceOptions,
  registry: Registry,
): Promise<Outcome<BuiltService>> {
  const { params } = registry.get('services', id)
  const rng = rootRng(seed)
  const built = await buildService({ ...options, registry, data, service: id, params: settings(params, set), rng })
  const { name, version } = registry.pluginOf(id)
  const content = writeServiceFile({
    service: id,
    plugin: { name, version },
    params: built.params as Record<string, unknown>,
    columns: [...built.columns, ...built.given].map((column) => ({ name: column, kind: data.column(column).kind })),
    saved: built.saved,
  })
  const seeded = seed !== undefined && built.service.traits.stochastic
  return {
    result: built,
    artefacts: [{ kind: 'service', name: out, content }],
    sentences: [
      `${id} answers about ${built.columns.join(', ')}; ${out} may hold the data: keep it in the house, and answer from it`,
      ...(seeded ? ['made with a seed: whoever guesses the seed can undo what was drawn at random'] : []),
    ],
  }
}
