import { asWarning, option, type Message } from '@sdc/core'
import type { MissingKindPolicy } from '@sdc/engine'
import { withMergedKinds, type DescribedFile } from '@sdc/files/formats'
import { columnFacts, counted, rareMissing } from '@sdc/inspect'

/** File to write, and the messages about its kinds of missing values. */
export interface WrittenKinds {
  readonly source: DescribedFile
  readonly messages: readonly Message[]
}

/**
 * Decides which columns keep their kinds of missing values. By default all do. In a release of a statistical file the
 * masked ones do not, because "refused" and "not asked" distinguish records that the mask made equal.
 *
 * @param source - The original.
 * @param columns - The masked columns.
 * @param written - The columns that are written.
 * @param how - Policy of the user, if any, and true for a release.
 * @returns The file to write; for a release a warning if kept kinds single out records.
 */
export function writtenKinds(
  source: DescribedFile,
  columns: readonly string[],
  written: readonly string[],
  { missingKinds, released }: { readonly missingKinds?: MissingKindPolicy | undefined; readonly released: boolean },
): WrittenKinds {
  const hasKinds = source.format !== undefined && source.format !== 'csv' && source.format !== 'parquet'
  const byDefault = released && hasKinds ? columns : []
  const merged = missingKinds === undefined ? byDefault : missingKinds === 'merge' ? source.dataset.names : []
  const file = merged.length === 0 ? source : withMergedKinds(source, merged)
  return { source: file, messages: released ? rareMessages(file, written) : [] }
}

function rareMessages({ dataset, source }: DescribedFile, written: readonly string[]): Message[] {
  const names = written.filter((name) => dataset.names.includes(name))
  const values = names.map((name) => dataset.column(name))
  const facts = values.map((column, j) => columnFacts(column, source.get(names[j])))
  const rare = rareMissing(values, facts, dataset.rows)
  if (rare === undefined || rare.byKind <= rare.byPlace) return []
  const many = `${counted(rare.byKind, 'record')} ${rare.byKind === 1 ? 'has' : 'have'} a pattern of kinds of missing values`
  const text = `${many} that no other record has (without the kinds ${rare.byPlace}): ${option('missingKinds', 'merge')} writes one kind`
  return [asWarning(text)]
}
