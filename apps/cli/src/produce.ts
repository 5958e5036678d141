import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { keyedRng, SdcError, seededRng, type Registry, type Rng } from '@sdc/core'
import {
  groupTable,
  privateManifest,
  publicManifest,
  release,
  replicateRng,
  runSteps,
  shortNumber,
  type FileSchema,
  type RunResult,
  type StepPlan,
} from '@sdc/engine'
import { writeCsv, type CsvFile } from '@sdc/io'
import { writeFilesSafely } from '@sdc/io/node'
import { checkOutputs } from './files.js'
import { checkRunOptions, type RunOptions } from './options.js'
import { progress, say } from './progress.js'

export interface Production extends RunOptions {
  readonly registry: Registry
  readonly dataPath: string
  /** The other files that were read: plan, schema. */
  readonly inputs: readonly string[]
  readonly source: CsvFile
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  readonly out?: string | undefined
  /** For a replay: the stream to begin with, and whether the file was a released one. */
  readonly replay?: { readonly root: Rng; readonly released: boolean } | undefined
}

/** Where a run's random numbers come from. */
export function rootRng(seed: string | number | undefined): Rng {
  return seed === undefined ? keyedRng() : seededRng(seed)
}

/** The name of file f of several: `out.csv` → `out.2.csv`. */
function numbered(path: string, f: number, of: number): string {
  const end = extname(path)
  return of === 1 ? path : `${path.slice(0, path.length - end.length)}.${f + 1}${end}`
}

export function manifestPath(out: string): string {
  return `${out.slice(0, out.length - extname(out).length)}.manifest.json`
}

/** Runs the steps and writes the masked file with its manifests, or prints it; says on stderr what happened. */
export async function produce(job: Production): Promise<RunResult> {
  checkRunOptions(job, job.out)
  const manifest = job.out === undefined ? undefined : manifestPath(job.out)
  await checkOutputs([job.dataPath, ...job.inputs], [job.out, manifest, job.private, job.groups])
  if (job.private !== undefined) await refuseExisting(job.private)
  const root = job.replay?.root ?? rootRng(job.seed)
  const released = job.replay?.released ?? job.release ?? false
  const { registry, source, schema, steps } = job
  const bar = progress('masking')
  const run = await runSteps({
    registry,
    original: source.dataset,
    schema,
    steps,
    rng: replicateRng(root),
    tick: bar.tick,
  })
  bar.done()
  for (const warning of run.warnings) say(`warning: ${warning}`)
  const files = released
    ? run.files.map((file, f) => release(file, schema, f === 0 ? root : root.child(`file ${f + 1}`)))
    : run.files
  const groups = job.groups === undefined ? [] : [{ path: job.groups, content: groupsCsv(run, source.dataset.rows) }]
  const outputs = files.map(({ data, origin }) => ({ text: writeCsv(source, data, origin), origin }))

  if (job.out === undefined || manifest === undefined) {
    if (outputs.length > 1)
      throw new SdcError('BAD_OPTION', `this run makes ${outputs.length} files`, {}, 'Add -o OUT.')
    await writeFilesSafely(groups)
    process.stdout.write(outputs[0].text)
  } else {
    const out = job.out
    const encoder = new TextEncoder()
    const record = {
      registry,
      steps,
      schema,
      root,
      released,
      input: job.private === undefined ? new Uint8Array() : await readFile(job.dataPath),
      outputs: outputs.map(({ text, origin }) => ({ bytes: encoder.encode(text), origin })),
      reports: run.reports,
    }
    await writeFilesSafely([
      ...record.outputs.map(({ bytes }, f) => ({ path: numbered(out, f, outputs.length), content: bytes })),
      { path: manifest, content: `${JSON.stringify(publicManifest(record, job.publishParams), null, 2)}\n` },
      ...(job.private === undefined
        ? []
        : [{ path: job.private, content: `${JSON.stringify(privateManifest(record))}\n`, mode: 0o600 }]),
      ...groups,
    ])
  }
  sayWhatHappened(job, run, files[0].data.names, released)
  return run
}

/** Throws BAD_OPTION where no step forms groups. */
function groupsCsv(run: RunResult, rows: number): string {
  const table = groupTable(run.reports, rows)
  if (table) return writeCsv(undefined, table)
  const used = [...new Set(run.reports.map(({ step }) => step))].join(', ')
  const message = `there are no groups to write${used === '' ? '' : `: ${used} forms none`}`
  throw new SdcError('BAD_OPTION', message, {}, 'Leave out --groups, or microaggregate.')
}

/** The numbers that the methods report, by step; for many groups of records only how many there are. */
function sayReports(run: RunResult): void {
  for (const step of new Set(run.reports.map((report) => report.step))) {
    const own = run.reports.filter((report) => report.step === step)
    if (own.length > 10) say(`${step}: masked in ${own.length} groups of records`)
    else
      for (const { group, values } of own) {
        const numbers = [...values].flatMap(([name, value]) =>
          typeof value === 'number' ? [`${name} ${shortNumber(value)}`] : [],
        )
        if (numbers.length > 0) say(`${step}${group === '' ? '' : ` in ${group}`}: ${numbers.join(', ')}`)
      }
  }
}

function sayWhatHappened(job: Production, run: RunResult, names: readonly string[], released: boolean): void {
  const { dataset } = job.source
  const how = job.steps.map((step) => step.use).join(' + ')
  say(
    `masked ${run.columns.length} of ${dataset.names.length} columns of ${dataset.rows} records (${how}): ${run.columns.join(', ')}` +
      (run.given.length > 0 ? `; given ${run.given.join(', ')}` : ''),
  )
  if (!job.replay) sayReports(run)
  if (job.groups !== undefined) say(`wrote ${job.groups}: who was masked with whom; keep it secret`)
  if (job.out !== undefined)
    say(
      `wrote ${job.out} and ${basename(manifestPath(job.out))}${job.private === undefined ? '' : `; keep ${job.private} secret`}`,
    )
  if (job.replay) return
  if (released) {
    const asTheyWere = names.filter((name) => !run.columns.includes(name))
    if (asTheyWere.length > 0) say(`released unmasked, as they are in the original: ${asTheyWere.join(', ')}`)
    const dropped = dataset.names.filter((name) => !names.includes(name))
    say(
      dropped.length > 0
        ? `dropped identifiers: ${dropped.join(', ')}`
        : 'no column was dropped: no schema gives any column the role identifier',
    )
  } else if (job.seed !== undefined) {
    say('made with a seed: repeatable, and not for release (who guesses the seed can undo the masking)')
  } else {
    say('for a file that leaves the house: --release --private FILE')
  }
}

/** A private file is the only way to replay and measure its release: it is never overwritten. */
async function refuseExisting(path: string): Promise<void> {
  const there = await stat(path).then(
    (one) => one.isFile(),
    () => false,
  )
  if (!there) return
  const advice = 'It may be the only key to a released file: choose another name, or move it away.'
  throw new SdcError('BAD_OPTION', `the private file ${path} exists already`, { file: path }, advice)
}
