import { describeParams, SdcError, type MaskingMethod, type ParamCard, type Registry } from '@sdc/core'
import { keyValue, nameList, refuseTwice, settings } from '../settings/settings.js'

/** A method with a grid of parameters, the columns it masks, and the method that masks the others beside it. */
export interface CandidateText {
  readonly use: string
  readonly grid: Readonly<Record<string, readonly unknown[]>>
  readonly columns?: readonly string[]
  readonly with?: readonly { readonly use: string; readonly columns: readonly string[] }[]
}

/** The columns that candidates are to mask, and whether there are others to condition on. */
export interface ColumnsAtHand {
  readonly numeric: readonly string[]
  readonly categorical: readonly string[]
  readonly anyGiven: boolean
}

/**
 * The candidates that are tried where nobody names any, each with three values of its first searchable parameter: the
 * methods for numbers where all columns are, those for categories where none is. Of a mixed file every method for its
 * numbers together with every one for its categories, which has its usual parameters. `ids` names the methods to try
 * instead: with those columns that they accept.
 */
export function usualCandidates(
  registry: Registry,
  ids: readonly string[] | undefined,
  at: ColumnsAtHand,
): CandidateText[] {
  const withGrid = (method: MaskingMethod): CandidateText => {
    const card = describeParams(method.params).find((one) => one.search !== undefined)
    return { use: method.id, grid: card ? { [card.name]: threeValues(card) } : {} }
  }
  if (ids) return ids.map((id) => withGrid(registry.get('methods', id)))
  const usual = registry.all('methods').filter((method) => isUsual(method, at.anyGiven))
  const ofNumbers = usual.filter(({ traits }) => traits.accepts.join() === 'numeric').map(withGrid)
  const ofCategories = usual.filter(({ traits }) => ['ordered', 'nominal'].every((kind) => accepts(traits, kind)))
  if (at.categorical.length === 0) return ofNumbers
  if (at.numeric.length === 0) return ofCategories.map(withGrid)
  return ofNumbers.flatMap((candidate) =>
    ofCategories.map(({ id }) => ({
      ...candidate,
      columns: at.numeric,
      with: [{ use: id, columns: at.categorical }],
    })),
  )
}

function isUsual({ traits }: MaskingMethod, anyGiven: boolean): boolean {
  const { postMasking, searched, adds, given } = traits
  // Keys are chosen for one method: columns to condition on seldom repeat.
  return searched && !adds && !postMasking && given !== 'keys' && (given !== 'required' || anyGiven)
}

function accepts({ accepts: kinds }: MaskingMethod['traits'], kind: string): boolean {
  return kinds.some((one) => one === kind)
}

/** The ends and the middle of the search range, two significant digits, whole where the parameter is. */
function threeValues({ search, type }: ParamCard): number[] {
  if (!search) return []
  const { min, max, scale } = search
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
