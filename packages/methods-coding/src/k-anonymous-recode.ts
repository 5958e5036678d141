/**
 * k-anonymous recoding: quasi-identifiers are made coarser by their hierarchies until k records share every
 * combination. Each such class may also need diverse confidential values. Records that cannot reach this are
 * suppressed.
 *
 * One level for a whole column is the node of least loss in the lattice of levels (Samarati & Sweeney 1998). Local
 * recoding searches again among the suppressed records, and lowers each class while all requirements hold.
 */
import { defineMethod, SdcError, takeColumn, type Column, type MaskInput, type MaskingMethod } from '@sdc/core'
import { refuseInfinite } from '@sdc/toolkit'
import { keyHierarchies, personsOf, type Units } from '@sdc/toolkit/internal'
import { keyWeights } from './local-suppression/key-weights.js'
import { isByColumn } from './k-anonymous/search/losses.js'
import { madeFromText, reportOf, wornOut } from './k-anonymous/method/findings.js'
import { keyWithMissing, type KeyWithMissing } from './k-anonymous/method/keys.js'
import { recodeParams, type KAnonymousRecodeParams } from './k-anonymous/method/recode-params.js'
import { personCondition, sensitiveOfPersons } from './k-anonymous/conditions/persons.js'
import { blankedColumn, recodedColumn } from './k-anonymous/method/output.js'
import { withKept } from './k-anonymous/method/kept.js'
import { recode, type Recoded } from './k-anonymous/method/recode.js'
import { sensitiveOf } from './k-anonymous/method/sensitive.js'
import { settleSuppressed, type Settled } from './k-anonymous/method/suppressed.js'

const id = 'coding/k-anonymous-recode'

export const kAnonymousRecodeMethod: MaskingMethod<KAnonymousRecodeParams> = defineMethod({
  id,
  title: 'k-anonymous recoding',
  summary:
    'Makes quasi-identifiers coarser by their hierarchies until k records share each combination, optionally ' +
    'with diverse confidential values.',
  brief: [
    'It keeps all values true, only coarser, and at least k records share each combination.',
    'Detail is lost, most where records are rare; it does not hide a confidential value that a whole class shares.',
  ],
  formula:
    'min loss(h_1, …, h_q) over levels 0 <= h_j <= H_j, so that each class of records with equal recoded ' +
    'quasi-identifiers has f >= k and, if set, l-diverse or t-close confidential values; records of other ' +
    'classes are suppressed, s <= limit·n',
  source: [
    { key: 'samarati-sweeney-1998', where: 'generalisation hierarchies, the lattice of levels, suppression' },
    { key: 'sweeney-2002', where: 'k-anonymity' },
    { key: 'machanavajjhala-kifer-gehrke-venkitasubramaniam-2007', where: 'l-diversity: distinct, entropy, recursive' },
    { key: 'li-li-venkatasubramanian-2007', where: 't-closeness and its distances' },
  ],
  honours: ['person'],
  notes: [
    {
      topic: 'parameters',
      text:
        'The masked columns are the quasi-identifiers: all that an intruder may know about a person. Each is ' +
        'recoded by its hierarchy (hierarchy in a schema or a file, or a rule such as prefix:3,2,1). A column without one gets a ' +
        'default: numbers get classes of equal width that double, ordered categories groups of neighbours, other ' +
        'categories only *. More than 20 unordered categories get one from their text: codes of one length by ' +
        'prefix (8001, 800*, 80**, …), dates (2024-05-17) by month, year, 5 and 10 years. Columns of dates have the same.',
    },
    {
      topic: 'parameters',
      text:
        'Recoding whole columns loses about three times as much as local recoding. But a value always becomes ' +
        'the same class, which simplifies tables and can be applied to next year’s file without surprises.',
    },
    {
      topic: 'parameters',
      text:
        'entropy, loss and ncp count the values under a class in the hierarchy, not in the file. Hierarchy ' +
        'values that nobody has therefore make its classes more expensive.',
    },
    {
      topic: 'limits',
      text:
        'k-anonymity hides which record belongs to a person. It does not hide a confidential value that all ' +
        'records of the class share (set l), nor how much likelier a value is there than in the file (set t).',
    },
    {
      topic: 'choices',
      text:
        'If a column has the role person, a class has records of k persons. In l and t each person counts once: one with m records in a class adds 1/m of each confidential value. Records of a person with the ' +
        'same value of a quasi-identifier get the same class of it, the coarsest of theirs, because another ' +
        'record would disclose the finer one. Classes that then fail are suppressed.',
    },
    {
      topic: 'limits',
      text: 'All other columns are released unchanged. A column that an intruder can know is a quasi-identifier, too.',
    },
    {
      topic: 'attacks',
      text:
        'Two k-anonymous releases of the same people can be intersected: classes of both together may have one ' +
        'record. Release once, or with the same recoding (levels).',
    },
    {
      topic: 'attacks',
      text:
        'An intruder who knows that the recoding was minimal can sometimes tell which finer recoding failed, and ' +
        'from that which values a class has (minimality attack). With k alone and many classes there is little ' +
        'to gain.',
    },
    {
      topic: 'missing',
      text:
        'A missing quasi-identifier counts as a separate value, shared by records like any other, until the last ' +
        'level. There it joins the class of all values if there is one. A missing confidential value counts as a ' +
        'separate value.',
    },
    {
      topic: 'missing',
      text:
        'Blanked records have neither quasi-identifiers nor confidential values. They form a class like any ' +
        'other. If they are fewer than k, or l or t is set (all of them have the same confidential value, none), ' +
        'they are left out instead.',
    },
    {
      topic: 'ties',
      text:
        'Among nodes of equal loss the one with the smallest total height is used, then the one with less in the ' +
        'first column by name.',
    },
    {
      topic: 'interpretation',
      text:
        'Numbers become ordered categories, in the order of the smallest and then of the largest value of each ' +
        'class. A column in which no record is recoded stays unchanged.',
    },
  ],
  enables: [
    'The levels and hierarchies tell which values a class has; its name tells this as well. No finer recoding was sufficient, so some combination of finer classes has fewer than k records, or too little diversity.',
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    kinds: 'coarser',
    changes: 'unsafe',
    missing: 'own',
    records: 'subset',
    claims: { kAnonymousBy: 'k' },
  },
  params: recodeParams,
  examples: [
    { k: 3, local: 'iterate' },
    { k: 4, local: 'iterate', suppressed: 'blank' },
    { k: 3, suppressionPercent: 30, loss: 'loss', gsFactor: 0.2 },
    { k: 3, local: 'iterate', importance: {} },
  ],
  needsFile: () => ({
    why: 'it counts records with equal values in the whole file',
    instead: 'coding/rounding and coding/top-bottom make quasi-identifiers coarser out of core, without k-anonymity',
  }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const { data, params: asked, roles, tick } = input
      // Sorted by name, which also breaks ties: the order of the columns changes nothing.
      const names = input.columns
      const persons = personsOf(data, roles)
      refuseFew(input, persons)
      for (const name of names) {
        const column = data.column(name)
        if (column.kind === 'numeric') refuseInfinite(column.values, 'original')
      }
      const hierarchies = keyHierarchies(data, names, roles.hierarchies, { method: id })
      const all = names.map((name, j) => keyWithMissing(name, hierarchies[j]))
      const keys = withKept(all, { ...asked, persons, rows: data.rows }, id)
      const sensitive = sensitiveOf(data, names, asked, roles, id)
      const importance = importanceOf(names, asked)
      const conditions = persons
        ? [
            ...sensitive.map((one) => sensitiveOfPersons(one, persons)),
            personCondition(roles.person ?? '', persons, asked.k),
          ]
        : sensitive
      const wanted = { keys, rows: data.rows, sensitive: conditions, persons, importance, params: asked }
      const recoded = recode({ ...wanted, method: id, tick })
      const settled = settleSuppressed(recoded, keys, { ...asked, persons, mayBlank: sensitive.length === 0 })
      const { origin, warnings } = settled
      return {
        files: [{ columns: maskedColumns(input, keys, recoded, settled), ...(origin && { origin }) }],
        report: reportOf(keys, recoded, settled),
        warnings: [
          ...recoded.warnings,
          ...warnings,
          ...wornOut(keys, recoded),
          ...madeFromText(keys, hierarchies, recoded),
        ],
        protects: [...names, ...sensitive.map(({ column }) => column)],
      }
    },
  }),
})

function refuseFew({ data, params: { k } }: MaskInput<KAnonymousRecodeParams>, persons: Units | undefined): void {
  if ((persons?.count ?? data.rows) >= k) return
  const what = persons ? `${persons.count} persons` : `${data.rows} records`
  const message = `${what} cannot be in classes of ${k}`
  throw new SdcError('TOO_FEW_RECORDS', message, { method: id, parameter: 'k' }, 'Use a smaller k.')
}

/** Recoded keys, and confidential columns without the values of blanked records. */
function maskedColumns(
  { data, columns: names, roles }: MaskInput<KAnonymousRecodeParams>,
  keys: readonly KeyWithMissing[],
  { levels, suppressed }: Recoded,
  { origin, blanked }: Settled,
): Map<string, Column> {
  const masked = new Map<string, Column>()
  names.forEach((name, j) => {
    const column = recodedColumn(data.column(name), keys[j], levels[j], suppressed)
    masked.set(name, origin ? takeColumn(column, origin) : column)
  })
  if (blanked === 0) return masked
  for (const name of roles.confidential)
    if (!names.includes(name) && data.names.includes(name))
      masked.set(name, blankedColumn(data.column(name), suppressed))
  return masked
}

/** Weights of the keys; none by default. */
function importanceOf(
  names: readonly string[],
  { importance, loss }: Pick<KAnonymousRecodeParams, 'importance' | 'loss'>,
): Float64Array | undefined {
  if (importance === undefined) return undefined
  if (!isByColumn(loss)) {
    const message = `loss: ${loss} counts records of classes and does not use importance`
    const fix = 'Choose another loss (entropy, loss, height, ncp), or leave importance out.'
    throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'importance' }, fix)
  }
  return keyWeights(names, { importance }, { method: id })
}
