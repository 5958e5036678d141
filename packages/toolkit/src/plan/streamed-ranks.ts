import type { ByRanks, MaskingMethod, PartsContext, RankedColumn, RankedColumns } from '@sdc/core'

/**
 * Ranks of a plan as the shape that runs out of core for now: one column a walk, no aggregates.
 *
 * @param plan - Plan of the method, which ends with ranks.
 * @param rest - Order of equal values, and what else the shape says.
 * @returns The shape.
 */
export function streamedRanks<P>(
  plan: MaskingMethod<P>['plan'],
  rest: Pick<ByRanks<P>, 'ties' | 'originals' | 'records' | 'nominal' | 'words'>,
): ByRanks<P> {
  const walkOf = (context: PartsContext<P> & RankedColumn): RankedColumns => {
    const { head, rows } = context
    const masking = plan({
      ...context,
      rows: { original: rows, masked: rows, pairs: rows },
      original: head,
      masked: head,
    })
    if (!('form' in masking) || masking.form !== 'ranks') throw new Error('the plan does not end with ranks')
    return masking.walks[context.columns.indexOf(context.column)]
  }
  return {
    shape: 'ranks',
    ...rest,
    window: (context) => walkOf(context).window(context),
    walk: (context) => walkOf(context).walk(context),
  }
}
