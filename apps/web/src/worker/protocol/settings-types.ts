import type { FileSchema, StepPlan } from '@sdc/engine'
import type { TableSettings } from './table-types.js'

/** Text of a policy with its name. */
export interface NamedPolicy {
  readonly name: string
  readonly text: string
  /** Release types, if it may have several. */
  readonly types?: readonly string[] | undefined
}

/** Goals for the file, which decide the steps of the page. */
export const goals = ['anonymous', 'statistics', 'synthetic', 'table'] as const
export type Goal = (typeof goals)[number]

/** Requirements of the goal `anonymous`; the quasi-identifiers and confidential columns follow from the roles. */
export interface Anonymity {
  readonly k: number
  /** Fewest distinct confidential values in a class. */
  readonly l?: number | undefined
  /** Largest distance of a class from the file in a confidential column, from 0 to 1. */
  readonly t?: number | undefined
  /** Greatest share of suppressed records, in percent. */
  readonly suppressionLimit: number
  /** True if a column may mix levels. */
  readonly local: boolean
  /** Quasi-identifiers that stay unchanged. */
  readonly keep: readonly string[]
  /** Weights of quasi-identifiers in the loss, unless 1. */
  readonly importance: Readonly<Record<string, number>>
  /** Number of records per group whose confidential numbers become their mean; undefined to leave them unchanged. */
  readonly grouped?: number | undefined
}

/** Settings of the user for the columns and candidates: the state restored by undo. Plain data, without the file. */
export interface Settings {
  readonly goal: Goal
  readonly anonymity: Anonymity
  /** Schema of the file: role, kind and further facts of each column. */
  readonly schema: FileSchema
  /** Columns that may be released unchanged, by name. */
  readonly accepted: readonly string[]
  /** The default candidates, these and further ones around the best, or methods with their grids. */
  readonly search: 'usual' | 'further' | 'chosen'
  readonly candidates: readonly { readonly use: string; readonly grid: Readonly<Record<string, readonly unknown[]>> }[]
  readonly reverseMap: boolean
  readonly replicates: number
  readonly missing: 'refuse' | 'keep' | 'impute'
  /** Text of the policy, and the release type. */
  readonly policy: NamedPolicy & { readonly release: string }
  /** Label of the chosen candidate. */
  readonly chosen?: string | undefined
  /** Its steps, so that the settings are complete without the comparison. */
  readonly steps?: readonly StepPlan[] | undefined
  /** First steps of every candidate, each on one quasi-identifier: coarser columns. */
  readonly fixed?: readonly StepPlan[] | undefined
  /** Last steps of every candidate, each on one confidential column. */
  readonly last?: readonly StepPlan[] | undefined
  /** Settings of the table, if the file is to become one. */
  readonly table?: TableSettings | undefined
}
