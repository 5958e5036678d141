import type { Column, Dataset, Registry, Rng } from '@sdc/core'
import { boundsOf } from '../bind/value-bounds.js'
import type { FileSchema, Plan, StepPlan } from '../plan/plan.js'
import type { RunFacts } from '../run/outcomes/run-facts.js'
import { heldRules } from './held-rules.js'
import { releasedNumbers, type ReleasedNumbers } from './released-numbers.js'
import type { WrittenColumn } from './written-columns.js'

/** Plan, key and files of a run. */
export interface RunOrigin {
  readonly registry: Registry
  readonly steps: readonly StepPlan[]
  readonly schema?: FileSchema | undefined
  readonly root: Rng
  readonly released: boolean
  /** True if a file that is not released has no identifiers either, and has new numbers for households and persons. */
  readonly dropsIds?: boolean | undefined
  /** Fingerprint of the key of the project (`projectFingerprint`), for the private file. */
  readonly projectKey?: string | undefined
  /** Number of the draw, from 1, if earlier ones were discarded. */
  readonly attempt?: number | undefined
  /** Bytes of the input file, or its hash under the key of `root` (`inputHmac`) from when it was read. */
  readonly input: Uint8Array | string
  /**
   * Hash of every output file (`sha256Hex`), and the original record of each of its records (−1 for none). For a file
   * written out of core also the hash of each column's content, since its bytes depend on the partitions.
   */
  readonly outputs: readonly {
    readonly sha256: string
    readonly origin: Int32Array | DrawnOrder
    readonly columns?: ReadonlyMap<string, string> | undefined
    /** Original ids of each renumbered column in the order of their numbers, or how many were drawn. */
    readonly ids?: ReadonlyMap<string, Column | DrawnOrder> | undefined
  }[]
  /** Written content of columns that is written differently from the original. */
  readonly columns?: ReadonlyMap<string, WrittenColumn> | undefined
  /** Columns that the user accepted; in the private file, for a replay, and never in a public one. */
  readonly acceptOpen?: readonly string[] | undefined
  readonly maxUnchanged?: number | undefined
  readonly missingKinds?: Plan['missingKinds']
  /** Losses by the output format, one sentence for each. */
  readonly losses?: readonly string[] | undefined
}

/** Facts of a run for both manifests. */
export interface RunRecord extends RunOrigin, Pick<RunFacts, 'reports'> {
  /** Columns that the steps masked. */
  readonly masked?: readonly string[] | undefined
  /** Facts about its numbers that users of the file need. */
  readonly numbers?: ReadonlyMap<string, ReleasedNumbers> | undefined
  /** Columns with pseudonyms. */
  readonly pseudonyms?: readonly string[] | undefined
  /** Columns whose missing cells were filled. */
  readonly imputed?: readonly string[] | undefined
  /** Rules of the schema that the written records keep, for columns that every reader of the file has. */
  readonly rules?: readonly string[] | undefined
}

/** Record order of a released file that its key draws; `drawn` is the number of records. */
export interface DrawnOrder {
  readonly drawn: number
}

/**
 * Returns the record of a run, in memory or out of core, from which both manifests are made.
 *
 * @param origin - Plan, key and files of the run.
 * @param facts - Facts of the run.
 * @param original - The original; its records are not read.
 * @returns The record.
 */
export function runRecord(origin: RunOrigin, facts: RunFacts, original: Dataset): RunRecord {
  return {
    ...origin,
    reports: facts.reports,
    masked: facts.columns,
    pseudonyms: facts.pseudonyms,
    numbers: releasedNumbers(facts, boundsOf(original, origin.schema), origin.registry),
    imputed: facts.imputed,
    rules: heldRules(facts, original, origin.schema),
  }
}
