import {
  asNote,
  listed,
  maskedRoles,
  neverMaskedRoles,
  option,
  SdcError,
  type Dataset,
  type Message,
  type Registry,
} from '@sdc/core'
import {
  bind,
  columnsWithRole,
  isPrivateManifest,
  parsePlan,
  parsePrivateManifest,
  type FileSchema,
  type Plan,
} from '@sdc/engine'
import { inDocument, readDocument, type InputFile, manifestOf } from '@sdc/inspect'
import { differingColumns } from './differing-columns.js'
import type { Link, Matched } from './match-records.js'
import { isTable } from './origin-file.js'
import { refuseShuffled } from './refuse-shuffled.js'
import { chooseShared, sharedColumns, type SharedChoice, type SharedColumns } from './shared-columns.js'

/** Files and roles that identify columns if the user names none. */
export interface ColumnsAtHand extends SharedChoice {
  /** Methods of its run: without it the private file is not used. */
  readonly registry?: Registry | undefined
  /** The masked file, its private file, and the manifests next to it. */
  readonly link: Pick<Link, 'file' | 'origin' | 'original' | 'manifests'>
  /** Matching of the records; undefined if unknown. */
  readonly matched?: Pick<Matched, 'matching' | 'origin'> | undefined
  /** Columns whose values differ, if the files were compared in blocks. */
  readonly differing?: readonly string[] | undefined
}

/** Masked columns, and the source of this information. */
interface Found {
  readonly columns: readonly string[]
  readonly why: string
}

/** Roles of columns without answers of people, which are measured only if they are named. */

/**
 * Finds the columns for a step on two files. Named columns are taken unchanged; `all` means those that both files have.
 * Without a choice, it finds the masked columns. It uses the private file of the run, else the roles of a schema, else
 * the manifest next to the masked file, else the differing values. Messages name the columns and the reason.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param asked - Choice of the user.
 * @param at - Files and schema that identify the masked columns.
 * @returns The columns, and messages for the user.
 * @throws NO_COLUMNS if nothing differs. WRONG_INPUT if by position every column differs and one has the same values
 *   in another order: the records may have moved, not the values.
 */
export function findColumns(
  original: Dataset,
  masked: Dataset,
  asked: 'all' | readonly string[] | undefined,
  at: ColumnsAtHand,
): SharedColumns {
  if (asked !== undefined) return chooseShared(original, masked, asked, at)
  const { schema, besides = [], key, kind, link } = at
  const byRole = columnsWithRole(original, schema, maskedRoles).filter((name) => !besides.includes(name))
  const isHeld = link.origin !== undefined && !isTable(link.origin)
  if (byRole.length > 0 && !isHeld) {
    const chosen = chooseShared(original, masked, undefined, at)
    return { ...chosen, messages: [said(chosen.columns, 'by their roles in the schema'), ...chosen.messages] }
  }
  const left = [...besides, ...(key === undefined ? [] : [key])]
  const found = byPrivateFile(original, at) ?? byManifest(original, link) ?? byDifference(original, masked, left, at)
  const wanted = found.columns.filter((name) => !left.includes(name))
  const shared = sharedColumns(original, masked, wanted, { key, kind })
  if (shared.columns.length === 0) throw noColumn(original, masked)
  return { columns: shared.columns, messages: [said(shared.columns, found.why), ...shared.messages] }
}

/** Finds the columns of the steps in the private file, bound to the original as in its run. */
function byPrivateFile(original: Dataset, { registry, link: { origin } }: ColumnsAtHand): Found | undefined {
  if (origin === undefined || registry === undefined || isTable(origin)) return undefined
  const plan = planIn(origin)
  const columns = plan && maskedBy(plan, original, registry)
  return columns && { columns, why: `which ${origin.name} says were masked` }
}

function planIn(file: InputFile): Plan | undefined {
  const value = readDocument(file)
  return isPrivateManifest(value) ? inDocument(file, () => parsePlan(parsePrivateManifest(value).plan)) : undefined
}

function maskedBy({ steps, schema }: Plan, original: Dataset, registry: Registry): string[] {
  const bound = bind({ registry, original, schema: known(schema, original), steps })
  const masked = new Set(
    bound.steps.flatMap(({ method, columns }) =>
      method.traits.adds || method.traits.kinds === 'pseudonyms' ? [] : columns,
    ),
  )
  return original.names.filter((name) => masked.has(name))
}

/** Returns the schema of the columns that the file has. */
function known(schema: FileSchema | undefined, { names }: Dataset): FileSchema | undefined {
  if (schema === undefined) return undefined
  const columns = Object.entries(schema.columns).filter(([name]) => names.includes(name))
  return { ...schema, columns: Object.fromEntries(columns) }
}

function byManifest(original: Dataset, { file, manifests = [] }: ColumnsAtHand['link']): Found | undefined {
  const { masked } = manifestOf(file, manifests) ?? {}
  const columns = masked?.filter((name) => original.names.includes(name))
  return columns && columns.length > 0
    ? { columns, why: `masked ones according to the manifest of ${file.name}` }
    : undefined
}

function byDifference(
  original: Dataset,
  masked: Dataset,
  left: readonly string[],
  { schema, link, matched, differing }: ColumnsAtHand,
): Found {
  if (!original.names.some((name) => masked.names.includes(name))) throw noColumn(original, masked)
  // In a file whose records moved, every column would look masked.
  if (matched) refuseShuffled(original, masked, matched, [])
  const never = columnsWithRole(original, schema, neverMaskedRoles)
  const columns = (differing ?? differingColumns(original, masked, matched?.origin)).filter(
    (name) => !left.includes(name) && !never.includes(name),
  )
  const [before, after] = [link.original?.name ?? 'the original', link.file.name]
  if (columns.length > 0) return { columns, why: `whose values differ between ${before} and ${after}` }
  const message = `no column differs between ${before} and ${after}: are they the same file?`
  const fix = `To measure unchanged columns, name them: ${option('columns', 'a,b')} or ${option('columns', 'all')}.`
  throw new SdcError('NO_COLUMNS', message, { file: after }, fix)
}

function noColumn({ names }: Dataset, masked: Dataset): SdcError {
  const message = 'the two files have no column in common that was masked and holds the same kind of values'
  const fix = `The original has ${listed(names)}; the masked file ${listed(masked.names)}. Name the columns: ${option('columns', 'a,b')}.`
  return new SdcError('NO_COLUMNS', message, {}, fix)
}

function said(columns: readonly string[], why: string): Message {
  return asNote(`columns ${columns.join(', ')}, ${why} (${option('columns')} names others)`)
}
