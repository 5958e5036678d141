/**
 * k-anonymous recoding: keys are made coarser by their hierarchies until k records share every combination of them. Each such
 * class may also have to show diverse sensitive values. Records that cannot be brought that far are suppressed.
 *
 * One level for a whole column is the node of least loss in the lattice of levels (Samarati & Sweeney 1998). Local recoding
 * searches again among the records that were suppressed, and lowers each class while everything holds.
 */
import { defineMethod, SdcError, takeColumn, type Column, type Dataset, type MaskingMethod } from '@sdc/core'
import { refuseInfinite } from '@sdc/toolkit'
import { keyHierarchies, personsOf, type AutomaticHierarchy } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { keyWeights } from './local-suppression/key-weights.js'
import { isByColumn } from './k-anonymous/losses.js'
import { keyWithMissing, type KeyWithMissing } from './k-anonymous/method-keys.js'
import { personCondition, sensitiveOfPersons } from './k-anonymous/method-persons.js'
import { blankedColumn, recodedColumn } from './k-anonymous/method-output.js'
import { latticeTable, levelTable, mappingTable } from './k-anonymous/method-report.js'
import { recode, type Recoded } from './k-anonymous/method-recode.js'
import { sensitiveOf } from './k-anonymous/method-sensitive.js'
import { settleSuppressed, type Settled } from './k-anonymous/method-suppressed.js'

const id = 'coding/k-anonymous-recode'

const params = z.object({
  k: z
    .int()
    .min(2)
    .default(5)
    .meta({
      description: 'The fewest records that share a combination of keys.',
      unit: 'records',
      search: { min: 3, max: 10, scale: 'linear', usual: [3, 5, 10] },
    }),
  sensitive: z.array(z.string()).default([]).meta({
    description:
      'The columns that l and t are asked of, as a list: ["income"]; by default those with the role confidential.',
  }),
  l: z.number().min(1).optional().meta({
    description: 'How diverse the sensitive values of every class must be: as many values as this, by model.',
    unit: 'values',
  }),
  model: z
    .enum(['distinct', 'entropy', 'recursive'])
    .default('distinct')
    .meta({
      description:
        'What diverse means. distinct: l different values; entropy: the exponential of their entropy is at least l; recursive: ' +
        'the most frequent one is rarer than c times all from the l-th most frequent on.',
    }),
  c: z.number().gt(0).max(1e9).default(2).meta({
    description: 'The c of model: recursive. A smaller one asks for more.',
    unit: 'times',
  }),
  t: z.number().min(0).max(1).optional().meta({
    description: 'How far the sensitive values of a class may be from those of the file (t-closeness).',
    unit: 'share of the greatest distance',
  }),
  distance: z
    .enum(['auto', 'equal', 'ordered', 'hierarchical'])
    .default('auto')
    .meta({
      description:
        'How far two sensitive values are apart, for t. equal: all the same; ordered: by the steps between them; hierarchical: ' +
        'by the level at which their classes meet; auto: hierarchical for categories with a hierarchy, ordered for numbers and ' +
        'ordered categories, else equal.',
    }),
  suppressionPercent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({
      description:
        'The most records that may be suppressed; more is an error. By default none where whole columns are recoded (local: ' +
        'none), any number otherwise.',
      unit: 'percent of the records',
    }),
  loss: z
    .enum(['entropy', 'loss', 'height', 'ncp', 'discernibility', 'aecs'])
    .default('entropy')
    .meta({
      description:
        'What the recoding is chosen to lose least of. entropy: non-uniform entropy; loss: the share of the values under a ' +
        'class, geometric mean over columns; height: the level over the number of levels; ncp: values under a class; ' +
        'discernibility: squared class sizes; aecs: records a class.',
    }),
  importance: z
    .record(z.string(), z.number().min(0).max(1e6))
    .optional()
    .meta({
      description:
        'Weights of keys by name: what the loss of making a key coarser is multiplied by, 1 where nothing is said. The ' +
        'greater, the finer the key stays. Not with loss: discernibility or aecs, which are not of single keys.',
    }),
  gsFactor: z.number().min(0).max(1).default(0.5).meta({
    description: 'What weighs more: recoding (0) or suppression (1). Not used by local recoding, which sets it itself.',
    unit: 'share of the weight',
  }),
  local: z
    .enum(['none', 'iterate'])
    .default('none')
    .meta({
      description:
        'none: all records have the same level in a column; iterate: records that would be suppressed are recoded again among ' +
        'themselves, and classes are made finer while everything holds, so that a column mixes levels and loses far less.',
    }),
  suppressed: z
    .enum(['remove', 'blank'])
    .default('remove')
    .meta({
      description:
        'What becomes of suppressed records. remove: they are left out; blank: they stay without keys and confidential values, ' +
        'where they are k at least and neither l nor t is asked for, else they are left out.',
    }),
  levels: z
    .array(z.record(z.string(), z.int().min(0)))
    .min(1)
    .optional()
    .meta({
      description:
        'Fixed recoding in place of a search: the level of each column, as in [{"age": 2, "sex": 0}]. Of several the first ' +
        'that puts a record into a class that holds is taken; what is left is suppressed.',
    }),
})

export type KAnonymousRecodeParams = z.infer<typeof params>

export const kAnonymousRecodeMethod: MaskingMethod<KAnonymousRecodeParams> = defineMethod({
  id,
  title: 'k-anonymous recoding',
  summary:
    'Makes keys coarser by their hierarchies until each combination is shared by k records, with diverse sensitive values where asked for.',
  formula:
    'min loss(h_1, …, h_q) over levels 0 <= h_j <= H_j, so that each class of records with equal recoded keys has f >= k and, ' +
    'where asked for, l-diverse or t-close sensitive values; records of other classes are suppressed, s <= limit·n',
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
        'The columns that are masked are the keys: all that an intruder may know of somebody. Each is recoded by its hierarchy (hierarchy in a schema, ' +
        '--hierarchy age=age.csv). A column without one gets one of its own: numbers classes of equal width that double, ' +
        'ordered categories groups of neighbours, other categories only *. More than 20 categories without an order get one from ' +
        'their text: codes of one length by prefix (8001, 800*, 80**, …), dates (2024-05-17) by month, year, 5 and 10 years.',
    },
    {
      topic: 'parameters',
      text:
        'Recoding whole columns loses about three times what local recoding does, but a value always becomes the same class, ' +
        'which tables are easier made of, and which can be applied to next year’s file without surprises.',
    },
    {
      topic: 'parameters',
      text:
        'entropy, loss and ncp count the values under a class in the hierarchy, not in the file: a hierarchy with values that ' +
        'nobody has makes its classes look dearer.',
    },
    {
      topic: 'limits',
      text:
        'k-anonymity hides which record is somebody’s. It does not hide a sensitive value that all records of the class share ' +
        '(ask for l), nor how much likelier a value is there than in the file (ask for t).',
    },
    {
      topic: 'choices',
      text:
        'Where a column has the role person, a class has records of k persons, and in l and t each person counts once: one with m records ' +
        'in a class adds 1/m of each sensitive value. Records of a person with one value of a key get one class of it, the coarsest of ' +
        'theirs, since another record would tell the finer one; what then fails is suppressed.',
    },
    {
      topic: 'limits',
      text: 'The columns that are not keys go out as they are. Any of them that an intruder can know is a key, too.',
    },
    {
      topic: 'attacks',
      text:
        'Two releases of the same people, each k-anonymous, can be intersected: classes of both together may hold one record. ' +
        'Release once, or with the same recoding (levels).',
    },
    {
      topic: 'attacks',
      text:
        'Whoever knows that nothing more was recoded than had to be can sometimes tell which finer recoding failed, and from ' +
        'that what values a class has (minimality attack); with k alone and many classes there is little to gain.',
    },
    {
      topic: 'missing',
      text:
        'A missing key is a value of its own, that records share as any other, until the last level, where it joins the class ' +
        'of all values if there is one. A missing sensitive value is a value of its own.',
    },
    {
      topic: 'missing',
      text:
        'Blanked records have neither keys nor confidential values. They are a class like any other: fewer than k, or any with ' +
        'l or t (all of them have the same sensitive value, none), are left out instead.',
    },
    {
      topic: 'ties',
      text: 'Of nodes of equal loss the one with the least total height, then with less in the first column by name.',
    },
    {
      topic: 'interpretation',
      text:
        'Numbers become ordered categories, in the order of the least value and then of the greatest of each class; a column ' +
        'of which no record is recoded stays as it is.',
    },
  ],
  enables: [
    'The levels and hierarchies tell what a class consists of, which its name tells as well. That no finer recoding did tells ' +
      'that some combination of finer classes has fewer than k records, or too little diversity.',
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
  streamed: () => ({
    shape: 'whole',
    why: 'whether k records share a combination is known when all records are',
    instead: 'coding/rounding and coding/top-bottom make keys coarser in parts, without k-anonymity',
  }),
  apply(input) {
    const { data, params: asked, roles, tick } = input
    // Sorted by name, by which ties are broken: the order of the file changes nothing.
    const names = input.columns
    const { k } = asked
    const persons = personsOf(data, roles)
    if ((persons?.count ?? data.rows) < k) {
      const what = persons ? `${persons.count} persons` : `${data.rows} records`
      const message = `${what} cannot be in classes of ${k}`
      throw new SdcError('TOO_FEW_RECORDS', message, { method: id, parameter: 'k' }, 'Ask for a smaller k.')
    }
    for (const name of names) {
      const column = data.column(name)
      if (column.kind === 'numeric') refuseInfinite(column.values, 'original')
    }
    const hierarchies = keyHierarchies(data, names, roles.hierarchies, { method: id })
    const keys = names.map((name, j) => keyWithMissing(name, hierarchies[j]))
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
})

/** The weights of keys; none where nothing is said. */
function importanceOf(
  names: readonly string[],
  { importance, loss }: Pick<KAnonymousRecodeParams, 'importance' | 'loss'>,
): Float64Array | undefined {
  if (importance === undefined) return undefined
  if (!isByColumn(loss)) {
    const message = `loss: ${loss} counts records of classes, which no key has an importance for`
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
    ['least class', least],
    ['greatest class', greatest],
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

/** Returns a warning of keys recoded by hierarchies that the user did not give: they are made from the text of the values. */
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
    `recoded by hierarchies made from the text of their values: ${recoded.join('; ')}; give hierarchies of your own for others`,
  ]
}

/** Columns that say nothing any more. */
function wornOut(keys: readonly KeyWithMissing[], { levels, suppressed }: Recoded): string[] {
  const flat = keys.filter(({ levels: own }, j) => {
    const top = own.length - 1
    if (own[top].labels.length > 1) return false
    return levels[j].every((level, i) => suppressed[i] === 1 || level === top)
  })
  if (flat.length === 0) return []
  return [
    `every value became the last class in ${flat.map(({ column }) => column).join(', ')}: a finer hierarchy, a smaller k or fewer keys keep more`,
  ]
}
