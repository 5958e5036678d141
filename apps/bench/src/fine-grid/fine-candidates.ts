import { describeParams, type MaskingMethod, type ParamCard, type Registry } from '@sdc/core'
import { pow } from '@sdc/stats'

/** A masking with its parameters, and the steps that follow it. */
export interface FineCandidate {
  readonly use: string
  readonly params: Readonly<Record<string, number>>
  readonly then: readonly string[]
}

/** Of a second parameter so many values are enough, each with every value of the first. */
const fewer = 4

/**
 * The values of a parameter at equal distances over its search range, ends included.
 *
 * @param search - The range.
 * @param type - Whole numbers are rounded, and none comes twice.
 * @param points - How many there are, fewer where they are whole.
 */
export function valuesOf({ search, type }: Pick<ParamCard, 'search' | 'type'>, points: number): number[] {
  if (!search) return []
  const values = Array.from({ length: points }, (_, i) => valueAt(search, i / (points - 1)))
  return [...new Set(values.map((value) => (type === 'integer' ? Math.round(value) : Number(value.toPrecision(4)))))]
}

function valueAt({ min, max, scale }: NonNullable<ParamCard['search']>, share: number): number {
  return scale === 'log' ? min * pow(max / min, share) : min + (max - min) * share
}

/** Every masking that a search tries on numbers, with all its values, alone; without columns to condition on. */
export function fineMaskings(registry: Registry, points: number): FineCandidate[] {
  return registry
    .all('methods')
    .filter(isForNumbers)
    .flatMap(({ id, params }) => {
      const searched = describeParams(params).filter(({ search }) => search)
      let grid: Record<string, number>[] = [{}]
      searched.forEach((card, j) => {
        const values = valuesOf(card, j === 0 ? points : fewer)
        grid = grid.flatMap((point) => values.map((value) => ({ ...point, [card.name]: value })))
      })
      return grid.map((point) => ({ use: id, params: point, then: [] }))
    })
}

function isForNumbers({ traits }: MaskingMethod): boolean {
  const { accepts, given, adds, postMasking, records, searched } = traits
  const isFree = given !== 'keys' && given !== 'required' && records === 'same'
  return searched && !adds && !postMasking && isFree && accepts.includes('numeric') && !accepts.includes('nominal')
}

/** What follows a masking: nothing, reverse mapping, and what improves it after that, as far as there are such steps. */
export function variantsOf({ defaults: { postMasking, improving } }: Registry): (readonly string[])[] {
  if (postMasking === undefined) return [[]]
  return improving === undefined ? [[], [postMasking]] : [[], [postMasking], [postMasking, improving]]
}

/** One name for one candidate. */
export function fineName({ use, params, then }: FineCandidate): string {
  const given = Object.entries(params).map(([name, value]) => `${name}=${value}`)
  return [[use, ...given].join(' '), ...then].join(' + ')
}
