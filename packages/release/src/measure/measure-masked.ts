import { asNote, asWarning, type Dataset, type Message, type Registry, type Roles } from '@sdc/core'
import {
  anonymousFile,
  checkRules,
  codesAsNumbers,
  codesWarning,
  columnsWithRole,
  isRecoded,
  isUnlike,
  measureByGroup,
  measureFiles,
  newNegatives,
  releaseFindings,
  refuseRepeatedIdentifiers,
  rolesOf,
  type FileSchema,
  type GroupMeasured,
  type Matching,
  type Measured,
  type MetricPlan,
  type NewNegatives,
  type RiskLevel,
  type Work,
  rootRng,
} from '@sdc/engine'
import type { Matched } from '../match/match-records.js'
import { ruleFindings, ruleSentences, type RuleFindings } from '@sdc/rules'
import { refuseShuffled } from '../match/refuse-shuffled.js'
import type { Outcome } from '@sdc/inspect'
import { measuredLevels } from './measured-levels.js'
import { measuredMessages } from './measured-messages.js'
import { largestWarnings, warnings } from './disclosing-columns.js'

export interface MeasureData {
  readonly original: Dataset
  readonly masked: Dataset
  /** Matching of their records: `matchRecords`. */
  readonly matched: Matched
}

export interface MeasureOptions {
  /** The columns to measure: `chooseShared`. */
  readonly columns: readonly string[]
  /** Unmasked columns whose relation to the masked ones is measured; by default a schema's non-confidential ones. */
  readonly given?: readonly string[] | undefined
  /** Columns whose groups are measured as well. */
  readonly by?: readonly string[] | undefined
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly schema?: FileSchema | undefined
  readonly seed?: string | number | undefined
  /** The population that the original is a sample of, or an intruder's register of it. */
  readonly population?: Dataset | undefined
  /** People like those of the original who are not in it. */
  readonly control?: Dataset | undefined
  /** Receives the progress, from 0 to 1, and a name of the present work. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

/** Metrics of a masked file, with the measured columns and the matching of the records. */
export interface MeasuredFile {
  readonly measured: readonly Measured[]
  /** Values of the risks in independent data, and their limits of a high risk; empty out of core. */
  readonly levels: readonly RiskLevel[]
  readonly groups: readonly GroupMeasured[] | undefined
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly matching: Matching
  /** Original record of each masked one; undefined out of core. */
  readonly origin: Int32Array | undefined
  /** Number of masked records that are linked to one of the original. */
  readonly linked: number
  /** Number of records of the masked file. */
  readonly rows: number
  /** Columns with negative values that have none in the original. */
  readonly negatives?: readonly NewNegatives[] | undefined
  /** Rules of the schema that the masked file breaks. */
  readonly rules?: RuleFindings | undefined
}

/** Classes in which nobody is unique and no value is certain; the metrics tell how much more a file needs. */
const LEAST = { records: 2, values: 2 }

/**
 * Measures risk and loss of a masked file: the whole file and, if requested, each group.
 *
 * @param data - Original, masked file, and matching of their records.
 * @param options - Columns, metrics, groups and further files.
 * @param registry - Registry with the metrics.
 * @returns The values, and messages.
 */
export async function measureMasked(
  { original, masked, matched: { matching, origin } }: MeasureData,
  options: MeasureOptions,
  registry: Registry,
): Promise<Outcome<MeasuredFile>> {
  const { columns, by = [], schema, metrics, tick } = options
  refuseRepeatedIdentifiers(original, schema)
  checkRules(original, schema)
  refuseShuffled(original, masked, { matching }, columns)
  const besides = [...columns, ...by]
  const given =
    options.given ??
    columnsWithRole(original, schema, ['non-confidential']).filter(
      (name) => masked.names.includes(name) && !besides.includes(name),
    )
  const roles = rolesOf(original, schema)
  const { population, control } = options
  const rng = rootRng(options.seed ?? '1')
  const prepared: Work['prepared'] = new Map()
  const job = { registry, original, masked, origin, columns, given, roles, metrics, rng, population, control, prepared }
  const share = by.length > 0 ? 0.4 : 0.7
  const measured = await measureFiles({ ...job, tick: (fraction, doing) => tick?.(share * fraction, doing) })
  const groups =
    by.length > 0
      ? await measureByGroup({ ...job, tick: (fraction, doing) => tick?.(share + 0.3 * fraction, doing) }, by)
      : undefined
  tick?.(0.7, 'independent data')
  const levels = await measuredLevels(measured, job)
  const negatives = newNegatives(original, [{ data: masked }], columns)
  const linked = origin.filter((row) => row >= 0).length
  const rules = ruleFindings(original, [{ data: masked }], roles)
  const result = {
    measured,
    levels,
    groups,
    columns,
    given,
    matching,
    origin,
    linked,
    rows: masked.rows,
    negatives,
    rules,
  }
  const file = { data: masked, origin }
  const anonymous = anonymousFile(original, file, schema, LEAST)
  const doors = releaseFindings({ original, files: [file], columns, schema, anonymous })
  const codes = codesWarning(codesAsNumbers(original, { data: masked }, columns, schema)).map(asWarning)
  const messages = [
    ...kindsSentence(original, masked, columns),
    ...codes,
    ...anonymousSentence(anonymous),
    ...warnings(doors),
    ...personsLost(masked, roles),
    ...largestWarnings({ original, files: [file], columns }),
    ...ruleSentences(rules).slice(1).map(asWarning),
    ...measuredMessages(result),
  ]
  return { result, artefacts: [], messages }
}

/** Explains why unmasked quasi-identifiers and sensitive columns are not among the disclosing columns. */
function anonymousSentence({ keys, sensitive, least }: ReturnType<typeof anonymousFile>): Message[] {
  if (keys.length === 0) return []
  const values =
    sensitive.length === 0 ? '' : `; ${sensitive.join(', ')}: every class has at least 2 different values (l-diversity)`
  return [
    asNote(
      `unmasked values of quasi-identifiers single out nobody: every combination of ${keys.join(', ')} fits at least ${least} released records (k-anonymity)${values}`,
    ),
  ]
}

/**
 * Warns of a masked file without ids of persons: metrics of quasi-identifiers then count records, which hides persons
 * with several.
 */
function personsLost(masked: Dataset, { person }: Pick<Roles, 'person'>): Message[] {
  if (person === undefined || masked.names.includes(person)) return []
  return [
    asWarning(
      `the masked file has no column "${person}": metrics of quasi-identifiers count its records, not persons, and are too low`,
    ),
  ]
}

/** Notes for a file with columns of several kinds which of them each metric counts. */
function kindsSentence(original: Dataset, masked: Dataset, asked: readonly string[]): Message[] {
  const some = asked.filter(
    (name) => masked.names.includes(name) && isRecoded(original.column(name), masked.column(name)),
  )
  const recoded = some.filter((name) => isUnlike(original.column(name), masked.column(name)))
  const added = some.filter((name) => !recoded.includes(name))
  const columns = asked.filter((name) => !recoded.includes(name))
  const classes =
    recoded.length === 0
      ? []
      : [
          asNote(
            `recoded to classes: ${recoded.join(', ')}; what compares values leaves them out, what counts equal keys of the masked file does not`,
          ),
        ]
  const categories =
    added.length === 0
      ? []
      : [
          asNote(
            `with categories that the original lacks: ${added.join(', ')}; unless a hierarchy or taxonomy places them, they count as different from every original value`,
          ),
        ]
  return [...classes, ...categories, ...valuesSentence(original, columns)]
}

function valuesSentence(original: Dataset, columns: readonly string[]): Message[] {
  const [numbers, categories] = (['numeric', 'categorical'] as const).map((kind) =>
    columns.filter((name) => original.column(name).kind === kind),
  )
  if (numbers.length === 0 || categories.length === 0) return []
  return [asNote(`measured as numbers: ${numbers.join(', ')}; as categories: ${categories.join(', ')}`)]
}
