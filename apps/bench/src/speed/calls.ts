import { resolveParams, withColumns, type Dataset, type MaskInput, type Registry, type Rng } from '@sdc/core'

/** What a direct call of a method or metric needs; records are linked by their position. */
export interface Call {
  readonly original: Dataset
  /** The masked file; for a method that masks the original itself, leave it out. */
  readonly masked?: Dataset
  readonly columns: readonly string[]
  readonly given?: readonly string[]
  readonly params?: Readonly<Record<string, unknown>>
  readonly rng: Rng
}

/** Calls a method once, without the engine's groups and checks, which are not to be timed. */
export async function applyMethod(registry: Registry, id: string, call: Call): Promise<Dataset> {
  const method = registry.method(id)
  const data = call.masked ?? call.original
  const { files } = await method.apply({
    ...maskInput(call, data),
    params: resolveParams(method.params, call.params ?? {}, { method: id }),
  })
  return withColumns(data, files[0].columns)
}

/** The input of a method, all but its parameters; metrics take the same. */
export function maskInput(
  { original, columns, given = [], rng }: Call,
  data: Dataset,
): Omit<MaskInput<unknown>, 'params'> {
  const origin = Int32Array.from({ length: data.rows }, (_, i) => i)
  return { original, data, whole: data, origin, columns, given, rng, tick() {} }
}
