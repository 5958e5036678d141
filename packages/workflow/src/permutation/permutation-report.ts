import { asInfo, type Dataset } from '@sdc/core'
import { csvContent } from '@sdc/files'
import type { SemanticDistance } from '@sdc/reverse-map'
import { artefactIfNamed, type Outcome } from '@sdc/inspect'
import { rootRng } from '@sdc/engine'
import { permutationRecords } from './permutation-records.js'
import { takeApart, type PermutationReport } from './take-apart.js'

export interface PermutationData {
  readonly original: Dataset
  readonly masked: Dataset
  /** The original's record of every masked one, −1 unknown. */
  readonly origin: Int32Array
}

export interface PermutationOptions {
  /** The columns to take apart: `chooseShared`. */
  readonly columns: readonly string[]
  /** How far two categories of a taxonomy are apart. */
  readonly distance: SemanticDistance
  /** How equal masked values are ordered. */
  readonly seed: string | number
  /** The names of the table of the records and of the plot, where they are wanted. */
  readonly out?: string | undefined
  readonly plot?: string | undefined
}

/** Takes a masked file apart: how much of it is permutation, how much noise, and who could be linked. */
export async function permutationReport(
  { original, masked, origin }: PermutationData,
  { columns, distance, seed, out, plot }: PermutationOptions,
): Promise<Outcome<PermutationReport>> {
  const report = takeApart(original, masked, origin, columns, distance, rootRng(seed))
  const picture = plot === undefined ? '' : await plotOf(report)
  const artefacts = [
    ...artefactIfNamed('records', out, () => csvContent(undefined, permutationRecords(report))),
    ...artefactIfNamed('fits', plot, () => picture),
  ]
  const wrote = artefacts.length > 0 ? [asInfo(`wrote ${artefacts.map(({ name }) => name).join(', ')}`)] : []
  return { result: report, artefacts, messages: wrote }
}

async function plotOf({ origins, columns }: PermutationReport): Promise<string> {
  // The libraries that draw are loaded by who draws: they take longer than all the rest.
  const { permutationPlot } = await import('@sdc/report')
  return permutationPlot({
    title: 'Permutation distance',
    subtitle: `${origins.length.toLocaleString('en-US')} ${origins.length === 1 ? 'record' : 'records'}`,
    series: columns.map(({ name, part }) => ({ name, distance: part.distance })),
  })
}
