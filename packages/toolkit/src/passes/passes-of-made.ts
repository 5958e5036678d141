import { dataset, numeric, type BlockContext, type PartsContext, type Pass, type Totals } from '@sdc/core'

/** Readings of columns that are not in the file: every block makes its own part of them where it is read. */
export interface PassesOfMade<P> {
  readonly passes: readonly Pass<P>[]
  /** What is known of the columns made, for what asks for the totals of these passes. */
  of(context: PartsContext<P>): PartsContext<P>
}

/**
 * Readings such as `momentPasses` or `covariancePasses`, of columns that are made of those that are masked.
 *
 * @param passes - The readings.
 * @param name - What is made, as their names begin.
 * @param make - As many columns of a block as are masked, in their order.
 * @param needed - Whether the file must be read for them, now that the passes before have ended.
 * @returns The readings under names of their own, and a view of what they made of the file.
 */
export function passesOfMade<P>(
  passes: readonly Pass<unknown>[],
  name: string,
  make: (context: BlockContext<P>) => readonly Float64Array[],
  needed: (context: PartsContext<P>) => boolean = () => true,
): PassesOfMade<P> {
  const begin = `${name} `
  const of = <C extends PartsContext<P>>(context: C): C => {
    const totals = new Map<string, Totals>()
    for (const [key, own] of context.totals) if (key.startsWith(begin)) totals.set(key.slice(begin.length), own)
    return { ...context, totals }
  }
  return {
    of,
    passes: passes.map((pass) => ({
      name: begin + pass.name,
      needed: (context) => needed(context) && (pass.needed?.(of(context)) ?? true),
      of(context) {
        const made = make(context)
        const data = dataset(context.columns.map((column, j) => [column, numeric(made[j])]))
        return pass.of({ ...of(context), data })
      },
      merge: (total, own) => pass.merge(total, own),
      ...(pass.end && { end: (context: PartsContext<P>, total: Totals) => pass.end?.(of(context), total) ?? total }),
    })),
  }
}
