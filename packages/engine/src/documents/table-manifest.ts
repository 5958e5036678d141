import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod'
import { contractVersion, rngFrom, SdcError, type Registry, type Rng } from '@sdc/core'
import type { TableStep } from '../table/protect-table.js'
import { formError } from '../plan/form-error.js'
import { inputHmac, loadedPlugins, pluginText, refuseOtherContract } from './private-manifest.js'
import { refuseEdited, sealed } from './seal.js'

/** Facts of the protection of one or several linked tables, for both manifests. */
export interface TableRun {
  readonly registry: Registry
  readonly root: Rng
  readonly tables: readonly {
    /** Names of the dimensions. */
    readonly dimensions: readonly string[]
    readonly cells: number
    /** Number of suppressed cells; primary and secondary ones are not distinguished. */
    readonly suppressed: number
    /** Bytes of the input file. */
    readonly input: Uint8Array | Iterable<Uint8Array> | Iterable<Uint8Array>
    /** Roles of its columns as given, enough to read it again. */
    readonly columns: Readonly<Record<string, unknown>>
  }[]
  readonly rules: readonly TableStep[]
  readonly percent: number
  readonly protection: TableStep
  readonly rounding: TableStep | undefined
  readonly audit: TableStep
  /** Hashes of the public versions, which anybody may compare. */
  readonly publicSha256: readonly string[]
  /** Hashes of the tables themselves, in any format: a replay must reproduce them. */
  readonly resultSha256: readonly string[]
}

/** Manifest published with a protected table: author and methods, and nothing that helps to undo the protection. */
export interface PublicTableManifest {
  readonly format: 'sdc public table manifest 1'
  readonly contract: string
  readonly plugins: readonly { readonly name: string; readonly version: string }[]
  readonly methods: readonly string[]
  readonly randomness: 'keyed' | 'seeded: not for release'
  readonly tables: readonly {
    readonly dimensions: readonly string[]
    readonly cells: number
    readonly suppressed: number
  }[]
  readonly outputSha256: readonly string[]
}

/**
 * Makes the public manifest of protected tables: versions, methods, dimensions, and the number of suppressed cells,
 * which anybody can count. It has no parameters of a rule: with p, an intruder can compute how far a suppressed cell is
 * from the smallest value that would be published. It has no levels, no count of the sensitive cells, and no hash of
 * the input or of an internal version, which would confirm a guess of the sensitive cells.
 *
 * @param run - Facts of the protection.
 * @returns The manifest.
 */
export function publicTableManifest(run: TableRun): PublicTableManifest {
  const { registry, rules, protection, rounding, audit } = run
  const methods = [...rules, protection, ...(rounding ? [rounding] : []), audit].map(({ method }) => method)
  return {
    format: 'sdc public table manifest 1',
    contract: contractVersion,
    plugins: [...new Set(methods.map((id) => registry.pluginOf(id)))].map(({ name, version }) => ({ name, version })),
    methods: [...new Set(methods)],
    randomness: run.root.state.source === 'chacha20' ? 'keyed' : 'seeded: not for release',
    tables: run.tables.map(({ dimensions, cells, suppressed }) => ({ dimensions, cells, suppressed })),
    outputSha256: run.publicSha256,
  }
}

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const step = z.strictObject({ method: z.string(), params: z.record(z.string(), z.unknown()) })

const privateSchema = z.strictObject({
  format: z.literal('sdc private table manifest 1'),
  contract: z.string(),
  plugins: z.array(pluginText),
  loaded: z.array(pluginText),
  source: z.enum(['seedrandom', 'chacha20']),
  key: hex,
  tables: z.array(z.strictObject({ columns: z.record(z.string(), z.unknown()), inputHmac: hex })).min(1),
  rules: z.array(step),
  percent: z.number().min(0),
  protection: step,
  rounding: step.optional(),
  audit: step,
  resultSha256: z.array(hex),
  mac: hex,
})

/** Document for the owner only: it replays the protection. */
export type PrivateTableManifest = z.output<typeof privateSchema>

/**
 * Makes the private manifest: key, rules and protection with their parameters, roles of the columns, HMAC of the
 * inputs.
 *
 * @param run - Facts of the protection.
 * @returns The manifest.
 */
export function privateTableManifest(run: TableRun): PrivateTableManifest {
  const { key, source } = run.root.state
  const plain = ({ method, params = {} }: TableStep): z.output<typeof step> => ({ method, params: plainJson(params) })
  const document = {
    format: 'sdc private table manifest 1' as const,
    contract: contractVersion,
    plugins: [...publicTableManifest(run).plugins],
    loaded: loadedPlugins(run.registry),
    source,
    key: bytesToHex(key),
    tables: run.tables.map(({ columns, input }) => ({ columns: plainJson(columns), inputHmac: inputHmac(key, input) })),
    rules: run.rules.map(plain),
    percent: run.percent,
    protection: plain(run.protection),
    ...(run.rounding && { rounding: plain(run.rounding) }),
    audit: plain(run.audit),
    resultSha256: [...run.resultSha256],
  }
  return sealed(document, key)
}

/**
 * Reads a private manifest of tables from JSON.
 *
 * @param value - The parsed file.
 * @returns Its content.
 * @throws BAD_PLAN if it is not one, was edited, or was made under another contract.
 */
export function parsePrivateTableManifest(value: unknown): PrivateTableManifest {
  refuseOtherContract(value, 'sdc private table manifest 1')
  const parsed = privateSchema.safeParse(value)
  if (parsed.success) {
    refuseEdited(value, hexToBytes(parsed.data.key), 'private file')
    return parsed.data
  }
  const fix = 'It was changed, or is incomplete: only the private file of a run can replay it.'
  throw formError('private file', parsed.error, value, privateSchema, fix)
}

/**
 * Returns the root of the random streams of a private manifest of tables, for a replay.
 *
 * @param manifest - The manifest.
 * @param inputs - The bytes of the tables, in their order.
 * @returns The root.
 * @throws WRONG_INPUT if a table is another one.
 */
export function tableReplayRoot(manifest: PrivateTableManifest, inputs: readonly Iterable<Uint8Array>[]): Rng {
  const key = hexToBytes(manifest.key)
  const { tables, source } = manifest
  const fix = 'A replay needs the same tables byte for byte, in the same order.'
  if (inputs.length !== tables.length) {
    const message = `the private file was made for ${tables.length} table(s), not ${inputs.length}`
    throw new SdcError('WRONG_INPUT', message, {}, fix)
  }
  const other = tables.findIndex(({ inputHmac: hash }, t) => inputHmac(key, inputs[t]) !== hash)
  if (other < 0) return rngFrom({ key, source })
  const which = tables.length === 1 ? 'this' : `table ${other + 1}`
  throw new SdcError('WRONG_INPUT', `${which} is not an input of the private file's run`, {}, fix)
}

function plainJson(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>
}
