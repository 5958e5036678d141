import { bytesToHex } from '@noble/hashes/utils.js'
import * as z from 'zod'
import { contractVersion, resolveParams, sha256Stream, type Column } from '@sdc/core'
import { IMPUTATION_MODEL } from '@sdc/toolkit/internal'
import { byName } from '../plan/by-name.js'
import { formError } from '../plan/form-error.js'
import type { ReleasedNumbers } from './released-numbers.js'
import type { RunRecord } from './run-record.js'
import type { WrittenColumn } from './written-columns.js'
import type { Strata } from '../bind/groups.js'
import { isInPlace } from '../bind/in-place.js'
import type { StepFindings } from '../run/outcomes/outcome.js'

/** Record order of a file, relative to the input. */
const recordOrders = ['in the order of the input', 'in another order', 'in random order', 'synthetic'] as const

/** Manifest published with a file: author and methods, and nothing that helps to undo the masking. */
export interface PublicManifest {
  readonly format: 'sdc public manifest 1'
  readonly contract: string
  readonly plugins: readonly { readonly name: string; readonly version: string }[]
  readonly methods: readonly string[]
  readonly randomness: 'keyed' | 'seeded: not for release'
  readonly records: (typeof recordOrders)[number]
  readonly outputSha256: readonly string[]
  /**
   * Masked columns, so that the file can be measured without naming them. A released file has them only with its
   * parameters, because they tell an intruder which columns are unchanged. The private file has them.
   */
  readonly masked?: readonly string[] | undefined
  /** Content of recoded columns and of columns with new missing cells: enough to read the masked file. */
  readonly columns?: Readonly<Record<string, WrittenColumn>> | undefined
  /**
   * Columns whose ids are pseudonyms under a secret key: equal ids have equal pseudonyms in every file of the project.
   */
  readonly pseudonymised?: readonly string[] | undefined
  /** Rules between columns that every record of the file keeps, unless missing values leave a rule open. */
  readonly rules?: readonly string[] | undefined
  /** For columns with bounds or rounded averages: the step of their numbers, and the moments that are nearly kept. */
  readonly numbers?: Readonly<Record<string, ReleasedNumbers>>
  /**
   * Columns whose missing cells were filled before release, and the model that filled them: analysts must not take
   * these values for observations. Number and positions of the cells are not published.
   */
  readonly imputed?: { readonly model: string; readonly columns: readonly string[] } | undefined
  /** Labels and kinds of missing values that the file format cannot express, one sentence each. */
  readonly losses?: readonly string[] | undefined
  /** Parameters, only if they are published on purpose, with the attacks that they enable. */
  readonly parameters?: readonly {
    readonly use: string
    readonly params: unknown
    readonly enables: readonly string[]
  }[]
  /** Results that users of the file need for their estimates, such as a transition matrix; only with the parameters. */
  readonly published?: readonly Published[]
}

/** A number or a table that goes with a file; null is a missing value. */
export interface Published {
  readonly step: string
  readonly group: string
  /** Values that define its groups; absent for the whole file. */
  readonly strata?: Strata
  readonly name: string
  readonly value: number | { readonly names: readonly string[]; readonly columns: readonly Labels[] }
}

type Labels = readonly (string | number | null)[]

const publicSchema = z.looseObject({
  format: z.literal('sdc public manifest 1'),
  randomness: z.enum(['keyed', 'seeded: not for release']),
  records: z.enum(recordOrders),
  outputSha256: z.array(z.string()),
  masked: z.array(z.string()).optional(),
  columns: byName(
    z.object({
      kind: z.enum(['numeric', 'categorical']),
      levels: z.array(z.string()).optional(),
      ordered: z.boolean().optional(),
      missing: z.array(z.string()),
    }),
  ).optional(),
})

/** Content read from a public manifest. */
export type KnownManifest = Pick<PublicManifest, 'randomness' | 'records' | 'outputSha256' | 'masked' | 'columns'>

/** Reads a public manifest; undefined if a value is not one. */
export function parsePublicManifest(value: unknown): KnownManifest | undefined {
  return publicSchema.safeParse(value).data
}

const label = z.union([z.string(), z.number(), z.null()])

const publishedSchema = publicSchema.extend({
  methods: z.array(z.string()),
  published: z
    .array(
      z.object({
        step: z.string(),
        group: z.string(),
        strata: z.object({ columns: z.array(z.string()), values: z.array(z.array(label)) }).optional(),
        name: z.string(),
        value: z.union([z.number(), z.object({ names: z.array(z.string()), columns: z.array(z.array(label)) })]),
      }),
    )
    .optional(),
})

/** A public manifest with what its methods published for the estimates of users. */
export type PublishedManifest = z.output<typeof publishedSchema>

/**
 * Reads the parameters in a public manifest that users need for estimates.
 *
 * @param value - The parsed file.
 * @returns Its content; `published` is undefined if its parameters were not published.
 * @throws BAD_PLAN if it is not a public manifest.
 */
export function parsePublishedManifest(value: unknown): PublishedManifest {
  const parsed = publishedSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const fix = 'It was changed, or is a different file: pass the manifest that was written next to a masked file.'
  throw formError('public manifest', parsed.error, value, publishedSchema, fix)
}

/**
 * Hash that names a file in manifests.
 *
 * @param bytes - Its bytes, or an iterable of pieces if one array cannot hold them.
 * @returns SHA-256 in hexadecimal digits.
 */
export function sha256Hex(bytes: Uint8Array | Iterable<Uint8Array>): string {
  const hash = sha256Stream()
  for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) hash.update(piece)
  return bytesToHex(hash.digest())
}

/**
 * Makes the public manifest: versions, methods, and the hash of the output. It has no parameters (they enable specific
 * attacks), no hash of the input (it would confirm a guessed cell), and no time. The statement that a file is
 * reverse-mapped enables an attack, as a parameter does: its greatest value is then an original one. Steps on a masked
 * file are therefore named only together with parameters.
 *
 * @param run - The run.
 * @param publishParams - True to publish the parameters, with the attacks that they enable.
 * @returns The manifest.
 */
export function publicManifest(run: RunRecord, publishParams = false): PublicManifest {
  const { registry } = run
  const steps = run.steps.filter(({ use }) => publishParams || !registry.get('methods', use).traits.postMasking)
  const plugins = [...new Set(steps.map(({ use }) => registry.pluginOf(use)))].map(({ name, version }) => ({
    name,
    version,
  }))
  const parameters = steps.map(({ use, params }) => {
    const method = registry.get('methods', use)
    return { use, params: resolveParams(method.params, params, { method: use }), enables: method.enables ?? [] }
  })
  return {
    format: 'sdc public manifest 1',
    contract: contractVersion,
    plugins,
    methods: steps.map(({ use }) => use),
    randomness: run.root.state.source === 'chacha20' ? 'keyed' : 'seeded: not for release',
    records: recordOrder(run),
    outputSha256: run.outputs.map((output) => output.sha256),
    ...(run.masked && (publishParams || !run.released) && { masked: [...run.masked] }),
    ...(run.columns && run.columns.size > 0 && { columns: Object.fromEntries(run.columns) }),
    ...(run.pseudonyms && run.pseudonyms.length > 0 && { pseudonymised: [...run.pseudonyms] }),
    ...(run.rules && run.rules.length > 0 && { rules: [...run.rules] }),
    ...(run.numbers && run.numbers.size > 0 && { numbers: Object.fromEntries(run.numbers) }),
    ...(run.imputed && run.imputed.length > 0 && { imputed: { model: IMPUTATION_MODEL, columns: run.imputed } }),
    ...(run.losses && run.losses.length > 0 && { losses: [...run.losses] }),
    ...(publishParams ? { parameters, published: run.reports.flatMap(publishedBy) } : {}),
  }
}

function publishedBy({ step, group, strata, publish }: StepFindings): Published[] {
  const of = { step, group, ...(strata && { strata }) }
  return [...publish].map(([name, value]) => {
    if (typeof value === 'number') return { ...of, name, value }
    const columns = value.names.map((one) => columnLabels(value.column(one)))
    return { ...of, name, value: { names: value.names, columns } }
  })
}

/** Values of a column as written: numbers or labels, null for a missing value. */
export function columnLabels(column: Column): (string | number | null)[] {
  if (column.kind === 'numeric') return Array.from(column.values, (value) => (Number.isNaN(value) ? null : value))
  return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
}

/** Record order of a file. A file without any record of the input is synthetic, released or not. */
function recordOrder({ released, outputs }: RunRecord): PublicManifest['records'] {
  if (outputs.every(({ origin }) => 'length' in origin && origin.every((row) => row < 0))) return 'synthetic'
  if (released) return 'in random order'
  const kept = outputs.every(({ origin }) => 'length' in origin && isInPlace(origin, origin.length))
  return kept ? 'in the order of the input' : 'in another order'
}
