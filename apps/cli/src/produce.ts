import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
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
import { isFile, laterFiles, manifestPath, outputPaths, pathsText } from './output-paths.js'
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

export interface Produced extends RunResult {
  /** The masked files that were written; none where the file was printed. */
  readonly paths: readonly string[]
}

/** Runs the steps and writes the masked file or files with the manifests, or prints it; says on stderr what happened. */
export async function produce(job: Production): Promise<Produced> {
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
  const paths = job.out === undefined ? [] : outputPaths(job.out, outputs.length)

  if (job.out === undefined || manifest === undefined) {
    if (outputs.length > 1)
      throw new SdcError(
        'BAD_OPTION',
        `this run makes ${outputs.length} files, which cannot be printed one after the other`,
        {},
        'Add -o OUT.csv: they become OUT.1.csv, OUT.2.csv, …',
      )
    await writeFilesSafely(groups)
    process.stdout.write(outputs[0].text)
  } else {
    // Only now is it known how many there are.
    if (paths.length > 1)
      await checkOutputs([job.dataPath, ...job.inputs], [...paths, manifest, job.private, job.groups])
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
      ...record.outputs.map(({ bytes }, f) => ({ path: paths[f], content: bytes })),
      { path: manifest, content: `${JSON.stringify(publicManifest(record, job.publishParams), null, 2)}\n` },
      ...(job.private === undefined
        ? []
        : [{ path: job.private, content: `${JSON.stringify(privateManifest(record))}\n`, mode: 0o600 }]),
      ...groups,
    ])
  }
  await sayWhatHappened(job, { ...run, paths }, files[0].data.names, released)
  return { ...run, paths }
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

async function sayWhatHappened(
  job: Production,
  run: Produced,
  names: readonly string[],
  released: boolean,
): Promise<void> {
  const { dataset } = job.source
  const how = job.steps.map((step) => step.use).join(' + ')
  say(
    `masked ${run.columns.length} of ${dataset.names.length} columns of ${dataset.rows} records (${how}): ${run.columns.join(', ')}` +
      (run.given.length > 0 ? `; given ${run.given.join(', ')}` : ''),
  )
  if (!job.replay) sayReports(run)
  if (job.groups !== undefined) say(`wrote ${job.groups}: who was masked with whom; keep it secret`)
  if (job.out !== undefined) {
    const secret = job.private === undefined ? '' : `; keep ${job.private} secret`
    say(`wrote ${pathsText(run.paths)} and ${basename(manifestPath(job.out))}${secret}`)
    if (run.paths.length > 1) await saySeveral(job.out, run.paths.length)
  }
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

/** What m files are for, and which of that name are not among them. */
async function saySeveral(out: string, count: number): Promise<void> {
  say(
    `the ${count} files are one release: analyse each as if it were the original, then combine the results (sdc combine)`,
  )
  const left = await laterFiles(out, count)
  if (left.length > 0)
    say(`warning: ${pathsText(left)} of an earlier run ${left.length > 1 ? 'are' : 'is'} still there`)
}

/** A private file is the only way to replay and measure its release: it is never overwritten. */
async function refuseExisting(path: string): Promise<void> {
  if (!(await isFile(path))) return
  const advice = 'It may be the only key to a released file: choose another name, or move it away.'
  throw new SdcError('BAD_OPTION', `the private file ${path} exists already`, { file: path }, advice)
}
