import { type Outcome } from '@sdc/inspect'
import type { Message } from '@sdc/core'
import type { HalvesMeasured } from '../halves/measure-halves.js'
import type { ProducedMeasured } from '../measure/measure-produced.js'
import type { KeptLimit } from './draw-within-limits.js'
import { hashOf } from './hashed-content.js'
import type { ProducedOutcome } from './produce.js'
import type { Replayed } from '@sdc/inspect'

/** Result of a masking, in memory or out of core; its files are written. */
export interface Masked {
  /** Size of the input. */
  readonly input: { readonly records: number; readonly columns: number }
  readonly files: readonly MaskedFile[]
  /** Name of the public manifest; undefined if none was written. */
  readonly manifest?: string | undefined
  /** The masked columns, and the columns that the methods conditioned on. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly released: boolean
  /** Number of the draw that kept the limits, from 1. */
  readonly attempt: number
  readonly kept: readonly KeptLimit[]
  readonly messages: readonly Message[]
  /** Values of the metrics of the plan. */
  readonly measured?: Outcome<ProducedMeasured> | undefined
  /** Values of the steps on halves of the file. */
  readonly halves?: HalvesMeasured | undefined
  /** Comparison of a replay with its run. */
  readonly replayed?: Replayed | undefined
}

/** A file that a masking wrote. */
export interface MaskedFile {
  readonly name: string
  readonly records: number
  /** SHA-256 in hexadecimal digits; the file is read for it unless it is known. */
  readonly sha256: () => string
}

/** Returns the result of a run in memory whose files are written. */
export function maskedOf(
  { result, artefacts, files, released, attempt, kept, messages, replayed, halves }: ProducedOutcome,
  input: Masked['input'],
): Masked {
  const written = artefacts.filter(({ kind }) => kind === 'masked')
  return {
    input,
    files: written.map(({ name = '', content }, f) => ({
      name,
      records: files[f]?.data.rows ?? 0,
      sha256: () => hashOf(content),
    })),
    manifest: artefacts.find(({ kind }) => kind === 'public-manifest')?.name,
    columns: result.columns,
    given: result.given,
    released,
    attempt,
    kept,
    messages,
    replayed,
    halves,
  }
}
