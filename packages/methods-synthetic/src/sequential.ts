/** Sequential synthesis: column after column, each drawn from a model given the columns before it. */
import {
  columnLength,
  defineMethod,
  oneOrMore,
  SdcError,
  takeRows,
  type MaskingMethod,
  type MaskInput,
  type Roles,
} from '@sdc/core'
import { chosenRecords, withChosen } from './columns/chosen-records.js'
import { populationLike } from './columns/population-like.js'
import { refuseFreeText } from './columns/refuse-free-text.js'
import { refuseRare } from './columns/refuse-rare.js'
import { params, type SequentialParams } from './params.js'
import { columnPlans, type ColumnPlan } from './settings.js'
import { columnsOf, levelsOf, stagesOf, synthesise, type Settings } from './synthesise.js'
import type { UnitLevels } from './units/unit-levels.js'

const id = 'synthetic/sequential'

export const sequentialMethod: MaskingMethod<SequentialParams> = defineMethod({
  id,
  title: 'Sequential synthesis',
  summary:
    'Draws new records column after column, numbers, categories and dates alike, each from a tree or regression given ' +
    'the columns before it.',
  formula:
    'y_1 ~ F̂_1, y_j ~ F̂_j(· | y_1, …, y_(j−1)); trees: F̂_j has the values of the leaf with Dirichlet(1, …, 1) weights, rare numbers smoothed, rare categories as common ones',
  source: [
    { key: 'reiter-2005', where: 'trees for synthetic files' },
    { key: 'nowok-raab-dibben-2016', where: 'one column after the other' },
    { key: 'raab-nowok-dibben-2016', where: 'combining several files' },
    { key: 'breiman-friedman-olshen-stone-1984', where: 'the trees' },
    { key: 'mccullagh-1980', where: 'the model polr' },
  ],
  honours: ['weight', 'household', 'person'],
  notes: [
    {
      topic: 'keeps',
      text:
        'Distributions of the columns and their relations, also between categories and numbers, as far as the trees find ' +
        'them. A column that others determine stays determined. Rules of the schema hold: columns of equations are computed, ' +
        'records that break another rule are drawn again.',
    },
    {
      topic: 'loses',
      text:
        'Relations that a tree does not find in leaves of this size: small groups, weak dependence on many columns at ' +
        'once. Relations to columns that are not synthesised. Numbers beyond those that smallestLeaf persons reach, categories, ' +
        'kinds of missing values and columns that fewer persons have.',
    },
    {
      topic: 'parameters',
      text:
        'kind = full leaves out columns that are not named, since they belong to no new record. kind = partial keeps the ' +
        'records and the other columns; only non-confidential columns predict. With where it replaces values of some records ' +
        'only, by models of these; the file shows which records they are.',
    },
    {
      topic: 'parameters',
      text:
        'Larger leaves disclose less and blur more. A category of fewer than smallestLeaf persons becomes a common one ' +
        'of its leaf, or the nearest in an order; a category that goes only with such ones does, too. With smoothing = none ' +
        'exact values of records are copied, also the rarest numbers and categories.',
    },
    {
      topic: 'parameters',
      text:
        'A weight that is named in columns is drawn last, given the other variables. With weights = resample the file is ' +
        'like the population and has none; records with a large weight are copied for the models, and count once in a leaf.',
    },
    {
      topic: 'keeps',
      text:
        'Persons (role person) and households keep their form: new ids, one value each in columns of persons, the number of ' +
        'records, their order in time, gaps and stays, and the relation to the record before. Records of one person count ' +
        'once in a leaf, and have no more than the share 1/smallestLeaf of its weight.',
    },
    {
      topic: 'missing',
      text:
        'Missing values are drawn, too: first whether a value is missing and its kind (refused, not asked), then the ' +
        'value. With kind = partial missing values stay where they are. A column of persons has its value in all records ' +
        'of a person.',
    },
    {
      topic: 'attacks',
      text:
        'A combination of categories that one person has can occur again by chance or because a tree is deep: ' +
        'risk/replicated-uniques counts these. An intruder who knows all records but one finds no number and no category in the ' +
        'file that only this one has.',
    },
    {
      topic: 'release',
      text:
        'Analyse several files one by one and combine the results: sdc combine with --kind synthetic, or partial for kind = ' +
        'partial. Intervals cover 93 to 97 % for means and shares, and for regressions if the models are normal or logit. ' +
        'Trees weaken relations, so their intervals of regression coefficients cover less (70 to 92 %).',
    },
  ],
  enables: ['No record comes from an original one. Values that many records have are the original ones.'],
  traits: {
    accepts: ['numeric', 'nominal', 'ordered'],
    stochastic: true,
    missing: 'own',
    given: 'optional',
    records: 'synthetic',
    searched: false,
    claims: { approachesCorrelations: { when: { complexity: 1e-8 } }, newPersons: { when: { kind: 'full' } } },
  },
  params,
  examples: [
    { percentOfRecords: 150 },
    { sets: 2, smallestLeaf: 10 },
    { kind: 'partial' },
    { smoothing: 'none', complexity: 0.01 },
  ],
  needsFile: () => ({
    why: 'its trees are grown on all records',
    instead: 'noise/correlated keeps correlations of numbers in expectation',
  }),
  propose(input) {
    const { params } = input
    checkNumber(params)
    const roles = params.weights === 'resample' ? withoutUnits(input.roles) : input.roles
    const { levels, plans } = settled({ ...input, roles, whole: input.data })
    const drawn = plans.filter(({ derived }) => derived === undefined)
    return {
      params: {
        ...params,
        order: plans.map(({ name }) => name),
        // No parameter has an entry of this name.
        models: Object.fromEntries(drawn.flatMap(({ name, model }) => (name === '__proto__' ? [] : [[name, model]]))),
      },
      columns: plans.map(({ name, model, predictors, derived }) =>
        derived === undefined
          ? { name, model, from: predictors }
          : { name, model: 'equation', from: derived.terms.map(([column]) => column) },
      ),
      ...(params.kind === 'full' && { made: { count: numberOfUnits(params, levels), of: levels.levels[0].of } }),
    }
  },
  plan: () => ({
    form: 'file',
    mask(given) {
      const { params: options } = given
      const { where } = options
      checkNumber(options)
      const chosen = where === undefined ? undefined : chosenRecords(where, given.data, given.roles, id)
      const input = fitted(chosen ? { ...given, data: takeRows(given.data, chosen) } : given)
      const { levels, plans } = settled(input)
      const { sets, warnings } = synthesise(input, levels, plans, numberOfUnits(options, levels))
      const files = sets.map((made) => {
        const [first] = made.values()
        const origin = new Int32Array(columnLength(first)).fill(-1)
        if (options.kind === 'full') return { columns: made, origin }
        return { columns: chosen ? withChosen(given.data, chosen, made) : made }
      })
      return { files: oneOrMore(files), warnings }
    },
  }),
})

/** The input with the records that the models are fitted to. */
function fitted(input: MaskInput<SequentialParams>): MaskInput<SequentialParams> & Pick<Settings, 'copies'> {
  const { data, roles, rng, params } = input
  if (params.weights === 'variable') return input
  const { copies, ...like } = populationLike(data, roles, rng.child('weights'), id)
  return { ...input, data: like.data, whole: like.data, columns: columnsOf(input), roles: withoutUnits(roles), copies }
}

/** Copies of a record share its ids; they are not records of one person. */
function withoutUnits(roles: Roles): Roles {
  return { ...roles, person: undefined, household: undefined }
}

/** Levels of the file, and how each column is synthesised. */
function settled(input: Settings): {
  readonly levels: UnitLevels
  readonly plans: readonly ColumnPlan[]
} {
  const { data, given, roles, params } = input
  const columns = columnsOf(input)
  refuseFreeText(data, columns, id)
  const levels = levelsOf(input, columns)
  refuseFew(input, levels)
  if (params.smoothing === 'kernel') {
    const { data: rows, persons } = levels.levels[levels.levels.length - 1]
    refuseRare(rows, columns, { smallestLeaf: params.smallestLeaf, persons }, id)
  }
  return { levels, plans: columnPlans({ data, columns, given, roles, params, stages: stagesOf(levels) }, id) }
}

/** Refuses a file, or group, whose records do not fill a leaf: each new record would be of one of a few persons. */
function refuseFew({ copies, params: { smallestLeaf } }: Settings, { levels: [{ of, data }] }: UnitLevels): void {
  const count = copies === undefined ? data.rows : new Set(copies).size
  if (count >= smallestLeaf) return
  const message = `${count} ${of}${count === 1 ? '' : 's'} cannot be synthesised: a leaf needs ${smallestLeaf} (smallestLeaf)`
  throw new SdcError('TOO_FEW_RECORDS', message, { method: id }, 'Use more records.')
}

/** Number of new records, or of persons or households if these have several. */
function numberOfUnits({ records, percentOfRecords }: SequentialParams, { levels }: UnitLevels): number {
  return records ?? Math.max(1, Math.round((percentOfRecords / 100) * levels[0].data.rows))
}

function checkNumber({ kind, records, percentOfRecords, weights, where }: SequentialParams): void {
  const refused = (parameter: string, message: string): SdcError =>
    new SdcError('BAD_PARAMETER', message, { method: id, parameter }, `Leave out ${parameter}.`)
  if (kind === 'full' && where !== undefined)
    throw refused('where', 'where chooses records that stay, so it needs kind = partial')
  if (kind === 'partial' && weights === 'resample')
    throw refused('weights', 'weights = resample has no meaning with kind = partial: the records stay')
  const changed = percentOfRecords === 100 ? undefined : 'percentOfRecords'
  const given = records === undefined ? changed : 'records'
  if (kind === 'partial' && given !== undefined)
    throw refused(given, `${given} has no meaning with kind = partial: the records stay`)
  if (records !== undefined && changed !== undefined)
    throw refused(changed, 'records and percentOfRecords both give the number of new records')
}
