import { describeParams, SdcError, type ColumnKind, type MaskingMethod, type ParamCard, type Registry } from '@sdc/core'
import { familyOf, namedMethods } from '../settings/families.js'
import { keyValue, nameList, refuseTwice, settings } from '../settings/settings.js'

/** A method with a grid of parameters, the columns it masks, and the method that masks the others beside it. */
export interface CandidateText {
  readonly use: string
  readonly grid: Readonly<Record<string, readonly unknown[]>>
  readonly columns?: readonly string[]
  readonly with?: readonly { readonly use: string; readonly columns: readonly string[] }[]
}

/** The columns that candidates are to mask, by kind, and whether there are others to condition on. */
export interface ColumnsAtHand extends Readonly<Record<ColumnKind, readonly string[]>> {
  readonly anyGiven: boolean
}

/**
 * The candidates that are tried where nobody names any, each with a few values of its first searchable parameter, by the
 * kinds of the columns at hand: the methods for numbers where all columns are, those that take every kind of category at
 * hand where none is. Of a mixed file every method for its numbers together with every one for its categories, which has
 * its usual parameters, and the methods that take all its columns at once. Recoding and suppression, which leave what is
 * safe as it is, are of the whole file or of nothing. `names` names the methods to try instead, with those columns that
 * they accept, and families: of these what would be tried without a name, first where they mask the numbers.
 *
 * @param registry - Where the methods are.
 * @param names - Ids and families; undefined where nobody named any.
 * @param at - The columns to mask.
 * @returns The candidates with their grids.
 * @throws UNKNOWN_METHOD, and BAD_OPTION for a family of which no method is tried on such columns.
 */
export function usualCandidates(
  registry: Registry,
  names: readonly string[] | undefined,
  at: ColumnsAtHand,
): CandidateText[] {
  if (names === undefined) return allUsual(registry, at)
  const { ids, families } = namedMethods(registry, names)
  const named = ids.map((id) => withGrid(registry.get('methods', id)))
  if (families.length === 0) return named
  const usual = allUsual(registry, at).filter(({ use }) => !ids.includes(use))
  return [...named, ...families.flatMap((family) => ofFamily(family, usual))]
}

/** The candidates of a family: where it masks the numbers, or all; else where it masks the categories beside them. */
function ofFamily(family: string, usual: readonly CandidateText[]): CandidateText[] {
  const own = usual.filter(({ use }) => familyOf(use) === family)
  const beside = usual.filter((one) => one.with?.some(({ use }) => familyOf(use) === family))
  if (own.length + beside.length > 0) return own.length > 0 ? own : beside
  const message = `no method of the family ${family} is usual for such columns`
  const advice = `Name one by its id, other columns, or another family: ${[...new Set(usual.map(({ use }) => familyOf(use)))].join(', ')}.`
  throw new SdcError('BAD_OPTION', message, { method: family }, advice)
}

function withGrid(method: MaskingMethod): CandidateText {
  const card = describeParams(method.params).find((one) => one.search !== undefined)
  return { use: method.id, grid: card ? { [card.name]: usualValues(card) } : {} }
}

function allUsual(registry: Registry, at: ColumnsAtHand): CandidateText[] {
  const usual = registry.all('methods').filter((method) => isUsual(method, at.anyGiven))
  const categorical = [...at.ordered, ...at.nominal]
  const categories = (['ordered', 'nominal'] as const).filter((kind) => at[kind].length > 0)
  const takes = ({ traits }: MaskingMethod, kinds: readonly ColumnKind[]): boolean =>
    kinds.every((kind) => traits.accepts.includes(kind))
  // What takes nominal columns besides is made for categories.
  const ofNumbers = usual.filter((method) => takes(method, ['numeric']) && !takes(method, ['nominal']))
  if (categories.length === 0) return ofNumbers.map(withGrid)
  const ofCategories = usual.filter((method) => takes(method, categories))
  if (at.numeric.length === 0) return ofCategories.map(withGrid)
  const whole = ofCategories.filter((method) => takes(method, ['numeric']))
  const beside = ofCategories.filter(({ traits }) => traits.changes !== 'unsafe' && traits.kinds === 'same')
  const pairs = ofNumbers
    .filter((method) => !whole.includes(method))
    .map(withGrid)
    .flatMap((candidate) =>
      beside.map(({ id }) => ({ ...candidate, columns: at.numeric, with: [{ use: id, columns: categorical }] })),
    )
  return [...pairs, ...whole.map(withGrid)]
}

function isUsual({ traits }: MaskingMethod, anyGiven: boolean): boolean {
  const { postMasking, searched, adds, given } = traits
  // Keys are chosen for one method: columns to condition on seldom repeat.
  return searched && !adds && !postMasking && given !== 'keys' && (given !== 'required' || anyGiven)
}

/**
 * The values that the parameter calls usual; else the ends and the middle of its search range, two significant digits, whole
 * where the parameter is.
 */
function usualValues({ search, type }: ParamCard): readonly number[] {
  if (!search) return []
  const { min, max, scale, usual } = search
  if (usual) return usual
  const middle = scale === 'log' ? Math.sqrt(min * max) : (min + max) / 2
  const values = [min, middle, max].map((value) =>
    type === 'integer' ? Math.round(value) : Number(value.toPrecision(2)),
  )
  return [...new Set(values)]
}

/** `"noise/additive relativeVariance=0.05,0.25"` as a candidate. */
export function candidateFromText(registry: Registry, text: string): CandidateText {
  const [id, ...pairs] = text.trim().split(/\s+/)
  const method = registry.get('methods', id)
  const read = pairs.map(keyValue)
  refuseTwice(read, '--try')
  const grid = read.map(([name, list]) => {
    const values = nameList(list).map((value) => settings(method.params, [`${name}=${value}`])[name])
    if (values.length === 0)
      throw new SdcError(
        'BAD_OPTION',
        `${name} has no value in --try "${text}"`,
        { method: id, parameter: name },
        `Give one or more: ${name}=1,2.`,
      )
    return [name, values] as const
  })
  return { use: method.id, grid: Object.fromEntries(grid) }
}
