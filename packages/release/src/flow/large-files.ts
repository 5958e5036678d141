/** Functions for masking files that are Parquet, folders, or larger than memory; loaded on demand. */
import { resolve } from 'node:path'
import { asWarning, SdcError } from '@sdc/core'
import { rootRng, type FileSchema } from '@sdc/engine'
import { memoryStore, planParts } from '@sdc/engine/partitions'
import { plainCsv } from '@sdc/files'
import { dictionaryOf } from '@sdc/inspect'
import type { Dictionary } from '@sdc/files/formats'
import type { FileInMemory, MaskPlan } from './mask-plan.js'
import { asksOutOfCore, sayOf, type Place } from './place/place.js'
import { fileInMemory, HELD } from './out-of-core/whole-file.js'
import { readerMemory, sizeText, usualMemory } from './place/cut.js'
import { timeOfType } from '@sdc/files/formats'
import { openSource, type FoundFiles } from './work/run-files.js'

export { maskOutOfCore } from './out-of-core/mask-out-of-core.js'
export { foundFiles } from './work/run-files.js'

/**
 * Decides where a file is masked.
 *
 * @param found - The file.
 * @param plan - The steps.
 * @param place - Resources of the work.
 * @returns The reason to mask it out of core; undefined in memory: if it fits, and either nothing asks for work out
 *   of core or a step needs the whole file.
 * @throws BAD_OPTION if a step needs the whole file and it does not fit.
 */
export function whyOutOfCore({ source }: FoundFiles, plan: MaskPlan, place: Place): string | undefined {
  const { memory = usualMemory() } = place
  const needed = source.rows * source.names.length * HELD
  const sizes = `it needs about ${sizeText(needed)}, and ${sizeText(memory, 'down')} are allowed`
  if (needed <= memory && !asksOutOfCore(place)) return undefined
  const whole = needsWhole(source, plan)
  if (whole === undefined) return needed > memory ? sizes : 'it is masked out of core, as the options say'
  if (needed <= memory) return undefined
  throw new SdcError('BAD_OPTION', `${whole.message}; in memory ${sizes}`, whole.place, whole.fix)
}

/** Returns the reason why a plan cannot run out of core; undefined if it can. */
function needsWhole(source: FoundFiles['source'], { registry, steps, schema }: MaskPlan): SdcError | undefined {
  const sink = { write: () => Promise.resolve(), close: () => Promise.resolve() }
  const rng = rootRng('1')
  try {
    planParts({ registry, source, sink, store: memoryStore(), schema, steps, rng, partBlocks: 1, ranges: 1 })
    return undefined
  } catch (error) {
    if (error instanceof SdcError && error.code === 'BAD_OPTION') return error
    throw error
  }
}

/** Reads a file whole. */
export async function readWhole(
  path: string,
  found: FoundFiles,
  schema: FileSchema | undefined,
  place: Place,
): Promise<FileInMemory> {
  const { memory = usualMemory() } = place
  const file = { path: resolve(path), fingerprint: found.source.fingerprint, csv: found.csv }
  const { source } = await openSource(file, schema, readerMemory(memory, 1))
  try {
    const nans = [...((await source.nans?.()) ?? [])].map(([name, count]) => `${name} in ${count} records`)
    if (nans.length > 0) sayOf(place)(asWarning(`NaN counts as missing, and is written as null: ${nans.join(', ')}`))
    const { data, csv = plainCsv(data) } = await fileInMemory(file, source, schema)
    const types = new Map(Object.entries(found.types))
    const dictionary = dictionaryOf({ dataset: data, dictionary: dictionaryOfTypes(types) }, schema)
    return { source: { ...csv, dictionary }, bytes: () => found.bytes(), types }
  } finally {
    source.close()
  }
}

/** Dates and times of Parquet files are dates and times in other formats, too. */
function dictionaryOfTypes(types: ReadonlyMap<string, string>): Dictionary {
  const times = [...types].map(([name, type]) => [name, { time: timeOfType(type) }] as const)
  return { columns: new Map(times.filter(([, { time }]) => time !== undefined)) }
}
