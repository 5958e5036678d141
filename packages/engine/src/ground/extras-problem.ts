/** Results that any plugin may return in addition: tables and numbers by name, and sentences. */
interface Extras {
  readonly report?: unknown
  readonly publish?: unknown
  readonly columns?: unknown
  readonly tables?: unknown
  readonly warnings?: unknown
  readonly protects?: unknown
}

/**
 * Checks the additional results of a plugin: each is absent, a Map by name, or a list of texts.
 *
 * @param given - The result of the plugin.
 * @returns The breach of the contract; undefined without one.
 */
export function extrasProblem({ report, publish, columns, tables, warnings, protects }: Extras): string | undefined {
  const isNumber = (one: unknown): boolean => typeof one === 'number'
  return (
    mapProblem(
      'report',
      report,
      (one) => isNumber(one) || typeof one === 'string' || isColumn(one) || isDataset(one),
      'number, text, column or dataset',
    ) ??
    mapProblem('publish', publish, (one) => isNumber(one) || isDataset(one), 'number or dataset') ??
    mapProblem('columns', columns, (one) => isNumber(one) || one === null, 'number or null') ??
    mapProblem('tables', tables, isDataset, 'dataset') ??
    textsProblem('warnings', warnings) ??
    textsProblem('protects', protects)
  )
}

function mapProblem(what: string, value: unknown, fits: (one: unknown) => boolean, kinds: string): string | undefined {
  if (value === undefined) return undefined
  if (!(value instanceof Map)) return `its ${what} is not a Map`
  const [wrong] = [...value].find(([name, one]) => typeof name !== 'string' || !fits(one)) ?? []
  return wrong === undefined ? undefined : `"${String(wrong)}" in its ${what} is not a ${kinds}`
}

function textsProblem(what: string, value: unknown): string | undefined {
  if (value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'))) return undefined
  return `its ${what} is not a list of texts`
}

function isColumn(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  if (value.kind === 'numeric') return 'values' in value && value.values instanceof Float64Array
  return 'codes' in value && value.codes instanceof Int32Array && 'levels' in value && Array.isArray(value.levels)
}

function isDataset(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'names' in value && Array.isArray(value.names) && 'column' in value && typeof value.column === 'function'
}
