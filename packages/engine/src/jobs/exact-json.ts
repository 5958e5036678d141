/**
 * A number as JSON keeps it: the finite ones come back bit for bit (the shortest decimals that name a double), those that
 * JSON lacks as their names.
 *
 * @param value - Any number.
 * @returns It, or `NaN`, `Infinity`, `-Infinity`, `-0`, of which `Number` makes it again.
 */
export function exactNumber(value: number): number | string {
  if (Object.is(value, -0)) return '-0'
  return Number.isFinite(value) ? value : String(value)
}

/**
 * Plain data as JSON that tells apart what differs: JSON itself has no NaN, no infinity, no −0 and no map.
 *
 * @param value - Data without functions.
 * @returns The same with such numbers by name, and maps as lists of pairs.
 */
export function exactJson(value: unknown): unknown {
  if (typeof value === 'number') return exactNumber(value)
  if (Array.isArray(value)) return value.map(exactJson)
  if (value instanceof Map || value instanceof Set) return [...value].map(exactJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, exactJson(part)]))
}
