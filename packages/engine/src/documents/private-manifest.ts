import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod'
import { contractVersion, hmacSha256, option, rngFrom, SdcError, type Registry, type Rng } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import { planSchema, parsePlan, type Plan, type StepPlan } from '../plan/plan.js'
import { byName } from '../plan/by-name.js'
import { formError } from '../plan/form-error.js'
import { columnLabels, publicManifest, sha256Hex } from './manifest.js'
import type { RunRecord } from './run-record.js'
import { orderStream } from '../release/release.js'
import { refuseEdited, sealed } from './seal.js'

const sha256Text = z.string().regex(/^[0-9a-f]{64}$/)

/** A plugin in a private file. */
export const pluginText = z.strictObject({ name: z.string(), version: z.string() })

const privateSchema = z.strictObject({
  format: z.literal('sdc private manifest 1'),
  contract: z.string(),
  plugins: z.array(pluginText).meta({ description: 'Plugins that the steps used; a replay needs them.' }),
  loaded: z.array(pluginText).meta({ description: 'All loaded plugins, used or not.' }),
  source: z.enum(['seedrandom', 'chacha20']),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  plan: planSchema,
  released: z.boolean(),
  dropsIds: z.literal(true).optional().meta({
    description: 'True if identifiers were dropped, and persons and households renumbered, without a release.',
  }),
  attempt: z.int().min(1).optional(),
  projectKey: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .meta({ description: 'Fingerprint of the key of the project; a replay needs the same key.' }),
  inputHmac: z.string().regex(/^[0-9a-f]{64}$/),
  outputs: z.array(
    z.strictObject({
      sha256: sha256Text,
      origin: z.union([z.array(z.int().min(0)), z.strictObject({ drawn: z.int().min(1) })]),
      columns: byName(sha256Text).optional(),
      ids: byName(
        z.union([z.array(z.union([z.string(), z.number(), z.null()])), z.strictObject({ drawn: z.int().min(0) })]),
      )
        .optional()
        .meta({
          description: 'Original ids of renumbered columns, that of number 1 first; drawn: the key draws them again.',
        }),
    }),
  ),
  groups: z.array(
    z.strictObject({
      step: z.string(),
      group: z.string(),
      name: z.string(),
      labels: z.array(z.union([z.string(), z.number(), z.null()])),
    }),
  ),
  mac: sha256Text,
})

const headSchema = z.looseObject({ format: z.string(), contract: z.string() })

/** Document for the owner only: it replays the run and measures the released file. */
export type PrivateManifest = z.output<typeof privateSchema>

/**
 * Makes the private manifest: key, parameters, HMAC of the input, origin of the records (from 1; 0 for none), groups,
 * and a MAC of all of it.
 */
export function privateManifest(run: RunRecord): PrivateManifest {
  const { key, source } = run.root.state
  const { plugins } = publicManifest(run, true)
  const groups = run.reports.flatMap(({ step, group, values }) =>
    [...values].flatMap(([name, value]) => {
      if (typeof value !== 'object') return []
      if ('kind' in value) return [{ step, group, name, labels: columnLabels(value) }]
      return value.names.map((of) => ({ step, group, name: `${name} ${of}`, labels: columnLabels(value.column(of)) }))
    }),
  )
  const document = {
    format: 'sdc private manifest 1' as const,
    contract: contractVersion,
    plugins: [...plugins],
    loaded: loadedPlugins(run.registry),
    source,
    key: bytesToHex(key),
    plan: planSchema.parse(plainJson({ schema: run.schema, steps: run.steps.map(withPrecision), ...acceptedBy(run) })),
    released: run.released,
    ...(run.dropsIds === true && !run.released && { dropsIds: true as const }),
    ...(run.attempt === undefined || run.attempt === 1 ? {} : { attempt: run.attempt }),
    ...(run.projectKey !== undefined && { projectKey: run.projectKey }),
    inputHmac: typeof run.input === 'string' ? run.input : inputHmac(key, run.input),
    outputs: run.outputs.map(({ sha256: hash, origin, columns, ids }) => ({
      sha256: hash,
      origin: 'drawn' in origin ? origin : Array.from(origin, (row) => row + 1),
      ...(columns && { columns: Object.fromEntries(columns) }),
      ...(ids && {
        ids: Object.fromEntries([...ids].map(([name, of]) => [name, 'drawn' in of ? of : columnLabels(of)])),
      }),
    })),
    groups,
  }
  return sealed(document, key)
}

/** Plugins of a registry, by name and version. */
export function loadedPlugins({ plugins }: Registry): z.output<typeof pluginText>[] {
  return plugins.map(({ name, version }) => ({ name, version }))
}

function acceptedBy({
  acceptOpen = [],
  maxUnchanged,
  missingKinds,
}: RunRecord): Pick<Plan, 'acceptOpen' | 'maxUnchanged' | 'missingKinds'> {
  return {
    ...(acceptOpen.length > 0 && { acceptOpen }),
    ...(maxUnchanged !== undefined && { maxUnchanged }),
    ...(missingKinds !== undefined && { missingKinds }),
  }
}

const privateForm = 'sdc private manifest'

/** Tests whether a parsed file claims to be a private manifest, of this or a later form. */
export function isPrivateManifest(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('format' in value)) return false
  return typeof value.format === 'string' && value.format.startsWith(`${privateForm} `)
}

/**
 * Reads a private manifest from JSON.
 *
 * @param value - The parsed file.
 * @returns Its content.
 * @throws BAD_PLAN if it is not a private manifest, was edited, or was made under another contract.
 */
export function parsePrivateManifest(value: unknown): PrivateManifest {
  refuseOtherContract(value)
  const parsed = privateSchema.safeParse(value)
  if (parsed.success) {
    refuseEdited(value, hexToBytes(parsed.data.key), 'private file')
    return parsed.data
  }
  const fix = `It was changed, or is incomplete: only the file from ${option('private')} can replay and measure its run.`
  throw formError('private file', parsed.error, value, privateSchema, fix)
}

/**
 * Refuses a document of another contract with BAD_PLAN: the same method may do something else there, so that a replay
 * would differ or mislead.
 */
export function refuseOtherContract(value: unknown, read = `${privateForm} 1`): void {
  const { format, contract } = headSchema.safeParse(value).data ?? {}
  const fix = 'Replay and measure it with the version of sdc that wrote it.'
  if (format !== undefined && format !== read) {
    const message = `the private file has the form "${format}", but this program reads "${read}"`
    throw new SdcError('BAD_PLAN', message, {}, fix)
  }
  if (contract === undefined || contract.split('.')[0] === contractVersion.split('.')[0]) return
  const message = `the private file has contract ${contract}, but this program has ${contractVersion}`
  throw new SdcError('BAD_PLAN', message, {}, fix)
}

/**
 * Returns the input for a replay of a private manifest's plan.
 *
 * @param manifest - The private manifest.
 * @param input - The bytes of the input file.
 * @returns The plan, and the root of its random streams.
 * @throws WRONG_INPUT for another input file.
 */
export function replayOf(
  manifest: PrivateManifest,
  input: Uint8Array | Iterable<Uint8Array>,
): { readonly plan: Plan; readonly root: Rng } {
  if (!isInputOf(manifest, input)) {
    throw new SdcError(
      'WRONG_INPUT',
      "this is not the input of the private file's run",
      {},
      'A replay needs the same input, byte for byte.',
    )
  }
  return { plan: parsePlan(manifest.plan), root: rngFrom({ key: hexToBytes(manifest.key), source: manifest.source }) }
}

/**
 * Tests whether a file is, byte for byte, the input of a private manifest's run.
 *
 * @param manifest - The private manifest.
 * @param input - The bytes of the file.
 * @returns True if it is.
 */
export function isInputOf(
  { key, inputHmac: hmac }: PrivateManifest,
  input: Uint8Array | Iterable<Uint8Array>,
): boolean {
  return inputHmac(hexToBytes(key), input) === hmac
}

/** A step that states the rounding of its drawn numbers. */
function withPrecision(step: StepPlan): StepPlan {
  return { ...step, precision: step.precision ?? 'auto' }
}

/**
 * Hash of an input file that only the holder of the key can compute, so that it does not confirm a guess to others.
 *
 * @param key - The secret key of the run.
 * @param input - The bytes of the file.
 * @returns HMAC-SHA-256 in hexadecimal digits.
 */
export function inputHmac(key: Uint8Array, input: Uint8Array | Iterable<Uint8Array>): string {
  return bytesToHex(hmacSha256(hmacSha256(key).of(utf8ToBytes('input'))).of(input))
}

/**
 * Returns the record numbers of a file of a private manifest.
 *
 * @param manifest - The private manifest.
 * @param masked - The bytes of the released file.
 * @returns The original record of each of its records, from 1; 0 for none.
 * @throws WRONG_INPUT if the manifest belongs to other files.
 */
export function originOf(manifest: PrivateManifest, masked: Uint8Array | Iterable<Uint8Array>): readonly number[] {
  const origin = recordedOrigin(manifest, masked)
  if (!('drawn' in origin)) return origin
  return Array.from(randomPermutation(origin.drawn, orderOf(manifest)), (row) => row + 1)
}

/**
 * Returns the stream that drew the record order of a file released out of core: the order is not stored, the key draws
 * it again.
 *
 * @param manifest - The private manifest.
 * @param masked - The bytes of the released file.
 * @returns The stream, and nothing else of the key; undefined for a file whose record order is stored.
 * @throws WRONG_INPUT as `originOf`.
 */
export function drawnOrder(manifest: PrivateManifest, masked: Uint8Array | Iterable<Uint8Array>): Rng | undefined {
  return 'drawn' in recordedOrigin(manifest, masked) ? orderOf(manifest) : undefined
}

/**
 * Returns the original ids of the renumbered columns of a released file, in the order of their new numbers.
 *
 * @param manifest - The private manifest.
 * @param masked - The bytes of the released file.
 * @returns The ids by column.
 * @throws WRONG_INPUT as `originOf`, and for a file released out of core, whose ids are not stored.
 */
export function releasedIds(
  manifest: PrivateManifest,
  masked: Uint8Array | Iterable<Uint8Array>,
): ReadonlyMap<string, readonly (string | number | null)[]> {
  const { ids = {} } = recordedOutput(manifest, masked)
  return new Map(
    Object.entries(ids).map(([name, of]) => {
      if (!('drawn' in of)) return [name, of] as const
      const message = `the private file does not store the ids of "${name}": its run was out of core`
      throw new SdcError(
        'WRONG_INPUT',
        message,
        { column: name },
        'Release that file again in memory, or use pseudonyms.',
      )
    }),
  )
}

function recordedOrigin(
  manifest: PrivateManifest,
  masked: Uint8Array | Iterable<Uint8Array>,
): PrivateManifest['outputs'][number]['origin'] {
  return recordedOutput(manifest, masked).origin
}

function recordedOutput(
  { outputs }: PrivateManifest,
  masked: Uint8Array | Iterable<Uint8Array>,
): PrivateManifest['outputs'][number] {
  const sha256OfFile = sha256Hex(masked)
  const output = outputs.find(({ sha256 }) => sha256 === sha256OfFile)
  if (output) return output
  throw new SdcError(
    'WRONG_INPUT',
    'this masked file does not belong to the private file',
    {},
    'It was changed, or belongs to another run.',
  )
}

function orderOf({ key, source }: PrivateManifest): Rng {
  return orderStream(rngFrom({ key: hexToBytes(key), source }))
}

function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
