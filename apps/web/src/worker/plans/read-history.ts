import * as z from 'zod'
import { isSdcError, SdcError, type Registry } from '@sdc/core'
import { byName, fileSchemaForm, formError, keptForm, missingPolicies, MOST_REPLICATES, parseStep } from '@sdc/engine'
import { decodeText } from '@sdc/files'
import { bytesOf } from '@sdc/inspect'
import { readPolicy } from '@sdc/release'
import type { DataSource } from '../data/data-source.js'
import { historyForm } from '../../session/history-form.js'
import type { OpenData } from '../data/open-data.js'
import type { History } from '../protocol/history-types.js'
import { goals, type Settings } from '../protocol/settings-types.js'
import { usualAnonymity } from '../../session/usual-settings.js'
import { columnsOf, refuseOtherColumns } from './other-columns.js'
import { tableForm } from './table-form.js'

const names = z.array(z.string())

/** Form of a version; its steps are parsed like those of a plan. */
const settingsForm = z.strictObject({
  // Histories of earlier versions of the page lack it.
  goal: z.enum(goals).default('statistics'),
  anonymity: z
    .strictObject({
      k: z.int().min(2),
      l: z.number().min(1).optional(),
      t: z.number().min(0).max(1).optional(),
      suppressionLimit: z.number().min(0).max(100),
      local: z.boolean(),
      keep: names,
      importance: byName(z.number().min(0)),
      grouped: z.int().min(2).optional(),
    })
    .default(() => ({ ...usualAnonymity, keep: [], importance: {} })),
  schema: fileSchemaForm,
  accepted: names,
  search: z.enum(['usual', 'further', 'chosen']),
  candidates: z.array(z.strictObject({ use: z.string(), grid: byName(z.array(z.unknown()).min(1)) })),
  reverseMap: z.boolean(),
  replicates: z.int().min(1).max(MOST_REPLICATES),
  missing: z.enum(missingPolicies),
  policy: z.strictObject({ name: z.string(), text: z.string(), release: z.string(), types: names.optional() }),
  chosen: z.string().optional(),
  steps: z.array(z.unknown()).optional(),
  fixed: z.array(z.unknown()).optional(),
  last: z.array(z.unknown()).optional(),
  table: tableForm.optional(),
})

const form = z.strictObject({
  format: z.literal(historyForm),
  data: z.string(),
  columns: names,
  at: z.int(),
  versions: z
    .array(z.strictObject({ id: z.int(), parent: z.int().optional(), label: z.string(), settings: settingsForm }))
    .min(1),
  measured: z.strictObject({ sum: z.number(), runs: z.array(z.tuple([z.string(), keptForm])) }).optional(),
})

type Version = z.output<typeof form>['versions'][number]

const fix = 'The file was changed or is incomplete. Open an unchanged history file.'

/**
 * Reads a history with all its versions.
 *
 * @param registry - The methods and metrics that it may name.
 * @param data - The open file, to which it must belong.
 * @param file - The history.
 * @returns Its versions, the current one, and its measurements if they belong to the open file.
 * @throws BAD_PLAN with the place for an invalid history; UNKNOWN_COLUMN for another file; UNKNOWN_METHOD for a method
 *   that the page lacks.
 */
export function readHistory(registry: Registry, { csv, source, sum }: OpenData, file: DataSource): History {
  const value = parsed(decodeText(bytesOf(file.pieces), file.name), file.name)
  const { format } = value as { readonly format?: unknown }
  if (format !== historyForm) {
    const message = `${file.name} has the format "${String(format)}"; this page reads "${historyForm}"`
    throw new SdcError('BAD_PLAN', message, { file: file.name }, 'Open it with the version of the page that saved it.')
  }
  const result = form.safeParse(value)
  if (!result.success) throw formError(`history ${file.name}`, result.error, value, form, fix)
  const { versions, at, columns, data, measured } = result.data
  refuseTorn(versions, at, file.name)
  const there = csv.dataset.names
  refuseOtherColumns(columns, there, file.name, source.name)
  const more = there.filter((name) => !columns.includes(name))
  if (more.length > 0) {
    const message = `${file.name} belongs to another file (${data}): it does not contain ${more.slice(0, 4).join(', ')}${more.length > 4 ? ' and more' : ''}`
    throw new SdcError(
      'UNKNOWN_COLUMN',
      message,
      { file: file.name, column: more[0] },
      'Open the data file that it was made for.',
    )
  }
  const held = new Set<string>()
  const read = versions.map(({ id, parent, label, settings }) => {
    const where = `version ${id} (${label}) of ${file.name}`
    const known = placed(where, () => settingsOf(registry, settings, held))
    const named = [
      ...Object.keys(known.schema.columns),
      ...known.accepted,
      ...columnsOf([known.steps, known.fixed, known.last].flatMap((some) => some ?? [])),
    ]
    refuseOtherColumns(named, there, where, source.name)
    return { id, parent, label, settings: known }
  })
  if (measured === undefined) return { versions: read, at }
  return { versions: read, at, ...(measured.sum === sum ? { measured: measured.runs } : { isOfOtherData: true }) }
}

function parsed(text: string, file: string): object {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Invalid JSON is refused below.
  }
  throw new SdcError('BAD_PLAN', `${file} is not a history of this page`, { file }, fix)
}

/** Refuses versions with a repeated number, or without an earlier parent, except the first. */
function refuseTorn(versions: readonly Version[], at: number, file: string): void {
  const known = new Set<number>()
  const torn = (message: string): SdcError =>
    new SdcError('BAD_PLAN', `${file} is not a complete history: ${message}`, { file }, fix)
  for (const { id, parent } of versions) {
    if (known.has(id)) throw torn(`two versions have the number ${id}`)
    if (known.size === 0 && parent !== undefined) throw torn(`its first version names version ${parent} as its parent`)
    if (known.size > 0 && parent === undefined) throw torn(`version ${id} has no parent`)
    if (parent !== undefined && !known.has(parent))
      throw torn(`version ${id} names the missing version ${parent} as its parent`)
    known.add(id)
  }
  if (!known.has(at)) throw torn(`its current version ${at} is missing`)
}

/** Reads the settings of a version; `held` are the policy texts read before, since most versions share one. */
function settingsOf(registry: Registry, settings: Version['settings'], held: Set<string>): Settings {
  const [steps, fixed, last] = [settings.steps, settings.fixed, settings.last].map((some) => some?.map(parseStep))
  const all = [steps, fixed, last].flatMap((some) => some ?? [])
  for (const { use } of [...all, ...settings.candidates]) registry.get('methods', use)
  const { name, text, release } = settings.policy
  const policy = `${release}\n${text}`
  if (!held.has(policy)) {
    const { releases } = readPolicy({ name, content: text }, registry)
    if (!Object.hasOwn(releases, release))
      throw new SdcError(
        'BAD_PLAN',
        `the policy ${name} has no release type ${release}`,
        { path: ['policy', 'release'] },
        fix,
      )
    held.add(policy)
  }
  return { ...settings, steps, fixed, last }
}

/** Adds the place to an error. */
function placed<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!isSdcError(error)) throw error
    throw new SdcError(error.code, `${where}: ${error.message}`, error.place, error.fix || fix)
  }
}
