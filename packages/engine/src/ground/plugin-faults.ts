import { isSdcError, SdcError, type Card, type ErrorPlace, type Registry } from '@sdc/core'

/**
 * Runs the code of a plugin. An error that is not an `SdcError` becomes BAD_PLUGIN, with the name of the plugin. An
 * error that `tick` throws belongs to the caller and is passed on unchanged.
 */
export async function ofPlugin<T>(
  registry: Registry,
  one: Card,
  place: ErrorPlace,
  tick: (fraction: number) => void,
  run: (tick: (fraction: number) => void) => T | Promise<T>,
): Promise<T> {
  let stopped: { readonly error: unknown } | undefined
  const watched = (fraction: number): void => {
    try {
      tick(fraction)
    } catch (error) {
      stopped = { error }
      throw error
    }
  }
  try {
    return await run(watched)
  } catch (error) {
    if (stopped && error === stopped.error) throw error
    if (isSdcError(error)) throw error
    throw pluginFault(
      registry,
      one,
      place,
      `it failed: ${error instanceof Error ? error.message : String(error)}`,
      error,
    )
  }
}

/** Error for a breach of the contract by a plugin. */
export function pluginFault(
  registry: Registry,
  { id }: Card,
  place: ErrorPlace,
  what: string,
  cause?: unknown,
): SdcError {
  const { name, version } = registry.pluginOf(id)
  const fix = `sdc check ${name} shows more; report it to the authors of ${name}.`
  const error = new SdcError('BAD_PLUGIN', `${id} of ${name} ${version}: ${what}`, { ...place, plugin: name }, fix)
  if (cause !== undefined) error.cause = cause
  return error
}
