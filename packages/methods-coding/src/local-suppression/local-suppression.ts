/**
 * Local suppression (Willenborg & de Waal 2001): cells of the keys become missing until every record matches k records.
 *
 * s_ij = 1 where key j of record i becomes missing; Σ_ij w_j s_ij is to be small while in every combination S of keys that
 * is asked for f_i(S) ≥ k for all i, f as `risk/k-anonymity` counts it under the same rule for missing keys.
 */
import { defineMethod, SdcError, type Column, type MaskingMethod, type MaskInput } from '@sdc/core'
import { keyCodes, missingKeysParams } from '@sdc/toolkit'
import { personsOf, type Units } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { conditionsOf } from './conditions-of.js'
import { firstRecords, suppressOfPersons } from './persons.js'
import { keyWeights } from './key-weights.js'
import type { SuppressionProblem } from './problem.js'
import { EXACT_CELLS, suppress } from './suppress.js'
import { suppressionReport } from './suppression-report.js'

const id = 'coding/local-suppression'

/** Sets of keys are the bits of a whole number. */
const MOST_KEYS = 30

const atLeast = z.int().min(2)

const params = z.object({
  k: atLeast.default(3).meta({
    description: 'How many records every record is to match in its keys, itself included.',
    unit: 'records',
    search: { min: 3, max: 10, scale: 'linear', usual: [3, 5, 10] },
  }),
  ...missingKeysParams,
  protect: z
    .enum(['file', 'record', 'person'])
    .default('file')
    .meta({
      description:
        'file: as few suppressed cells as can be found, so that a record may keep all its keys where it matches records ' +
        'that lost some; record: every unsafe record is made safe by what it loses itself, whatever others lose; person: the ' +
        'true keys of every person fit k released records (risk/compatible), which lose the same keys.',
    }),
  importance: z
    .record(z.string(), z.number().gt(0).max(1e6))
    .optional()
    .meta({
      description:
        'Weights of keys by name: what a suppressed cell costs, 1 where nothing is said. The greater, the less is ' +
        'suppressed there; the sum of the weights of suppressed cells is what is made small.',
    }),
  importanceOrder: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'Keys, the most important first, in place of importance: as few cells as can be, and of equally many those of the ' +
        'less important keys. Keys it leaves out are the least important.',
    }),
  dimension: z.int().min(1).optional().meta({
    description:
      'Every combination of so many keys is to be k-anonymous, and so are those of fewer; where it is left out, all keys together.',
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
        'Combinations of keys with a k each, in place of k and dimension: [{"columns": ["age", "sex"], "k": 5}]. Without ' +
        'columns all keys are meant, with dimension every combination of so many of them.',
    }),
})

export type LocalSuppressionParams = z.infer<typeof params>

export const localSuppressionMethod: MaskingMethod<LocalSuppressionParams> = defineMethod({
  id,
  title: 'Local suppression',
  summary: 'Makes single cells of the keys missing until every record matches at least k records.',
  formula: 'min Σ_ij w_j s_ij  such that  f_i(S) ≥ k for every record i and every combination S of keys asked for',
  source: [
    { key: 'willenborg-de-waal-2001', where: 'local suppression, minimal unsafe combinations' },
    { key: 'hundepool-et-al-2012', where: 'local suppression' },
    { key: 'templ-kowarik-meindl-2015', where: 'k-anonymity with missing keys' },
  ],
  honours: ['person'],
  notes: [
    {
      topic: 'keeps',
      text: 'A value that is not suppressed is as it was, and so are all columns that are no keys. No record is removed.',
    },
    {
      topic: 'limits',
      text:
        `With up to ${EXACT_CELLS} cells (records times keys) the optimum is sought by branch and bound, and the report says ` +
        'whether it was proved. Of larger files it is a heuristic: each unsafe record loses a least set of keys that makes ' +
        'it safe, or none where others suffice, chosen greedily. The lower bound is that of this kind of suppression; for ' +
        'own-level and share it holds for any.',
    },
    {
      topic: 'limits',
      text:
        'Where a missing key matches everything (wildcard), k − 1 records without any key would make a whole file ' +
        'k-anonymous, by the count. On large files this is not done: no record loses more than it needs itself. Small ' +
        'files get the optimum of the definition, which may look so.',
    },
    {
      topic: 'choices',
      text:
        'Where a column has the role person, a record is to match k persons. Persons whose records have the same keys are suppressed as ' +
        'one record each. Where keys differ between records of a person, each record loses what makes it safe by itself, and all ' +
        'records of the person with that value lose it, too.',
    },
    {
      topic: 'limits',
      text:
        'A record that kept all its keys may be safe only because records with missing keys could be it. The warnings say how ' +
        'many are; protect: record suppresses in each of them.',
    },
    {
      topic: 'attacks',
      text:
        'Who knows the true keys of a person looks for the released records that these fit. With protect: file or record they may ' +
        'fit fewer than k, and one only: a warning says for how many people. protect: person forms groups of k records that lose the ' +
        'same keys, and costs several times the cells; few records without any key would satisfy the count, and are not its way.',
    },
    {
      topic: 'limits',
      text:
        'Missing cells are not missing at random: rare combinations lose more, and what is estimated from complete records ' +
        'is biased. A key with very many values (an exact age or income) is lost in nearly every record: recode it first.',
    },
    {
      topic: 'attacks',
      text:
        'Who knows the method and that little is suppressed learns from a missing cell that its value made the record rare: ' +
        "values that would have left it safe are ruled out. Under wildcard the record that alone has somebody's keys in " +
        'full is more likely theirs than one with missing keys, though the count takes them for equal.',
    },
    {
      topic: 'attacks',
      text:
        'Columns that are no keys are left: whoever finds a record by them, or all k records with one confidential value, ' +
        'learns what was to be hidden. A key that follows from other columns (a region from a postcode) can be filled in.',
    },
    {
      topic: 'missing',
      text:
        'Keys that are missing already stay so and count as the parameter missing says. With missing: never suppression can ' +
        'help nobody, and is refused where a record is unsafe. All missing or constant keys are safe: nothing is suppressed.',
    },
    {
      topic: 'ties',
      text:
        'Nothing is drawn. Of equally good cells those of later keys, and of earlier records, are suppressed: another order of ' +
        'records may lose other cells, and in large files a few more or fewer. With protect: record the order does not matter.',
    },
    {
      topic: 'choices',
      text:
        'Columns with the role confidential are no keys where others have the role quasi-identifier: they are left as they ' +
        'are, which is said.',
    },
  ],
  enables: [
    'knows from a missing cell that its value was rare among the records with the same other keys',
    'knows that a record without a missing cell has k matches only if those with missing cells count',
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
  streamed: () => ({
    shape: 'whole',
    why: 'whether k records share a combination is known when all records are',
  }),
  apply(input) {
    const { data, params: given, roles } = input
    const { keys, warnings } = keysOf(input)
    const persons = personsOf(data, roles)
    const all = problemOf(input, keys, persons)
    const firsts = persons && firstRecords(all.codes, persons)
    // Where the records of a person have the same keys, one of them is all of them.
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
          `what is counted here are ${firsts.length} persons, each of whom loses the same in all records (${data.rows} records)`,
        ]
      : []
    return { files: [{ columns }], report: said.report, warnings: [...warnings, ...said.warnings, ...counted] }
  },
})

/** The columns that are keys: confidential ones are none where there are quasi-identifiers. */
function keysOf({ columns, roles }: MaskInput<LocalSuppressionParams>): {
  readonly keys: readonly string[]
  readonly warnings: readonly string[]
} {
  const confidential = columns.filter((name) => roles.confidential.includes(name) && !roles.keys.includes(name))
  const some = columns.some((name) => roles.keys.includes(name))
  if (!some || confidential.length === 0) return { keys: columns, warnings: [] }
  return {
    keys: columns.filter((name) => !confidential.includes(name)),
    warnings: [`confidential columns are no keys and stay as they are: ${confidential.join(', ')}`],
  }
}

function problemOf(
  { data, params: given }: MaskInput<LocalSuppressionParams>,
  keys: readonly string[],
  persons: Units | undefined,
): SuppressionProblem {
  const place = { method: id }
  if (keys.length > MOST_KEYS) {
    const fix = 'Take the columns as keys that an intruder may know.'
    throw new SdcError('BAD_PARAMETER', `${id} takes up to ${MOST_KEYS} keys, not ${keys.length}`, place, fix)
  }
  const conditions = conditionsOf(keys, given, place)
  const weights = keyWeights(keys, given, place)
  const most = conditions.reduce((k, one) => Math.max(k, one.k), 0)
  const count = persons?.count ?? data.rows
  if (most > count) {
    const what = persons ? 'persons' : 'records'
    const message = `no record can match ${most} ${what} of ${count} (k = ${most})`
    const fix = `Give k ${count < 2 ? `to a file or group of more ${what}` : `${count} or less`}.`
    throw new SdcError('TOO_FEW_RECORDS', message, { ...place, parameter: 'k' }, fix)
  }
  // Records that keep the same keys with the same values: each of them is compatible with the people of all.
  const rule = given.protect === 'person' ? { ...given, missing: 'own-level' as const } : given
  return { codes: keys.map((name) => keyCodes(data.column(name))), weights, conditions, rule }
}

/** Where the keys of a person differ between records, a missing key has to match every value. */
function refuseDiffering({ missing, protect }: LocalSuppressionParams): void {
  if (missing === 'wildcard' && protect !== 'person') return
  const parameter = protect === 'person' ? 'protect' : 'missing'
  const message = `${parameter}: ${protect === 'person' ? protect : missing} counts records, and records of one person have different keys: k persons are counted with missing: wildcard only`
  const fix =
    'Take missing: wildcard and protect: file, keys that are the same in all records of a person, or coding/k-anonymous-recode.'
  throw new SdcError('BAD_PARAMETER', message, { method: id, parameter }, fix)
}

/** With a missing key that matches nothing each suppressed cell would make its record unsafe. */
function refuseNever({ missing }: LocalSuppressionParams, unsafe: number): void {
  if (missing !== 'never' || unsafe === 0) return
  const message = `${unsafe} records are unsafe, and with missing: never a suppressed key matches nothing: no suppression makes them safe`
  const fix = 'Give missing as wildcard, own-level or share, recode the keys, or leave these records out.'
  throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'missing' }, fix)
}

/** The column with the cells missing whose record has bit j; the column itself where none has. */
function withoutCells(column: Column, masks: Int32Array, j: number): Column {
  if (!masks.some((bits) => (bits >> j) & 1)) return column
  const lost = (i: number): boolean => ((masks[i] >> j) & 1) === 1
  return column.kind === 'numeric'
    ? { ...column, values: column.values.map((value, i) => (lost(i) ? Number.NaN : value)) }
    : { ...column, codes: column.codes.map((code, i) => (lost(i) ? -1 : code)) }
}
