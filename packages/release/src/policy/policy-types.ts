import type { LimitedValue } from '@sdc/engine'

/** Deviation from a limit that a named person answers for. */
export interface PolicyException {
  /** The id of the metric (`risk/dbrl`, `risk/dld:upper`). */
  readonly metric: string
  /** Largest permitted value; beyond it the criterion is not met. */
  readonly upTo: number
  readonly by: string
  readonly reason: string
  /** The last day on which it holds, `2027-03-31`. */
  readonly until: string
}

/** Demands of a policy in addition to limits. */
export interface PolicyDemands {
  /** Keyed random numbers, not those of a seed. */
  readonly keyed?: boolean | undefined
  /** Records in random order. */
  readonly shuffled?: boolean | undefined
  /** Columns that name people: only `none` can be demanded. */
  readonly identifiers?: 'none' | undefined
  /** Unmasked columns that disclose masked ones: none, or all accepted by name. */
  readonly openColumns?: 'none' | 'accepted' | undefined
}

/** Requirements for files of one type of release. */
export interface ReleaseType {
  /** Purpose, in one sentence. */
  readonly title?: string | undefined
  readonly limits: Readonly<Record<string, number>>
  readonly require: PolicyDemands
  /** Number of runs of a plan; the worst run is judged. */
  readonly runs: number
  /** Metrics that may be without a value, each with the reason why. */
  readonly allowNull: Readonly<Record<string, string>>
  readonly exceptions: readonly PolicyException[]
}

/** Requirements of an organisation for the files that it releases. */
export interface Policy {
  readonly version: 1
  readonly releases: Readonly<Record<string, ReleaseType>>
}

/** Columns of a released file by the roles of its schema. */
export interface ReleasedRoles {
  /** True if any column of the original has a role. */
  readonly named: boolean
  /** Quasi-identifiers of the original. */
  readonly keys: readonly string[]
  /**
   * Unmasked released columns by which a person may be known: all but quasi-identifiers and those that are never
   * masked.
   */
  readonly unmasked: readonly string[]
  /** Those of them without a role. */
  readonly unnamed: readonly string[]
}

/** Facts to judge by a policy. */
export interface PolicyFacts {
  /** Values of every run by metric id; the first is the released file (or the only one). */
  readonly runs: readonly ReadonlyMap<string, LimitedValue>[]
  /** Values in independent data. */
  readonly independent: ReadonlyMap<string, number | null>
  /** Undefined if it is unknown: two files without a manifest. Such a demand is then not met. */
  readonly keyed: boolean | undefined
  /** True if the first run is the released file: no further draw of its plan is needed. */
  readonly released: boolean
  readonly shuffled: boolean | undefined
  /** Columns of the masked file that name people. */
  readonly identifiers: readonly string[]
  readonly roles: ReleasedRoles
  /**
   * True if the file has items of a questionnaire: limits on an intruder's knowledge of items do not apply to other
   * files.
   */
  readonly hasItems: boolean
  readonly open: readonly { readonly name: string; readonly why: string; readonly accepted: boolean }[]
}

/** One requirement, and whether it is met: a row of the report, a case of JUnit, an entry of the JSON. */
export interface Criterion {
  /** `limit risk/dbrl`, `require keyed`. */
  readonly key: string
  /** Id of the metric; undefined for a demand. */
  readonly metric?: string | undefined
  readonly title: string
  /** `at most 25 %`, `keyed`. */
  readonly bound: string
  readonly limit: number | null
  /** Value of the released file, and the worst of all runs; null without a value, and for a demand. */
  readonly released: number | null
  readonly worst: number | null
  /** Number of the worst run, from 1. */
  readonly worstRun: number | null
  readonly independent: number | null
  readonly unit: string
  readonly state: 'met' | 'excepted' | 'allowed' | 'too close' | 'not met'
  /** Finding in a sentence, with a remedy if the criterion is not met. */
  readonly text: string
  /** Short remedy of a criterion that is not met. */
  readonly fix?: string | undefined
  /** Text that may name unreleased columns: reason for a missing value, in the metric's words; columns that name people. */
  readonly cause?: string | undefined
  readonly exception?: PolicyException | undefined
}

/** A file judged by a type of release. */
export interface Judgement {
  readonly policy: string
  readonly release: string
  readonly runs: number
  readonly criteria: readonly Criterion[]
  /** `excepted`: met except for permitted deviations; `too close`: a value is within its error of a limit. */
  readonly state: 'met' | 'excepted' | 'too close' | 'not met'
  /** True if only the roles of columns are missing: no limit is known to be exceeded. */
  readonly lacksRoles: boolean
  /** At most four lines: the state, the risk, and what to do. */
  readonly verdict: string
}

/** Returns true if a state refuses the release: a limit that is too close to call may be exceeded. */
export function isRefused(state: Criterion['state']): boolean {
  return state === 'not met' || state === 'too close'
}
