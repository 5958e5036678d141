import { resolveParams, textsOf, type Registry } from '@sdc/core'
import { sha256Hex, type Limit, type Measured } from '@sdc/engine'
import { piecesOf, type Content } from '@sdc/inspect'
import type { ProducedMeasured } from '../measure/measure-produced.js'
import { metricsJson } from '../measure/measured-json.js'
import type { ProducedOutcome, ProduceOptions } from './produce.js'

/** What is told of a run besides what came out of it. */
export interface ProducedContext {
  readonly registry: Registry
  readonly options: Pick<ProduceOptions, 'steps' | 'seed' | 'release' | 'publishParams' | 'replay'>
  /** The records and columns of the input. */
  readonly input: { readonly records: number; readonly columns: number }
  /** What was measured of it, where that was asked for. */
  readonly measured?: ProducedMeasured | undefined
  /** Limits that a user set. */
  readonly limits?: readonly Limit[] | undefined
}

/**
 * What a run did, for programs; the form is described by `maskOutput`. Nothing in it helps to undo the masking: no key, no
 * seed, no origin of a record, and of a released file no parameters, unless they are published.
 *
 * @param outcome - What came of the run; its files have been written by now, which makes their hashes cheap.
 * @param context - How it was run, and what was measured.
 * @returns JSON.
 */
export function producedJson(
  outcome: ProducedOutcome,
  { registry, options, input, measured, limits }: ProducedContext,
): unknown {
  const { result, artefacts, messages, kept, released } = outcome
  const { steps, seed, publishParams = false } = options
  const files = artefacts.filter(({ kind }) => kind === 'masked')
  return {
    files: files.map(({ name = '', content }, f) => ({
      name,
      sha256: hashOf(content),
      records: result.files[f]?.data.rows ?? 0,
    })),
    manifest: artefacts.find(({ kind }) => kind === 'public-manifest')?.name ?? null,
    input,
    columns: [...result.columns],
    given: [...result.given],
    methods: steps.map(({ use, params, by }) => ({
      use,
      by: [...by],
      ...((!released || publishParams) && {
        params: resolveParams(registry.get('methods', use).params, params, { method: use }),
      }),
    })),
    released,
    randomness: seed === undefined && options.replay === undefined ? 'fresh' : 'repeated',
    draws: outcome.attempt,
    limits: kept.map((one) => ({ ...one })),
    ...(measured && { metrics: metricsJson(measured.measured.map(withoutRecords), measured.levels, limits) }),
    warnings: textsOf(messages, 'warning'),
    notes: textsOf(messages, 'note'),
  }
}

/** The values alone: what is of single records is for `sdc measure`. */
function withoutRecords(one: Measured): Measured {
  const { records: _, recordColumns: __, ...measurement } = one.measurement
  return { ...one, measurement }
}

/**
 * The hash that a manifest names a file by.
 *
 * @param content - What was written; of content that has taken its hash on the way, that one.
 * @returns SHA-256 in hexadecimal digits.
 */
export function hashOf(content: Content): string {
  if (typeof content === 'object' && 'sha256' in content && typeof content.sha256 === 'function')
    return String(content.sha256())
  return sha256Hex(piecesOf(content))
}
