import { maskInput, resolveParams, withColumns, type Dataset, type Registry, type Rng } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'

/** Input of a direct call of a method or metric; records are linked by their position. */
export interface Call {
  readonly original: Dataset
  /** The masked file; omitted for a method that masks the original itself. */
  readonly masked?: Dataset
  readonly columns: readonly string[]
  readonly given?: readonly string[]
  readonly params?: Readonly<Record<string, unknown>>
  readonly rng: Rng
}

/** Calls a method once, without the engine's groups and checks, which must not be timed. */
export async function applyMethod(registry: Registry, id: string, call: Call): Promise<Dataset> {
  const method = registry.get('methods', id)
  const data = call.masked ?? call.original
  const { original, columns, given = [], rng } = call
  const params = resolveParams(method.params, call.params ?? {}, { method: id })
  const { files } = await maskByPlan(method, maskInput(data, { original, columns, given, rng, params }))
  return withColumns(data, files[0].columns)
}
