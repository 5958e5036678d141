/**
 * Replicated uniques: share of the unique combinations of quasi-identifiers that are in the release as well.
 *
 * Person i is unique if they have a record whose combination no other person of the original has; replicated, if such a
 * combination is in the release. Value = 100 · share of the unique persons who are replicated. Expected of a release of
 * n′ records with independent columns: 1 − (1 − Σ p)^n′, over the person's unique combinations. p is the product of the
 * shares of the values in the original, 0 if one of them is nobody else's. With a control file, uniques of both files
 * together are compared. People inside and outside are exchangeable, for any sizes of the files, if the release does
 * not depend on membership. Source: Nowok, Raab & Dibben 2016, for replicated uniques; the comparisons are this
 * project's.
 */
import { defineMetric, type Dataset, type MeasureInput, type Measurement } from '@sdc/core'
import { mean, pow } from '@sdc/stats'
import { figures, table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { lackingInControl } from '../control-file.js'
import { groupDifference } from '../inference/mean-difference.js'
import {
  combinationRisk,
  comparedWarnings,
  notComparable,
  rareWarning,
  relationsWarning,
  sharedKeys,
  type SharedKeys,
} from './shared-keys.js'

/** Share of the way from independent data to 100 % from which the risk is high. */
const HIGH = 0.2

/** Smallest number of uniques outside for a comparison. */
const LEAST_OUTSIDE = 20

const [RELEASE, ORIGINAL, CONTROL] = [0, 1, 2]

export const replicatedUniquesMetric = defineMetric({
  ...combinationRisk,
  id: 'risk/replicated-uniques',
  title: 'Replicated uniques',
  summary:
    'Share of the people with a unique combination of quasi-identifiers whose combination is in the masked file.',
  brief: [
    'So many of 100 people who are unique in the original have a record like theirs in the masked file.',
    'Compare it with independent data: combinations recur by chance, too.',
  ],
  formula: '100 · share{i unique in the original : the combination of i is in the masked file}',
  honours: ['person'],
  source: [
    { key: 'nowok-raab-dibben-2016', where: 'replicated uniques of synthetic data' },
    { key: 'agresti-caffo-2000', where: 'the standard error of the difference' },
    { where: 'This project: independent columns, and uniques of both files' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'Records of a synthetic file belong to nobody, but a reader who sees a rare combination may believe they found ' +
        'the person. A file that copies records replicates all uniques. The value is 0 if nobody is unique.',
    },
    {
      topic: 'interpretation',
      text:
        'Independent data: the share expected if every column is drawn independently from the original. A value that ' +
        'only one person has is not expected there, so that a copied rare value counts in full. A file that keeps real ' +
        'relations replicates more than that without copying anybody; only a control file tells the two apart.',
    },
    {
      topic: 'parameters',
      text:
        'With a control file, the table control has the combinations that only one person ' +
        'of both files has. It gives the share replicated of people in the original and of people outside. Without copying, ' +
        'both are equal up to chance, for files of any size. Independent data are then the value less this excess.',
    },
    {
      topic: 'choices',
      text:
        'Combinations match by exact values, as in risk/k-anonymity. A quasi-identifier is not compared if most of its ' +
        'released values do not occur in the original (numbers with noise): nothing would recur, and the value would ' +
        'reassure without a reason. A warning names it.',
    },
    {
      topic: 'limits',
      text:
        'With many quasi-identifiers nearly everybody is unique and few combinations recur, even if most values of a ' +
        'record are copied. Measure risk/membership, too.',
    },
    {
      topic: 'missing',
      text:
        'A missing value is a value of its own, since synthetic missing values are drawn like others. For files with ' +
        'suppressed cells see risk/compatible.',
    },
  ],
  high: { share: HIGH, meaning: '{value} of the people who are unique have their combination in the masked file' },
  params: z.object({}),
  cost: { time: 'O(n log n) a quasi-identifier' },
  needsFile: () => ({
    why: 'it compares the combinations of both files; risk/k-anonymity and risk/compatible run out of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<unknown>): Measurement {
  const { original, masked, control, columns, roles } = input
  if (original.rows === 0 || masked.rows === 0)
    return unmeasured(`the original has ${original.rows} records and the masked file ${masked.rows}`)
  const lacking = lackingInControl(control, columns)
  if (lacking !== undefined) return unmeasured(lacking)
  const keys = sharedKeys(columns, [masked, original, ...(control ? [control] : [])], roles)
  const why = notComparable(keys)
  if (why !== undefined) return unmeasured(why)
  input.tick(0.5)

  const owner = ownersOf(keys, [ORIGINAL])
  const released = ownersOf(keys, [RELEASE])
  const uniques = uniquesOf(keys, ORIGINAL, owner)
  const isReplicated = (id: number): boolean => released[id] !== NOBODY
  const replicated = uniques.map(({ ids }) => ids.some(isReplicated))
  const count = replicated.filter(Boolean).length
  const expected = uniques.map(({ chances }) => 1 - pow(1 - chances.reduce((sum, p) => sum + p, 0), masked.rows))
  const compared = control ? comparison(keys, released) : undefined
  const isPersons = keys.units[ORIGINAL].count < original.rows
  const value = uniques.length === 0 ? 0 : (100 * count) / uniques.length
  const independent = uniques.length === 0 ? 0 : 100 * mean(Float64Array.from(expected))
  const hasOutside = compared?.excess !== undefined
  const warnings = [
    ...comparedWarnings(keys, roles),
    ...rareWarning(keys),
    ...(hasOutside ? [] : relationsWarning({ found: value, expected: independent }, HIGH)),
  ]
  return {
    value,
    used: keys.units[ORIGINAL].count,
    independent: compared?.excess === undefined ? independent : Math.max(0, value - Math.max(0, compared.excess)),
    ...(isPersons && { unit: 'persons' as const }),
    ...ofRecords(keys, owner, released),
    tables: new Map([
      [
        'uniques',
        figures({
          [isPersons ? 'persons' : 'records']: keys.units[ORIGINAL].count,
          unique: uniques.length,
          replicated: count,
          'unique in both files': uniques.filter(({ ids }) => ids.some((id) => released[id] >= 0)).length,
          'expected with independent columns': expected.reduce((sum, one) => sum + one, 0),
          'percent of all': (100 * count) / keys.units[ORIGINAL].count,
          'records of the masked file': masked.rows,
        }),
      ],
      ...(compared ? [['control', figures(compared.figures)] as const] : []),
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Owner of a combination that nobody has, and of one that several persons have. */
const [NOBODY, SEVERAL] = [-1, -2]

/** Returns the only person with each combination in these files, numbered over all files; else NOBODY or SEVERAL. */
function ownersOf({ classes, units, count }: SharedKeys, files: readonly number[]): Int32Array {
  const owner = new Int32Array(count).fill(NOBODY)
  let before = 0
  for (const f of files) {
    classes[f].forEach((id, i) => {
      const unit = before + units[f].ofRecord[i]
      owner[id] = owner[id] === NOBODY || owner[id] === unit ? unit : SEVERAL
    })
    before += units[f].count
  }
  return owner
}

/** A person with the combinations that nobody else has. */
interface UniquePerson {
  readonly ids: readonly number[]
  /** Probabilities of the combinations under independent columns. */
  readonly chances: readonly number[]
}

/** Returns the people of a file who have a unique combination; `owner` numbers its people from `first`. */
function uniquesOf({ classes, units, chance }: SharedKeys, f: number, owner: Int32Array, first = 0): UniquePerson[] {
  const found = new Map<number, { readonly ids: number[]; readonly chances: number[] }>()
  const seen = new Set<number>()
  classes[f].forEach((id, i) => {
    const unit = units[f].ofRecord[i]
    if (owner[id] !== first + unit || seen.has(id)) return
    seen.add(id)
    const { ids, chances } = found.get(unit) ?? { ids: [], chances: [] }
    ids.push(id)
    chances.push(f === ORIGINAL ? chance[i] : Number.NaN)
    found.set(unit, { ids, chances })
  })
  return [...found.values()]
}

/**
 * Returns the shares replicated of the uniques of both files together, inside and outside; an excess if there are
 * enough outside.
 */
function comparison(
  keys: SharedKeys,
  released: Int32Array,
): { readonly figures: Readonly<Record<string, number>>; readonly excess: number | undefined } {
  const owner = ownersOf(keys, [ORIGINAL, CONTROL])
  const sides = [uniquesOf(keys, ORIGINAL, owner), uniquesOf(keys, CONTROL, owner, keys.units[ORIGINAL].count)]
  const [inside, outside] = sides.map((people) =>
    Float64Array.from(people, ({ ids }) => (ids.some((id) => released[id] !== NOBODY) ? 1 : 0)),
  )
  const rate = (side: Float64Array): number => (side.length === 0 ? Number.NaN : 100 * mean(side))
  const isEnough = outside.length >= LEAST_OUTSIDE && inside.length > 0
  const difference = isEnough ? groupDifference(inside, outside) : undefined
  return {
    figures: {
      'unique in both files, of the original': inside.length,
      'percent replicated of the original': rate(inside),
      'unique in both files, of the control file': outside.length,
      'percent replicated of the control file': rate(outside),
      difference: difference?.value ?? Number.NaN,
      'standard error': difference?.standardError ?? Number.NaN,
    },
    excess: difference?.value,
  }
}

/**
 * Returns 100 for each record of the original that is unique and replicated, 0 if unique only, and no value if not
 * unique.
 */
function ofRecords(
  { classes, units, names }: SharedKeys,
  owner: Int32Array,
  released: Int32Array,
): { readonly records: Float64Array; readonly recordColumns: Dataset } {
  const isUnique = (id: number, i: number): boolean => owner[id] === units[ORIGINAL].ofRecord[i]
  const records = Float64Array.from(classes[ORIGINAL], (id, i) =>
    isUnique(id, i) ? (released[id] === NOBODY ? 0 : 100) : Number.NaN,
  )
  const keysText = names.join(', ')
  const why = Array.from(classes[ORIGINAL], (id, i) => {
    if (records[i] !== 100) return null
    return `unique by ${keysText}; in the masked file ${released[id] === SEVERAL ? 'several times' : 'once'}`
  })
  return { records, recordColumns: table({ replicated: records, why }) }
}
