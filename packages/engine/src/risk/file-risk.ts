import { personsOf } from '@sdc/toolkit/internal'
import { takeRows, type Dataset } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { keyCodes } from '@sdc/toolkit'
import { checkNames } from '../bind/columns.js'
import { keyShares } from '../compare/key-relations.js'
import { fewKeysRisk, type FewKeysRisk } from './few-keys.js'
import { identityRisk, type IdentityRisk } from './identity-risk.js'
import { knownAnswers, type KnownAnswers } from './known-answers.js'
import { valueRisk, type ValueRisk } from './value-risk.js'
import { weightFacts, type WeightFacts } from './weight-facts.js'

/** Roles of the columns of a file, and settings of the computation. */
export interface FileRiskInput {
  /** Quasi-identifiers. */
  readonly keys: readonly string[]
  /** Columns whose values an intruder must not learn. */
  readonly confidential?: readonly string[] | undefined
  /** Items of a questionnaire, and number of answers that an intruder knows; by default 3. */
  readonly items?: readonly string[] | undefined
  readonly knownItems?: number | undefined
  /** Column of persons; with it, persons are counted. */
  readonly person?: string | undefined
  /** Sampling weight: a number from 0 up in every record. */
  readonly weight?: string | undefined
  /** Sufficient number of records per equivalence class; 5 by default. */
  readonly k?: number | undefined
  /** Largest set of quasi-identifiers in the search for unique records; 3 by default, 0 for no search. */
  readonly maxSize?: number | undefined
  /** Maximum number of records to list as most exposed; 3 by default. */
  readonly exposed?: number | undefined
  /** Number of quasi-identifiers to leave out one after the other; 3 by default. */
  readonly steps?: number | undefined
}

/** The disclosure risk of a file before it is masked. */
export interface FileRisk {
  /** Unit of the counts: records, or persons; `combination` of a person and quasi-identifiers if some have several. */
  readonly unit: 'record' | 'person' | 'combination'
  /** Number of units. */
  readonly records: number
  /** Number of persons, if the file has a column of them and quasi-identifiers. */
  readonly persons?: number | undefined
  readonly keys: readonly string[]
  readonly k: number
  /** Identity disclosure; undefined without quasi-identifiers or records. */
  readonly identity?: IdentityRisk | undefined
  /** Records that few quasi-identifiers make unique; undefined if they were not searched. */
  readonly fewKeys?: FewKeysRisk | undefined
  /** Identity disclosure by the quasi-identifiers and a few answers; undefined without items. */
  readonly answers?: KnownAnswers | undefined
  /** Attribute disclosure: one entry per confidential column. */
  readonly values: readonly ValueRisk[]
  readonly weights?: WeightFacts | undefined
}

/**
 * Computes the disclosure risk of a file before any masking. A missing quasi-identifier counts as a separate value.
 *
 * Cost: O(n·d·log d) per step for d quasi-identifiers, a sort for each numeric column, and the search for minimal
 * sample uniques, which uses smaller sets in a large file. Source: Elliot, Manning & Ford 2002 for the minimal sample
 * uniques.
 *
 * @param data - The file.
 * @param input - Roles of its columns, k, and the size of the sets to search.
 * @returns Counts and shares. They include the most exposed records: do not release them.
 * @throws UNKNOWN_COLUMN for a name that the file lacks, DUPLICATE_COLUMN for one that is named twice, NOT_NUMERIC
 *   for a categorical weight.
 */
export function fileRisk(data: Dataset, input: FileRiskInput): FileRisk {
  const { keys, confidential = [], items = [], person, weight, k = 5, maxSize = 3, exposed = 3, steps = 3 } = input
  checkNames(data, [...keys, ...confidential, ...items, ...(weight === undefined ? [] : [weight])])
  const numbers = confidential.filter((name) => data.column(name).kind === 'numeric')
  const shares = new Map(keyShares(data, keys, numbers).map((ofKeys, j) => [numbers[j], ofKeys]))
  const isKnown = keys.length > 0 && data.rows > 0
  const persons = isKnown ? personsOf(data, { person }) : undefined
  const rows = persons && keyClasses([...keys.map((name) => keyCodes(data.column(name))), persons.ofRecord]).firsts
  const counted = rows ? takeRows(data, rows) : data
  const answers = knownAnswers(data, { keys, items, known: input.knownItems, person })
  return {
    unit: persons === undefined ? 'record' : counted.rows === persons.count ? 'person' : 'combination',
    records: counted.rows,
    ...(persons && { persons: persons.count }),
    keys,
    k,
    ...(isKnown && { identity: identityRisk(counted, keys, k, steps) }),
    ...(isKnown &&
      maxSize > 0 && { fewKeys: fewKeysRisk(data, keys, { maxSize, exposed, persons: persons?.ofRecord }) }),
    ...(answers && { answers }),
    values: confidential.map((name) => valueRisk(name, data.column(name), shares.get(name))),
    ...(weight !== undefined && { weights: weightFacts(data, weight) }),
  }
}
