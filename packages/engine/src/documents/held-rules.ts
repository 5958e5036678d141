import type { Dataset } from '@sdc/core'
import type { FileSchema } from '../plan/plan.js'
import { idColumns } from '../release/release.js'
import type { RunFacts } from '../run/outcomes/run-facts.js'

/**
 * Returns the rules of the schema that the records of a written file keep, for its public manifest and report. They name
 * columns that are written with the values that were judged: no identifiers, new numbers or pseudonyms.
 *
 * @param facts - Facts of the run.
 * @param original - The original; its records are not read.
 * @param schema - Roles of its columns.
 * @returns The texts of the rules, in the order of the schema; no counts.
 */
export function heldRules(
  { ruled, pseudonyms }: Pick<RunFacts, 'ruled' | 'pseudonyms'>,
  original: Dataset,
  schema: FileSchema | undefined,
): string[] {
  const { dropped, numbered } = idColumns(original, schema, pseudonyms)
  const others = new Set([...dropped, ...numbered, ...pseudonyms])
  const texts = (ruled?.hold ?? []).flatMap(({ bound: { rule } }) =>
    rule.columns.some((name) => others.has(name)) ? [] : [rule.text],
  )
  return [...new Set(texts)]
}
