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
  /** Original record of every masked one, −1 if unknown. */
  readonly origin: Int32Array
}

export interface PermutationOptions {
  /** Columns to decompose: `chooseShared`. */
  readonly columns: readonly string[]
  /** Distance between two categories of a taxonomy. */
  readonly distance: SemanticDistance
  /** Seed for the order of equal masked values. */
  readonly seed: string | number
  /** Names of the table of records and of the plot, if they are wanted. */
  readonly out?: string | undefined
  readonly plot?: string | undefined
}

/** Decomposes a masked file into permutation and noise, and computes the share of records that could be linked. */
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
  // The drawing libraries are loaded on demand, since they take longer than everything else.
  const { permutationPlot } = await import('@sdc/report')
  return permutationPlot({
    title: 'Permutation distance',
    subtitle: `${origins.length.toLocaleString('en-US')} ${origins.length === 1 ? 'record' : 'records'}`,
    series: columns.map(({ name, part }) => ({ name, distance: part.distance })),
  })
}
