import { rolesOf } from '@sdc/engine'
import { emptyFileOf, type MeasurePlan } from '@sdc/engine/partitions'
import { folderStore } from '@sdc/files/node'
import type { Registry } from '@sdc/core'
import { readerMemory } from '../place/cut.js'
import {
  linkBy,
  MEASURE_FORMAT,
  rngOf,
  type DocumentKind,
  type MeasureDocument,
  type PlannedFile,
} from './run-document.js'
import { openSource, type OpenSource } from './run-files.js'

/** What a measurement is held to that goes on with another. */
export const MEASURING: DocumentKind<MeasureDocument> = {
  format: MEASURE_FORMAT,
  files: ({ source, masked }) => [source, masked],
  differences: [
    ['it measures other metrics, or uses other parameters', ({ metrics }) => metrics],
    ['it links the records in another way', ({ masked }) => masked.link ?? null],
    ['it measures other columns', ({ masked, given }) => [masked.columns, given]],
    ['it has other files', ({ source, masked }) => [source.path, masked.path]],
  ],
}

/** Opens the files of a measurement. */
export async function openMeasure(
  folder: string,
  { source, masked, schema, given, metrics, rng, partBlocks, memory }: MeasureDocument,
  registry: Registry,
): Promise<{ readonly sources: readonly OpenSource[]; readonly plan: MeasurePlan }> {
  const limit = ({ categories }: PlannedFile): string => readerMemory(memory, 2, categories)
  const { source: original } = await openSource(source, schema, limit(source))
  const { source: beside } = await openSource(masked, masked.schema, limit(masked))
  const plan: MeasurePlan = {
    registry,
    original,
    masked: beside,
    link: linkBy(masked.link),
    store: folderStore(folder),
    columns: masked.columns,
    given,
    roles: rolesOf(emptyFileOf(original), schema),
    metrics,
    rng: rngOf(rng),
    partBlocks,
    taskBytes: memory,
  }
  return { sources: [original, beside], plan }
}
