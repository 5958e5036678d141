import {
  takeRows,
  withColumns,
  type Column,
  type Dataset,
  type MaskInput,
  type Measurement,
  type MetricSession,
  type Ref,
  type Registry,
} from '@sdc/core'
import { measureReference, openSession } from '../../measure/measure-reference.js'

/**
 * Input of a method or service: its part of a file, and every metric of the registry, with a separate stream.
 *
 * @param registry - Registry with the metrics.
 * @param work - The records, columns, parameters and stream.
 * @returns The input.
 */
export function methodInput(
  registry: Registry,
  work: Omit<MaskInput<unknown>, 'measure' | 'session'>,
): MaskInput<unknown> {
  const { given, roles, rng, data } = work
  const measured = { registry, ...ofGroup(work), given, roles, rng: rng.child('measure') }
  const files = (now: ReadonlyMap<string, Column>): typeof measured & { masked: Dataset; columns: string[] } => ({
    ...measured,
    masked: withColumns(data, now),
    columns: [...now.keys()],
  })
  return {
    ...work,
    measure: (metric: Ref, now: ReadonlyMap<string, Column>): Promise<Measurement> =>
      measureReference(files(now), metric),
    session: (metric: Ref, now: ReadonlyMap<string, Column>): Promise<MetricSession> => openSession(files(now), metric),
  }
}

/** Originals against which a group is measured: those of its records, or all if a record has none. */
function ofGroup({
  original,
  origin,
  data,
  whole,
}: Pick<MaskInput<unknown>, 'original' | 'origin' | 'data' | 'whole'>): Pick<
  MaskInput<unknown>,
  'original' | 'origin'
> {
  if (data.rows === whole.rows || origin.some((row) => row < 0)) return { original, origin }
  return { original: takeRows(original, origin), origin: origin.map((_, i) => i) }
}
