import { resolveParams, textsOf, type Registry } from '@sdc/core'
import type { Limit, Measured, StepPlan } from '@sdc/engine'
import { metricsJson } from '../measure/measured-json.js'
import type { ProducedMeasured } from '../measure/measure-produced.js'
import type { Masked } from './masked.js'

/** Options of a run that its JSON has in addition to the result. */
export interface ProducedContext {
  readonly registry: Registry
  readonly options: {
    readonly steps: readonly StepPlan[]
    readonly seed?: string | undefined
    readonly publishParams?: boolean | undefined
    readonly replay?: object | undefined
  }
  /** Limits that a user set. */
  readonly limits?: readonly Limit[] | undefined
}

/**
 * Returns the result of a run for programs; the form is described by `maskOutput`. Nothing in it helps to undo the
 * masking: no key, no seed, no origin of a record. For a released file it has no parameters, unless they are published.
 *
 * @param masked - Result of the run; its files are written, so their hashes are cheap.
 * @param context - Options of the run.
 * @returns JSON.
 */
export function producedJson(masked: Masked, { registry, options, limits }: ProducedContext): unknown {
  const { files, input, manifest, columns, given, released, attempt, kept, messages, measured, halves } = masked
  const { steps, seed, publishParams = false } = options
  return {
    files: files.map(({ name, records, sha256 }) => ({ name, sha256: sha256(), records })),
    manifest: manifest ?? null,
    input,
    columns: [...columns],
    given: [...given],
    methods: steps.map(({ use, params, by }) => ({
      use,
      by: [...by],
      ...((!released || publishParams) && {
        params: resolveParams(registry.get('methods', use).params, params, { method: use }),
      }),
    })),
    released,
    randomness: seed === undefined && options.replay === undefined ? 'fresh' : 'repeated',
    draws: attempt,
    limits: kept.map((one) => ({ ...one })),
    ...(measured && { metrics: valuesJson(measured.result, limits) }),
    ...(halves && {
      halves: { inside: halves.inside, outside: halves.outside, metrics: valuesJson(halves) },
    }),
    warnings: textsOf(messages, 'warning'),
    notes: textsOf(messages, 'note'),
  }
}

function valuesJson({ measured, levels }: ProducedMeasured, limits?: readonly Limit[]): Record<string, unknown> {
  return metricsJson(measured.map(withoutRecords), levels, limits)
}

/** Returns the values alone: `sdc measure` gives values of single records. */
function withoutRecords(one: Measured): Measured {
  const { records: _, recordColumns: __, ...measurement } = one.measurement
  return { ...one, measurement }
}
