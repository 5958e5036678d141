/**
 * k-anonymous recoding: quasi-identifiers are made coarser by their hierarchies until k records share every
 * combination. Each such class may also need diverse confidential values. Records that cannot reach this are
 * suppressed.
 *
 * One level for a whole column is the node of least loss in the lattice of levels (Samarati & Sweeney 1998). Local
 * recoding searches again among the suppressed records, and lowers each class while all requirements hold.
 */
import { defineMethod, SdcError, takeColumn, type Column, type Dataset, type MaskingMethod } from '@sdc/core'
import { refuseInfinite } from '@sdc/toolkit'
import { keyHierarchies, personsOf, type AutomaticHierarchy } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { keyWeights } from './local-suppression/key-weights.js'
import { isByColumn } from './k-anonymous/search/losses.js'
import { keyWithMissing, type KeyWithMissing } from './k-anonymous/method/keys.js'
import { personCondition, sensitiveOfPersons } from './k-anonymous/conditions/persons.js'
import { blankedColumn, recodedColumn } from './k-anonymous/method/output.js'
import { latticeTable, levelTable, mappingTable } from './k-anonymous/method/report.js'
import { withKept } from './k-anonymous/method/kept.js'
import { recode, type Recoded } from './k-anonymous/method/recode.js'
import { sensitiveOf } from './k-anonymous/method/sensitive.js'
import { settleSuppressed, type Settled } from './k-anonymous/method/suppressed.js'

const id = 'coding/k-anonymous-recode'

const params = z.object({
  k: z
    .int()
    .min(2)
    .default(5)
    .meta({
      description: 'Minimum records that share a combination of quasi-identifiers.',
      unit: 'records',
      search: { min: 3, max: 10, scale: 'linear', usual: [3, 5, 10] },
    }),
  sensitive: z.array(z.string()).default([]).meta({
    description: 'Columns that l and t apply to, as a list: ["income"]; by default those with the role confidential.',
  }),
  l: z.number().min(1).optional().meta({
    description: 'Diversity l of the confidential values in every class, as a number of values by model.',
    unit: 'values',
  }),
  model: z
    .enum(['distinct', 'entropy', 'recursive'])
    .default('distinct')
    .meta({
      description:
        'Model of diversity. distinct: l different values; entropy: the exponential of their entropy is at least ' +
        'l; recursive: the most frequent value is rarer than c times all from the l-th most frequent on.',
    }),
  c: z.number().gt(0).max(1e9).default(2).meta({
    description: 'The c of model: recursive; a smaller c is stricter.',
    unit: 'times',
  }),
  t: z.number().min(0).max(1).optional().meta({
    description: 'Largest distance of the confidential values of a class from those of the file (t-closeness).',
    unit: 'share of the largest distance',
  }),
  distance: z
    .enum(['auto', 'equal', 'ordered', 'hierarchical'])
    .default('auto')
    .meta({
      description:
        'Distance of two confidential values, for t. equal: all the same; ordered: by the steps between them; ' +
        'hierarchical: by the level at which their classes meet; auto: hierarchical for categories with a ' +
        'hierarchy, ordered for numbers and ordered categories, else equal.',
    }),
  suppressionPercent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({
      description:
        'Limit for suppressed records; more is an error. By default none if whole columns are recoded (local: ' +
        'none), any number otherwise.',
      unit: 'percent of the records',
    }),
  loss: z.enum(['entropy', 'loss', 'height', 'ncp', 'discernibility', 'aecs']).default('entropy').meta({
    description:
      'Loss measure to minimise. entropy: non-uniform entropy. loss: the share of the values under a class, geometric mean over columns. height: the level over the number of levels. ncp: values under a class. discernibility: squared class sizes. aecs: records a class.',
  }),
  importance: z
    .record(z.string(), z.number().min(0).max(1e6))
    .optional()
    .meta({
      description:
        'Weights of quasi-identifiers by name, default 1: a factor on the loss of making it coarser. A greater ' +
        'weight keeps it finer. Not with loss: discernibility or aecs, which do not measure single columns.',
    }),
  keep: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'Quasi-identifiers that are never made coarser, as a list: ["sex"]. An error if their values alone belong to ' +
        'fewer than k records.',
    }),
  gsFactor: z.number().min(0).max(1).default(0.5).meta({
    description:
      'Balance between recoding (0) and suppression (1). Local recoding sets it itself and does not use this value.',
    unit: 'share of the weight',
  }),
  local: z
    .enum(['none', 'iterate'])
    .default('none')
    .meta({
      description:
        'Recoding by record. none: all records have the same level in a column. iterate: suppressed records are ' +
        'recoded again among themselves, and classes are made finer while all requirements hold. A column then ' +
        'mixes levels and loses far less.',
    }),
  suppressed: z
    .enum(['remove', 'blank'])
    .default('remove')
    .meta({
      description:
        'Treatment of suppressed records. remove: they are left out. blank: they stay without quasi-identifiers ' +
        'and confidential values, if they are at least k and neither l nor t is set; else they are left out.',
    }),
  levels: z
    .array(z.record(z.string(), z.int().min(0)))
    .min(1)
    .optional()
    .meta({
      description:
        'Fixed recoding instead of a search: the level of each column, as in [{"age": 2, "sex": 0}]. Each record uses the first entry that puts it into a sufficient class; the remaining records are suppressed.',
    }),
})

export type KAnonymousRecodeParams = z.infer<typeof params>

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
  params,
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
      const { k } = asked
      const persons = personsOf(data, roles)
      if ((persons?.count ?? data.rows) < k) {
        const what = persons ? `${persons.count} persons` : `${data.rows} records`
        const message = `${what} cannot be in classes of ${k}`
        throw new SdcError('TOO_FEW_RECORDS', message, { method: id, parameter: 'k' }, 'Use a smaller k.')
      }
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
        ? [...sensitive.map((one) => sensitiveOfPersons(one, persons)), personCondition(roles.person ?? '', persons, k)]
        : sensitive
      const wanted = { keys, rows: data.rows, sensitive: conditions, persons, importance, params: asked }
      const recoded = recode({ ...wanted, method: id, tick })
      const columns = names.map((name) => data.column(name))
      const settled = settleSuppressed(recoded, keys, { ...asked, persons, mayBlank: sensitive.length === 0 })
      const { origin, warnings } = settled
      const masked = new Map<string, Column>()
      names.forEach((name, j) => {
        const column = recodedColumn(columns[j], keys[j], recoded.levels[j], recoded.suppressed)
        masked.set(name, origin ? takeColumn(column, origin) : column)
      })
      if (settled.blanked > 0)
        for (const name of roles.confidential)
          if (!names.includes(name) && data.names.includes(name))
            masked.set(name, blankedColumn(data.column(name), recoded.suppressed))
      return {
        files: [{ columns: masked, ...(origin && { origin }) }],
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

/** Private report: the mapping, the combinations of levels, the lattice, and counts of records. */
function reportOf(
  keys: readonly KeyWithMissing[],
  { levels, suppressed, classes, least, greatest, explored, figures }: Recoded,
  { removed, blanked }: Settled,
): Map<string, Dataset | number> {
  return new Map<string, Dataset | number>([
    ['records removed', removed],
    ['records blanked', blanked],
    ['classes', classes],
    ['smallest class', least],
    ['largest class', greatest],
    ['cell loss', cellLoss(keys, levels, suppressed)],
    ...figures,
    ['mapping', mappingTable(keys, levels, suppressed)],
    ['levels', levelTable(keys, levels, suppressed)],
    ...(explored ? [['lattice', latticeTable(explored)] as const] : []),
  ])
}

/** The mean over all cells of (values under the class − 1)/(values − 1); a suppressed cell is 1. */
function cellLoss(keys: readonly KeyWithMissing[], levels: readonly Uint8Array[], suppressed: Uint8Array): number {
  let sum = 0
  for (const [j, { codes, levels: own }] of keys.entries()) {
    const most = own[0].classOf.length - 1
    for (let i = 0; i < codes.length; i++) {
      if (suppressed[i] === 1) sum += 1
      else if (most > 0) {
        const { sizes, classOf } = own[levels[j][i]]
        sum += (sizes[classOf[codes[i]]] - 1) / most
      }
    }
  }
  return sum / (keys.length * suppressed.length)
}

/** Warning about keys that are recoded by hierarchies made from the text of their values, because none was given. */
function madeFromText(
  keys: readonly KeyWithMissing[],
  hierarchies: readonly AutomaticHierarchy[],
  { levels, suppressed }: Recoded,
): string[] {
  const recoded = keys.flatMap(({ column, levels: of }, j) => {
    const isCoarser = levels[j].some((level, i) => level > 0 && suppressed[i] === 0)
    return hierarchies[j].fromText && isCoarser ? [`${column} (${of.map(({ labels }) => labels[0]).join(', ')})`] : []
  })
  if (recoded.length === 0) return []
  return [
    `recoded by hierarchies made from the text of their values: ${recoded.join('; ')}; give your own ` +
      'hierarchies for other classes',
  ]
}

/** Warning about keys with all values in the last class. */
function wornOut(keys: readonly KeyWithMissing[], { levels, suppressed }: Recoded): string[] {
  const flat = keys.filter(({ levels: own }, j) => {
    const top = own.length - 1
    if (top === 0 || own[top].labels.length > 1) return false
    return levels[j].every((level, i) => suppressed[i] === 1 || level === top)
  })
  if (flat.length === 0) return []
  return [
    `every value became the last class in ${flat.map(({ column }) => column).join(', ')}: a finer hierarchy, ` +
      'a smaller k or fewer quasi-identifiers keep more',
  ]
}
