import { rolesOf, type FileSchema } from '@sdc/engine'
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

/** Requirements for resuming a measurement. */
export const MEASURING: DocumentKind<MeasureDocument> = {
  format: MEASURE_FORMAT,
  files: ({ source, masked, population, control }) => [source, masked, population, control],
  differences: [
    ['it measures other metrics, or uses other parameters', ({ metrics }) => metrics],
    ['it links the records in another way', ({ masked }) => masked.link ?? null],
    ['it measures other columns', ({ masked, given }) => [masked.columns, given]],
    ['it measures other groups', ({ by }) => by],
    ['it keeps other values', ({ byRecord }) => byRecord],
    [
      'it has other files',
      ({ source, masked, population, control }) =>
        [source, masked, population, control].map((file) => file?.path ?? null),
    ],
  ],
}

/** Opens the files of a measurement. */
export async function openMeasure(
  folder: string,
  document: MeasureDocument,
  registry: Registry,
): Promise<{ readonly sources: readonly OpenSource[]; readonly plan: MeasurePlan }> {
  const { source, masked, population, control, schema, given, metrics, by, byRecord, rng, partBlocks, memory } =
    document
  const files = MEASURING.files(document).filter((file) => file !== undefined)
  const opened = async (file: PlannedFile, own: FileSchema | undefined): Promise<OpenSource> =>
    (await openSource(file, own, readerMemory(memory, files.length, file.categories))).source
  const original = await opened(source, schema)
  const beside = await opened(masked, masked.schema)
  const others = {
    population: population && (await opened(population, population.schema)),
    control: control && (await opened(control, control.schema)),
  }
  const plan: MeasurePlan = {
    registry,
    original,
    masked: beside,
    ...others,
    link: linkBy(masked.link),
    store: folderStore(folder),
    columns: masked.columns,
    given,
    roles: rolesOf(emptyFileOf(original), schema),
    metrics,
    by,
    byRecord,
    rng: rngOf(rng),
    partBlocks,
    taskBytes: memory,
  }
  const sources = [original, beside, others.population, others.control].filter((file) => file !== undefined)
  return { sources, plan }
}
