import { asInfo, asNote, option, type Dataset, type Message } from '@sdc/core'
import { log2 } from '@sdc/stats'
import {
  columnLabels,
  negativesSentence,
  keptRulesText,
  shortNumber,
  type NewNegatives,
  type RunFacts,
  type StepFindings,
} from '@sdc/engine'
import {
  counted,
  groupedWarnings,
  manifestName,
  namesText,
  outputNames,
  withoutFolders,
  type Replayed,
} from '@sdc/inspect'
import { ruleSentences, type RuleFindings } from '@sdc/rules'
import type { RunOptions } from './run-options.js'

/** A finished run, in memory or out of core. */
export interface Happened {
  readonly facts: RunFacts
  /** Columns and number of records of the original. */
  readonly original: Pick<Dataset, 'names' | 'rows'>
  readonly negatives: readonly NewNegatives[]
  /** Rules of the schema in the masked file. */
  readonly rules?: RuleFindings | undefined
  /** Number of the files that are written. */
  readonly files: number
  /** Table of the masked columns; undefined out of core, where values are not compared. */
  readonly table?: string | undefined
  readonly released: boolean
  /** Released columns. */
  readonly names: readonly string[]
  /** Synthetic records of the first file; undefined for records of the original. */
  readonly drawn?: DrawnRecords | undefined
  /** Columns that a method left out, because its new records have no values there. */
  readonly unmade?: readonly string[] | undefined
  /** Released columns with renumbered ids. */
  readonly renumbered: readonly string[]
}

/** New records of a method. */
export interface DrawnRecords {
  readonly records: number
  /** Number of new persons or households: `6,000 persons`. */
  readonly units?: string | undefined
  /** Columns with new numbers of persons and households. */
  readonly ids: readonly string[]
}

/** Options of a run that its messages name. */
export interface HappenedOptions extends Pick<
  RunOptions,
  'out' | 'private' | 'groups' | 'fits' | 'manifest' | 'seed' | 'publishParams'
> {
  /** Outcome of a replay. */
  readonly replayed?: Replayed | undefined
}

/**
 * Returns messages on a run: warnings, the masking, the written files, and how they may be used.
 *
 * @param happened - The run.
 * @param options - Options that the messages name.
 * @returns The messages.
 */
export function whatHappened(happened: Happened, options: HappenedOptions): Message[] {
  const { facts, original, table } = happened
  const isReplay = options.replayed !== undefined
  return [
    ...groupedWarnings(facts.warnings, { names: original.names }),
    ...[
      doneSentence(happened),
      ...(table === undefined || facts.columns.length === 0 ? [] : [table]),
      ...negativesSentence(happened.negatives),
      ...(isReplay ? [] : numberSentences(facts)),
      ...ruleSentences(happened.rules).slice(0, 1),
      ...written(happened.files, options),
      ...(isReplay ? [] : goodFor(happened, options)),
    ].map(asInfo),
    ...(options.publishParams && !isReplay ? publishedSentences(facts).map(asNote) : []),
  ]
}

function doneSentence({ facts, original, table, drawn, files }: Happened): string {
  const given = facts.given.length > 0 ? `; given ${facts.given.join(', ')}` : ''
  if (drawn === undefined) {
    const which = table === undefined && facts.columns.length > 0 ? `: ${facts.columns.join(', ')}` : ''
    return `masked ${facts.columns.length} of ${original.names.length} columns of ${original.rows} records${which}${given}`
  }
  const { records, units, ids } = drawn
  const of = `${counted(records, 'record')}${units === undefined ? '' : ` of ${units}`}`
  const which = files === 1 ? of : `${files} files, the first with ${of}`
  const numbered = ids.length > 0 ? `; new ids: ${ids.join(', ')}` : ''
  return `drew ${which}, ${counted(facts.columns.length, 'column')}${given}${numbered}`
}

/** Number of shown values of a published column: enough to recognise those of the original. */
const SHOWN = 3

/** Describes what methods publish in the manifest: name, size and first values, once for all groups of records. */
function publishedSentences({ reports }: Pick<RunFacts, 'reports'>): string[] {
  const seen = new Map<string, { readonly text: string; groups: number }>()
  for (const { step, publish } of reports) {
    for (const [name, value] of publish) {
      const key = `${step} "${name}"`
      const known = seen.get(key)
      if (known) known.groups++
      else seen.set(key, { text: typeof value === 'number' ? shortNumber(value) : tableText(value), groups: 1 })
    }
  }
  return [...seen].map(
    ([key, { text, groups }]) =>
      `published in the manifest by ${key}${groups > 1 ? `, of ${groups} groups, the first` : ''}: ${text}`,
  )
}

function tableText(data: Dataset): string {
  const columns = data.names.map((name) => {
    const labels = columnLabels(data.column(name))
    const rest = labels.length > SHOWN ? ', …' : ''
    return `${name} (${labels.slice(0, SHOWN).join(', ')}${rest})`
  })
  return `${data.rows} rows of ${columns.join(', ')}`
}

/**
 * Returns messages on the rounding and bounding of masked numbers.
 *
 * @param numbers - Rounding of columns, numbers brought within the bounds of the schema, and reports of methods.
 * @returns A line for each step that moved values within bounds, a line for each column with values that were codes
 *   for missing ones, then lines on rounding, on rules, and on reports of methods.
 */
function numberSentences(numbers: Pick<RunFacts, 'rounded' | 'kept' | 'offCodes' | 'reports' | 'ruled'>): string[] {
  return [
    ...keptText(numbers),
    ...offCodesText(numbers),
    ...roundedText(numbers),
    ...keptRulesText(numbers.ruled),
    ...reported(numbers.reports),
  ]
}

/** Names the columns of ids that were renumbered. */
function renumberedSentence(names: readonly string[]): string[] {
  if (names.length === 0) return []
  return [`renumbered from 1 in random order: ${names.join(', ')}; the private file says which id each number is`]
}

/**
 * Returns a message on the use of a masked file that is not released.
 *
 * @param seed - Seed of the run, if it had one.
 * @param isDrawn - True for synthetic records.
 * @returns A sentence.
 */
function unreleasedSentence(seed: string | undefined, isDrawn: boolean): string {
  const undo = isDrawn ? 'test guesses about the original' : 'undo the masking'
  return seed === undefined
    ? `for a file to release, add ${option('release')} and ${option('private', 'FILE')}`
    : `made with a seed: repeatable, and not for release (who guesses the seed can ${undo})`
}

/** Describes the rounding of each masking, a line a step, with the statistics that it keeps only approximately. */
function roundedText({ rounded }: Pick<RunFacts, 'rounded'>): string[] {
  const steps = new Map<string, Map<string, Set<string>>>()
  const nearly = new Map<string, readonly string[]>()
  for (const { step, column, fine, to, nearly: moments, isWarnedOf } of rounded) {
    const sizes = getOr(steps, step, () => new Map<string, Set<string>>())
    getOr(sizes, fine ? `2^${log2(to)}` : shortNumber(to), () => new Set<string>()).add(column)
    if (moments && !isWarnedOf) nearly.set(step, moments)
  }
  return [...steps].map(([step, sizes]) => {
    const parts = [...sizes].map(([size, columns]) => `${size}: ${[...columns].join(', ')}`).join('; of ')
    const moments = nearly.get(step)
    const lost =
      moments === undefined
        ? ''
        : `; ${moments.join(' and ')} are kept to the rounding (${option('precision', 'fine')}: exactly)`
    return `${step}: rounded to multiples of ${parts}${lost}`
  })
}

/** Counts the values that each masking moved within the bounds of the schema, a line a step, with their treatment. */
function keptText({ kept }: Pick<RunFacts, 'kept'>): string[] {
  const steps = new Map<string, Map<string, string>>()
  for (const { step, column, values, how, bounds, isReplaced } of kept) {
    if (isReplaced) continue
    const way = how === 'folded' ? 'folded back at' : 'set to'
    const line = getOr(steps, `${step}: values beyond the bounds of the schema were ${way} them`, () => new Map())
    line.set(column, `${values} of ${column} (${bounds})`)
  }
  return [...steps].map(([line, columns]) => `${line}: ${[...columns.values()].join(', ')}`)
}

/** Counts the masked values of each column that would have been read as missing ones. */
function offCodesText({ offCodes }: Pick<RunFacts, 'offCodes'>): string[] {
  return offCodes.map(
    ({ column, values }) =>
      `${column}: ${values} masked value(s) equalled a code for a missing value and became the nearest number that is none`,
  )
}

function getOr<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}

/** Returns the numbers that the methods report, by step; for many groups of records only the number of groups. */
function reported(reports: readonly StepFindings[]): string[] {
  return [...new Set(reports.map(({ step }) => step))].flatMap((step) => {
    const own = reports.filter((report) => report.step === step)
    if (own.length > 10) return [`${step}: masked in ${own.length} groups of records`]
    return own.flatMap(({ group, values }) => {
      const numbers = [...values].flatMap(([name, value]) =>
        typeof value === 'object' ? [] : [`${name} ${typeof value === 'number' ? shortNumber(value) : value}`],
      )
      return numbers.length > 0 ? [`${step}${group === '' ? '' : ` in ${group}`}: ${numbers.join(', ')}`] : []
    })
  })
}

function written(files: number, options: HappenedOptions): string[] {
  const { out, groups, fits } = options
  const secret = options.private === undefined ? '' : `; keep ${options.private} secret`
  const names = out === undefined ? '' : namesText(outputNames(out, files))
  const beside = out === undefined ? '' : withoutFolders(manifestName(out))
  const wrote =
    options.replayed?.same === false
      ? `${names} without a manifest`
      : options.manifest === false
        ? `${names} without a manifest, because it is not a file`
        : `${names} and ${beside}`
  const several = `the ${files} files are one release: analyse each as if it were the original, then combine the results (sdc combine)`
  return [
    ...(groups === undefined ? [] : [`wrote ${groups}: who was masked with whom; keep it secret`]),
    ...(fits === undefined ? [] : [`wrote ${fits}: the data with the fitted laws; keep it secret`]),
    ...(out === undefined ? [] : [`wrote ${wrote}${secret}`]),
    ...(out !== undefined && files > 1 ? [several] : []),
  ]
}

const noneDropped = 'no column was dropped: no schema gives any column the role identifier'

function goodFor(
  { facts, original, released, names, drawn, unmade = [], renumbered }: Happened,
  { seed }: HappenedOptions,
): string[] {
  const dropped = original.names.filter((name) => !names.includes(name) && !unmade.includes(name))
  const ids = [
    ...renumberedSentence(renumbered),
    ...(dropped.length > 0 ? [`dropped identifiers: ${dropped.join(', ')}`] : []),
  ]
  if (!released) return [...ids, unreleasedSentence(seed, drawn !== undefined)]
  const asTheyWere = names.filter((name) => !facts.columns.includes(name) && !renumbered.includes(name))
  return [
    ...(asTheyWere.length > 0 ? [`released unmasked and unchanged: ${asTheyWere.join(', ')}`] : []),
    ...ids,
    ...(dropped.length + unmade.length > 0 ? [] : [noneDropped]),
  ]
}
