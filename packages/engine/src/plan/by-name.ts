import * as z from 'zod'

/** Prefix that protects a name from zod. */
const guard = '\0'
const awkward = '__proto__'

/**
 * Makes the schema of an object with an entry for every name, such as a column's. Unlike `z.record` it does not drop an
 * entry called `__proto__`.
 *
 * @param value - Schema of an entry.
 * @returns The type of the object; its JSON Schema is that of `z.record`.
 */
export function byName<T extends z.ZodType>(
  value: T,
): z.ZodType<Record<string, z.output<T>>, Record<string, z.input<T>>> {
  const guarded = z.preprocess((given) => renamed(given, awkward, guard + awkward), z.record(z.string(), value))
  return guarded.transform((held) => renamed(held, guard + awkward, awkward)) as z.ZodType<
    Record<string, z.output<T>>,
    Record<string, z.input<T>>
  >
}

/**
 * Part of an issue's path as in the document.
 *
 * @param part - The part in zod.
 * @returns The name, or the number of an item.
 */
export function plainName(part: PropertyKey): string {
  return String(part).replace(guard, '')
}

function renamed<T>(value: T, from: string, to: string): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, from)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name === from ? to : name, one])) as T
}
