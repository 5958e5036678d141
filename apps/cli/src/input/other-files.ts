import { Option } from 'commander'
import { SdcError, type Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { readMasked } from '@sdc/inspect'
import { readInput } from './files.js'

/** `--population`: what some metrics count keys in. */
export function populationOption(): Option {
  return new Option('--population <file>', 'read the population, or a register that an intruder may have (CSV)')
}

/** `--control`: whom some metrics compare with. */
export function controlOption(): Option {
  return new Option('--control <file>', 'read people of the population outside the original (CSV)')
}

/** The paths of both. */
export interface OtherFileOptions {
  readonly population?: string
  readonly control?: string
}

/** Both, read. */
export interface OtherFiles {
  readonly population: Dataset | undefined
  readonly control: Dataset | undefined
}

/**
 * Reads the files that go with an original, as a masked one is read: with the kinds of the original's columns.
 *
 * @param options - Their paths.
 * @param original - The original.
 * @param schema - Of the original.
 * @returns Those that were named.
 * @throws WRONG_INPUT for one that has none of the columns of the original.
 */
export async function otherFiles(
  options: OtherFileOptions,
  original: Dataset,
  schema?: FileSchema,
): Promise<OtherFiles> {
  return {
    population: await otherFile(options.population, original, schema),
    control: await otherFile(options.control, original, schema),
  }
}

async function otherFile(
  path: string | undefined,
  original: Dataset,
  schema?: FileSchema,
): Promise<Dataset | undefined> {
  if (path === undefined) return undefined
  const { dataset } = readMasked(await readInput(path), original, schema)
  if (dataset.names.some((name) => original.names.includes(name))) return dataset
  const message = `${path} has none of the columns of the original: ${dataset.names.join(', ')}`
  throw new SdcError('WRONG_INPUT', message, { file: path }, `It needs at least one of ${original.names.join(', ')}.`)
}
