/**
 * Local suppression (Willenborg & de Waal 2001): values of the quasi-identifiers become missing until every record
 * matches k records.
 *
 * s_ij = 1 if quasi-identifier j of record i becomes missing. Σ_ij w_j s_ij is minimised while f_i(S) ≥ k for all i in
 * every requested combination S of quasi-identifiers. f counts as `risk/k-anonymity` does under the same rule for
 * missing values.
 */
import { defineMethod, SdcError, type Column, type MaskingMethod, type MaskInput } from '@sdc/core'
import { keyCodes, missingKeysParams } from '@sdc/toolkit'
import { personsOf, type Units } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { conditionsOf } from './conditions-of.js'
import { firstRecords, suppressOfPersons } from './persons.js'
import { keyWeights } from './key-weights.js'
import type { SuppressionProblem } from './problem/problem.js'
import { EXACT_CELLS, suppress } from './suppress.js'
import { suppressionReport } from './suppression-report.js'

const id = 'coding/local-suppression'

/** Sets of keys are the bits of an integer. */
const MOST_KEYS = 30

const atLeast = z.int().min(2)

const params = z.object({
  k: atLeast.default(3).meta({
    description: 'Minimum records that every record matches in its quasi-identifiers, itself included.',
    unit: 'records',
    search: { min: 3, max: 10, scale: 'linear', usual: [3, 5, 10] },
  }),
  ...missingKeysParams,
  protect: z
    .enum(['file', 'record', 'person'])
    .default('file')
    .meta({
      description:
        'Goal. file: as few suppressed values as possible; a record may keep all its values if it matches ' +
        'records that lost some. record: every unsafe record is made safe by its own suppressed values alone. ' +
        'person: the true quasi-identifiers of every person fit k released records (risk/compatible), which lose ' +
        'the same ones.',
    }),
  importance: z
    .record(z.string(), z.number().gt(0).max(1e6))
    .optional()
    .meta({
      description:
        'Weights of quasi-identifiers by name, default 1: the cost of a suppressed value. A greater weight ' +
        'suppresses less there; the sum of the weights of suppressed values is minimised.',
    }),
  importanceOrder: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'Quasi-identifiers, the most important first, instead of importance. As few values as possible are ' +
        'suppressed, and among equally many those of the less important columns. Columns it leaves out are the ' +
        'least important.',
    }),
  dimension: z
    .int()
    .min(1)
    .optional()
    .meta({
      description:
        'Number of quasi-identifiers whose every combination must be k-anonymous, and so must smaller ' +
        'combinations. Default: all together.',
      unit: 'keys',
    }),
  subsets: z
    .array(
      z.strictObject({
        columns: z.array(z.string()).min(1).optional(),
        dimension: z.int().min(1).optional(),
        k: atLeast,
      }),
    )
    .min(1)
    .optional()
    .meta({
      description:
        'Combinations of quasi-identifiers with a k each, instead of k and dimension: [{"columns": ["age", ' +
        '"sex"], "k": 5}]. Without columns it applies to all quasi-identifiers, with dimension to every ' +
        'combination of that size.',
    }),
})

export type LocalSuppressionParams = z.infer<typeof params>

export const localSuppressionMethod: MaskingMethod<LocalSuppressionParams> = defineMethod({
  id,
  title: 'Local suppression',
  summary: 'Makes single values of the quasi-identifiers missing until every record matches at least k records.',
  brief: [
    'It keeps all remaining values true and exact.',
    'Values are missing most often for unusual records, which can bias statistics.',
  ],
  formula:
    'min Σ_ij w_j s_ij  such that  f_i(S) ≥ k for every record i and every requested combination S of quasi-identifiers',
  source: [
    { key: 'willenborg-de-waal-2001', where: 'local suppression, minimal unsafe combinations' },
    { key: 'hundepool-et-al-2012', where: 'local suppression' },
    { key: 'templ-kowarik-meindl-2015', where: 'k-anonymity with missing quasi-identifiers' },
  ],
  honours: ['person'],
  notes: [
    {
      topic: 'keeps',
      text:
        'Values that are not suppressed stay unchanged, and so do all columns that are not quasi-identifiers. No ' +
        'record is removed.',
    },
    {
      topic: 'limits',
      text:
        `Up to ${EXACT_CELLS} values (records times quasi-identifiers) the optimum is searched by branch and ` +
        'bound, and the report says whether it was proved. Larger files get a greedy heuristic: each unsafe ' +
        'record loses a smallest set of values that makes it safe, or none if others suffice. The lower bound is ' +
        'that of this kind of suppression; for own-level and share it holds for any.',
    },
    {
      topic: 'limits',
      text:
        'If a missing value matches everything (wildcard), k − 1 records without any quasi-identifier would make ' +
        'a whole file k-anonymous, by the count. On large files this is not done: no record loses more than it ' +
        'needs itself. Small files get the optimum of the definition, which may look like that.',
    },
    {
      topic: 'choices',
      text:
        'If a column has the role person, a record must match k persons. Persons whose records have the same ' +
        'quasi-identifiers are suppressed as one record each. If they differ between records of a person, each ' +
        'record loses the values that make it safe by itself, and all records of the person with that value lose ' +
        'it, too.',
    },
    {
      topic: 'limits',
      text:
        'A record that kept all its values may be safe only because records with missing values could match it. ' +
        'The warnings give the number; protect: record suppresses in each of them.',
    },
    {
      topic: 'attacks',
      text:
        'An intruder who knows the true quasi-identifiers of a person looks for the released records that match ' +
        'them. With protect: file or record fewer than k may match, or only one; a warning gives the number of ' +
        'people. protect: person forms groups of k records that lose the same values, and suppresses several ' +
        'times as many. A few records without any quasi-identifier would satisfy the count, but it does not use ' +
        'them.',
    },
    {
      topic: 'limits',
      text:
        'Suppressed values are not missing at random: rare combinations lose more, and estimates from complete ' +
        'records are biased. A quasi-identifier with very many values (an exact age or income) is lost in nearly ' +
        'every record: recode it first.',
    },
    {
      topic: 'attacks',
      text:
        'An intruder who knows the method, and that little is suppressed, learns from a missing value that it ' +
        'made the record rare: values that would have left it safe are ruled out. Under wildcard a record that ' +
        "alone has a person's full quasi-identifiers is more likely theirs than one with missing values, " +
        'although the count treats them as equal.',
    },
    {
      topic: 'attacks',
      text:
        'Columns that are not quasi-identifiers stay. A person may be found by them, or all k records may have ' +
        'one confidential value; both disclose what was to be protected. A value that follows from other columns ' +
        '(a region from a postcode) can be filled in.',
    },
    {
      topic: 'missing',
      text:
        'Values that are already missing stay missing and count as the parameter missing says. With missing: ' +
        'never suppression cannot help, and is refused if a record is unsafe. If all quasi-identifiers are ' +
        'missing or constant, every record is safe and nothing is suppressed.',
    },
    {
      topic: 'ties',
      text:
        'Nothing is random. Among equally good values those of later columns and of earlier records are ' +
        'suppressed. Another order of records may lose other values, and in large files a few more or fewer. ' +
        'With protect: record the order does not matter.',
    },
    {
      topic: 'choices',
      text:
        'Columns with the role confidential are not used as quasi-identifiers if others have the role ' +
        'quasi-identifier. They stay unchanged, and a warning says so.',
    },
  ],
  enables: [
    'An intruder knows from a missing value that it was rare among the records with the same other quasi-identifiers.',
    'An intruder knows that a record without a missing value has k matches only if those with missing values count.',
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    missing: 'own',
    scope: 'file',
    changes: 'unsafe',
    ordered: true,
  },
  params,
  examples: [
    { k: 5, missing: 'own-level' },
    { k: 2, missing: 'share', share: 0.25, protect: 'record' },
    { k: 3, protect: 'person' },
    { k: 4, protect: 'record', dimension: 1 },
    { subsets: [{ dimension: 1, k: 8 }, { k: 2 }] },
    { importance: {} },
    { importanceOrder: [] },
    { missing: 'own-level', dimension: 1 },
  ],
  needsFile: () => ({ why: 'it counts records with equal values in the whole file' }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const { data, params: given, roles } = input
      const { keys, warnings } = keysOf(input)
      const persons = personsOf(data, roles)
      const all = problemOf(input, keys, persons)
      const firsts = persons && firstRecords(all.codes, persons)
      // If the records of a person have the same keys, one of them represents all.
      const problem = firsts ? { ...all, codes: all.codes.map((of) => firsts.map((i) => of[i])) } : all
      const tick = (done: number): void => input.tick(done)
      const protect = given.protect === 'record' ? 'record' : 'file'
      const differ = firsts === undefined ? persons : undefined
      if (differ) refuseDiffering(given)
      const found = differ ? suppressOfPersons(problem, differ, tick) : suppress(problem, { protect, tick })
      refuseNever(given, found.unsafe.length)
      const masks = firsts && persons ? persons.ofRecord.map((person) => found.masks[person]) : found.masks
      const columns = new Map(input.columns.map((name) => [name, data.column(name)]))
      keys.forEach((name, j) => columns.set(name, withoutCells(data.column(name), masks, j)))
      const said = suppressionReport({ names: keys, problem, ...found, persons: differ, params: given })
      const counted = firsts
        ? [
            `counts are of ${firsts.length} persons, who lose the same values in all their records (${data.rows} records)`,
          ]
        : []
      return { files: [{ columns }], report: said.report, warnings: [...warnings, ...said.warnings, ...counted] }
    },
  }),
})

/** The columns that are keys: confidential ones are excluded if there are quasi-identifiers. */
function keysOf({ columns, roles }: MaskInput<LocalSuppressionParams>): {
  readonly keys: readonly string[]
  readonly warnings: readonly string[]
} {
  const confidential = columns.filter((name) => roles.confidential.includes(name) && !roles.keys.includes(name))
  const some = columns.some((name) => roles.keys.includes(name))
  if (!some || confidential.length === 0) return { keys: columns, warnings: [] }
  return {
    keys: columns.filter((name) => !confidential.includes(name)),
    warnings: [`confidential columns are not quasi-identifiers and stay unchanged: ${confidential.join(', ')}`],
  }
}

function problemOf(
  { data, params: given }: MaskInput<LocalSuppressionParams>,
  keys: readonly string[],
  persons: Units | undefined,
): SuppressionProblem {
  const place = { method: id }
  if (keys.length > MOST_KEYS) {
    const fix = 'Use only columns that an intruder may know as quasi-identifiers.'
    throw new SdcError(
      'BAD_PARAMETER',
      `${id} allows up to ${MOST_KEYS} quasi-identifiers, not ${keys.length}`,
      place,
      fix,
    )
  }
  const conditions = conditionsOf(keys, given, place)
  const weights = keyWeights(keys, given, place)
  const most = conditions.reduce((k, one) => Math.max(k, one.k), 0)
  const count = persons?.count ?? data.rows
  if (most > count) {
    const what = persons ? 'persons' : 'records'
    const message = `no record can match ${most} ${what} of ${count} (k = ${most})`
    const fix = `Set k ${count < 2 ? `for a file or group of more ${what}` : `to ${count} or less`}.`
    throw new SdcError('TOO_FEW_RECORDS', message, { ...place, parameter: 'k' }, fix)
  }
  // Requires records with the same remaining keys and values: each is compatible with the people of all.
  const rule = given.protect === 'person' ? { ...given, missing: 'own-level' as const } : given
  return { codes: keys.map((name) => keyCodes(data.column(name))), weights, conditions, rule }
}

/** Refuses rules other than wildcard if the keys of a person differ between records. */
function refuseDiffering({ missing, protect }: LocalSuppressionParams): void {
  if (missing === 'wildcard' && protect !== 'person') return
  const parameter = protect === 'person' ? 'protect' : 'missing'
  const message =
    `${parameter}: ${protect === 'person' ? protect : missing} counts records, but records of one person ` +
    'differ in quasi-identifiers: only missing: wildcard can count k persons'
  const fix =
    'Set missing: wildcard and protect: file, use quasi-identifiers that are equal in all records of a ' +
    'person, or coding/k-anonymous-recode.'
  throw new SdcError('BAD_PARAMETER', message, { method: id, parameter }, fix)
}

/** Refuses the rule by which a missing key matches nothing: each suppressed cell would make its record unsafe. */
function refuseNever({ missing }: LocalSuppressionParams, unsafe: number): void {
  if (missing !== 'never' || unsafe === 0) return
  const message =
    `${unsafe} records are unsafe, and with missing: never a suppressed value matches nothing: no ` +
    'suppression makes them safe'
  const fix = 'Set missing to wildcard, own-level or share, recode the quasi-identifiers, or leave these records out.'
  throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'missing' }, fix)
}

/** Returns the column with missing cells for records with bit j; the column itself if there are none. */
function withoutCells(column: Column, masks: Int32Array, j: number): Column {
  if (!masks.some((bits) => (bits >> j) & 1)) return column
  const lost = (i: number): boolean => ((masks[i] >> j) & 1) === 1
  return column.kind === 'numeric'
    ? { ...column, values: column.values.map((value, i) => (lost(i) ? Number.NaN : value)) }
    : { ...column, codes: column.codes.map((code, i) => (lost(i) ? -1 : code)) }
}
