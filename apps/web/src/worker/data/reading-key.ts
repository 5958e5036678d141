import type { FileSchema } from '@sdc/engine'

/**
 * Returns the facts of a schema that affect the reading of a file, as text; if the text changes, the file is read
 * again.
 *
 * @param schema - The schema.
 * @returns Its separators, texts that mean missing, kinds, categories and bounds; nothing of roles, labels and rules.
 */
export function readingKey({ columns, ...schema }: FileSchema): string {
  const file = { ...schema, rules: undefined, brokenRules: undefined, knownItems: undefined }
  const read = Object.entries(columns).flatMap(([name, column]) => {
    const { kind, dateFormat, levels, ordered, taxonomy, missing, missingRange, min, max, integer } = column
    const facts = { kind, dateFormat, levels, ordered, taxonomy, missing, missingRange, min, max, integer }
    return Object.values(facts).every((fact) => fact === undefined) ? [] : [[name, facts]]
  })
  return JSON.stringify([file, read.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))])
}
