import { asWarning, option, SdcError, type Dataset, type KeyedHash, type Registry, type Rng } from '@sdc/core'
import {
  checkAccepted,
  groupTable,
  inputHmac,
  marginFindings,
  marginSentences,
  newNegatives,
  privateManifest,
  projectFingerprint,
  publicManifest,
  refuseRepeatedIdentifiers,
  refuseThinMargins,
  runRecord,
  writtenColumns,
  type FileSchema,
  type FileState,
  type PrivateManifest,
  type ReleaseFinding,
  type RunOrigin,
  type RunRecord,
  type RunResult,
  type StepPlan,
  rolesOf,
  rootRng,
} from '@sdc/engine'
import { csvContent } from '@sdc/files'
import { statOfTable, withMissingKinds, type ddiCodebook, type DescribedFile } from '@sdc/files/formats'
import {
  maskingHints,
  type Content,
  artefactIfNamed,
  madeLate,
  type Artefact,
  type Outcome,
  manifestName,
  outputNames,
  withoutFolders,
  replayed,
  type Replayed,
} from '@sdc/inspect'
import { ruleFindings } from '@sdc/rules'
import type { HalvesMeasured } from '../halves/measure-halves.js'
import { encodeText, type EncodeFile } from './encode-file.js'
import { hashedContent, type HashedContent } from './hashed-content.js'
import { refuseMissingLabels } from './refuse-missing-labels.js'
import { writtenKinds } from './missing-kinds.js'
import { drawnRecords } from './drawn-records.js'
import { drawWithinLimits, type Draw, type KeptLimit, type ReleaseLimits } from './draw-within-limits.js'
import { fitPictures } from './fit-pictures.js'
import { disclosingColumns } from '../measure/disclosing-columns.js'
import { checkPrecision, checkRunOptions, type RunOptions } from './run-options.js'
import { maskedTable } from './masked-table.js'
import { weightHint } from './weight-hint.js'
import { whatHappened, type Happened } from './what-happened.js'

export interface ProduceData {
  /** The original file: its unmasked columns are written unchanged. */
  readonly source: DescribedFile
  /**
   * Bytes of its file, whose hash a private file has. They are read once more before the run, and only for a private
   * file.
   */
  readonly bytes: () => Uint8Array | Iterable<Uint8Array>
  /** Writes the masked file; by default as text, in the dialect of its source. */
  readonly encode?: EncodeFile | undefined
  /** Writes the code book of a masked file (`ddiCodebook`), if it is requested. */
  readonly describe?: typeof ddiCodebook | undefined
}

export interface ProduceOptions extends RunOptions, ReleaseLimits {
  readonly steps: readonly StepPlan[]
  readonly schema?: FileSchema | undefined
  /** True if a file that is not released has no identifiers either, and households and persons have new numbers. */
  readonly dropsIds?: boolean | undefined
  /** HMAC under the key of the project, for pseudonyms. */
  readonly projectKey?: KeyedHash | undefined
  /** For a replay: its private file, and the stream to begin with. */
  readonly replay?: { readonly manifest: PrivateManifest; readonly root: Rng } | undefined
  /** Values of the steps on halves of the file, for the reports. */
  readonly halves?: HalvesMeasured | undefined
  /** Receives the progress, from 0 to 1, and a name of the present work. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

/** Outcome of a run, with the limits that it keeps. */
export interface ProducedOutcome<Result = RunResult> extends Outcome<Result> {
  readonly released: boolean
  /** Written files: for a release the released ones. */
  readonly files: readonly FileState[]
  /** Root of its random numbers, which can undo the masking. */
  readonly root: Rng
  /** Findings against the release of these files, accepted or not. */
  readonly findings: readonly ReleaseFinding[]
  /** Number of the draw, from 1. */
  readonly attempt: number
  readonly kept: readonly KeptLimit[]
  /** Comparison of a replay with its run. If they differ, there is no public manifest. */
  readonly replayed?: Replayed | undefined
  /** Values of the steps on halves of the file, if they were measured (`measuringHalves`). */
  readonly halves?: HalvesMeasured | undefined
}

/**
 * Runs the steps, and makes the masked file or files, with the manifests that have a name.
 *
 * @param data - The original, and the form of the output.
 * @param options - Steps, names of the files to write, and limits.
 * @param registry - Registry with methods and metrics.
 * @returns The run, the files to write, and messages.
 * @throws The errors of a run; BEYOND_LIMIT if no draw keeps the limits; OPEN_RELEASE for a release that discloses
 *   something.
 */
export async function produce(
  { source, bytes, encode = encodeText, describe }: ProduceData,
  options: ProduceOptions,
  registry: Registry,
): Promise<ProducedOutcome> {
  checkRunOptions(options)
  const { steps, schema, replay, tick } = options
  const root = replay?.root ?? rootRng(options.seed)
  const released = replay?.manifest.released ?? options.release ?? false
  const dropsIds = replay === undefined ? options.dropsIds : replay.manifest.dropsIds
  // A replay makes the released file again.
  checkPrecision(steps, released && replay === undefined)
  // Hashed before the work: a changed input is noticed early.
  const input = options.private === undefined ? '' : inputHmac(root.state.key, bytes())
  const makesRecords = steps.some(({ use }) => registry.get('methods', use).traits.records === 'synthetic')
  const original = (makesRecords && options.missingKinds !== 'merge' ? withMissingKinds(source) : source).dataset
  checkAccepted(original, options.acceptOpen ?? [])
  if (released && !replay) refuseRepeatedIdentifiers(original, schema)
  const attempt = replay && (replay.manifest.attempt ?? 1)
  const draw = await drawWithinLimits({ ...options, registry, original, root, released, dropsIds, attempt, tick })
  const { run, files } = draw
  for (const { data } of files) refuseMissingLabels(data, run.columns, schema)
  const margins = marginFindings(run.exact, options.momentMargin)
  if (released && !replay) refuseThinMargins(margins)
  const disclosing = disclosingColumns(
    {
      original,
      schema,
      files: run.files,
      columns: run.columns,
      spared: run.spared,
      shielded: run.shielded,
      pseudonyms: run.pseudonyms,
      tick: (fraction) => tick?.(fraction, 'disclosure by unmasked columns'),
    },
    { ...options, release: released, dropsIds },
  )
  const hints = replay === undefined ? maskingHints(original, run.columns, schema) : []
  const warnings = [...hints, ...marginSentences(margins).map(asWarning), ...disclosing.messages]
  const fits = options.fits === undefined ? '' : await fitPictures(run)
  const beside: Artefact[] = [
    ...artefactIfNamed('groups', options.groups, () => groupsCsv(run, original.rows)),
    ...artefactIfNamed('fits', options.fits, () => fits),
  ]
  const { out } = options
  // The kinds in new records are drawn, so they are not a pattern of any person.
  const linked = files[0].origin.some((row) => row >= 0) ? files[0].data.names : []
  const isDrawn = makesRecords && linked.length === 0
  const kinds = writtenKinds(source, run.columns, linked, { ...options, released })
  const { masked, losses } = await encodedFiles(files, (data, origin) =>
    encode(kinds.source, data, origin, { released }),
  )
  if (describe !== undefined) beside.push(...codebooks(kinds.source, files, describe, options, released))
  const hashes = (): string[] => masked.map(({ content }) => content.sha256())
  const again = replay && replayed(replay.manifest, hashes())
  const facts = {
    released,
    files,
    root,
    findings: disclosing.findings,
    attempt: draw.attempt,
    kept: draw.kept,
    replayed: again,
  }
  const happened = happenedIn(draw, original, options, { registry, released, isDrawn })
  const messages = [
    ...warnings,
    ...whatHappened(happened, { ...options, replayed: again }),
    ...(replay === undefined ? weightHint(original, files[0].data, schema, isDrawn) : []),
    ...draw.messages,
    ...(replay === undefined ? kinds.messages : []),
    ...Array.from(losses, asWarning),
    ...(again?.same ? [again.message] : []),
  ]
  if (out === undefined) {
    refuseSeveral(files.length)
    const artefacts = [{ kind: 'masked', name: out, content: masked[0].content } as const, ...beside]
    return { ...facts, result: run, artefacts, messages }
  }
  if (options.manifest === false) refuseSeveral(files.length)
  const missingText = (name: string): string => source.source.get(name)?.newMissing.text ?? source.dialect.missing
  // For files that are made while they are written, an earlier request for the hashes would need a pass of its own.
  let known: RunRecord | undefined
  const record = (): RunRecord => (known ??= runRecord(origin(), run, original))
  const origin = (): RunOrigin => ({
    registry,
    steps,
    schema,
    root,
    released,
    dropsIds,
    attempt: draw.attempt,
    projectKey: options.projectKey && projectFingerprint(options.projectKey),
    input,
    outputs: masked.map(({ content, origin }, f) => ({ sha256: content.sha256(), origin, ids: files[f].ids })),
    columns: writtenColumns(original, asMasked(run.files[0], files[0]), listedColumns(run), missingText),
    acceptOpen: options.acceptOpen,
    maxUnchanged: options.maxUnchanged,
    missingKinds: options.missingKinds,
    losses: [...losses],
  })
  const named = again?.same === false ? { ...options, manifest: false } : options
  const isNew = released && replay === undefined
  const artefacts = [...maskedArtefacts(masked, out, isNew), ...manifests(record, out, named), ...beside]
  return { ...facts, result: run, artefacts, messages }
}

/** Encodes the files; the losses of the format are those of all files. */
async function encodedFiles(
  files: readonly FileState[],
  encode: (data: Dataset, origin: Int32Array) => ReturnType<EncodeFile>,
): Promise<{ readonly masked: readonly EncodedFile[]; readonly losses: ReadonlySet<string> }> {
  const masked: EncodedFile[] = []
  const losses = new Set<string>()
  for (const { data, origin } of files) {
    const written = await encode(data, origin)
    for (const loss of written.losses) losses.add(loss)
    masked.push({ content: hashedContent(written.content), origin })
  }
  return { masked, losses }
}

interface EncodedFile {
  readonly content: HashedContent
  readonly origin: Int32Array
}

/** Returns the code books of the files, if a name asks for them. */
function codebooks(
  source: DescribedFile,
  files: readonly FileState[],
  describe: typeof ddiCodebook,
  { codebook, out = 'data' }: RunOptions,
  released: boolean,
): Artefact[] {
  if (codebook === undefined) return []
  const described = outputNames(out, files.length)
  return outputNames(codebook, files.length).map((name, f): Artefact => {
    const { data, origin } = files[f]
    const table = statOfTable(source, data, origin, { released })
    return { kind: 'text', name, content: describe(table, withoutFolders(described[f])) }
  })
}

/** Returns the facts of a run for its messages. */
function happenedIn(
  { run, files }: Pick<Draw, 'run' | 'files'>,
  original: Dataset,
  { steps, schema, screen }: ProduceOptions,
  {
    registry,
    released,
    isDrawn,
  }: { readonly registry: Registry; readonly released: boolean; readonly isDrawn: boolean },
): Happened {
  const [{ data }] = run.files
  const roles = rolesOf(original, schema)
  return {
    facts: run,
    original,
    negatives: newNegatives(original, run.files, run.columns),
    rules: ruleFindings(original, run.files, roles),
    files: run.files.length,
    drawn: isDrawn ? drawnRecords(data, roles) : undefined,
    table: isDrawn ? undefined : maskedTable({ registry, original, run, steps, screen }),
    released,
    names: files[0].data.names,
    unmade: original.names.filter((name) => !data.names.includes(name)),
    renumbered: [...(files[0].ids?.keys() ?? [])],
  }
}

/** Returns the masked columns whose categories a manifest lists: not pseudonyms, which are as many as the ids. */
function listedColumns({ columns, pseudonyms }: RunResult): string[] {
  return columns.filter((name) => !pseudonyms.includes(name))
}

/**
 * Returns the written columns with the records in masked order. Contents of a column are the same in any order, and
 * sorting the columns of a large release again would take time.
 */
function asMasked({ data, origin }: FileState, written: FileState): FileState {
  return { data: { ...data, names: written.data.names }, origin }
}

function maskedArtefacts(masked: readonly Pick<Artefact, 'content'>[], out: string, isNew: boolean): Artefact[] {
  const names = outputNames(out, masked.length)
  return masked.map(({ content }, f) => ({ kind: 'masked', name: names[f], content, isNew }))
}

function manifests(record: () => RunRecord, out: string, options: RunOptions): Artefact[] {
  const beside = options.manifest === false ? undefined : manifestName(out)
  const manifest = (): string => `${JSON.stringify(publicManifest(record(), options.publishParams), null, 2)}\n`
  return [
    ...artefactIfNamed('public-manifest', beside, () => madeLate(manifest)),
    ...artefactIfNamed('private-manifest', options.private, () => madeLate(() => privateText(record()))),
  ]
}

/**
 * Returns the text of a private file; throws FILE if it is too long for one string, because it could not be read again.
 */
export function privateText(record: RunRecord): string {
  try {
    return `${JSON.stringify(privateManifest(record))}\n`
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = 'the private file would be longer than what can be read again (512 MB): nothing was written'
    throw new SdcError('FILE', message, {}, 'Mask fewer records at once, or fewer columns that each have groups.')
  }
}

function refuseSeveral(count: number): void {
  if (count === 1) return
  const message = `this run makes ${count} files, which cannot be printed one after the other`
  throw new SdcError('BAD_OPTION', message, {}, `Add ${option('out', 'OUT.csv')}: they become OUT.1.csv, OUT.2.csv, …`)
}

/** Returns the groups as CSV; throws BAD_OPTION if no step forms groups. */
function groupsCsv(run: RunResult, rows: number): Content {
  const table = groupTable(run.reports, rows)
  if (table) return csvContent(undefined, table)
  const used = [...new Set(run.reports.map(({ step }) => step))].join(', ')
  const message = `there are no groups to write${used === '' ? '' : `: ${used} forms none`}`
  throw new SdcError('BAD_OPTION', message, {}, `Leave out ${option('groups')}, or microaggregate.`)
}
