import { readFile } from 'node:fs/promises'
import { SdcError, type Registry } from '@sdc/core'
import type { RunResult } from '@sdc/engine'
import type { CsvFile } from '@sdc/io'
import * as workflow from '@sdc/workflow'
import { deliver, pathsOf } from './deliver.js'
import { checkOutputs, isFile } from './files.js'
import { progress, say } from './progress.js'

export interface Production extends Omit<workflow.ProduceOptions, 'tick'> {
  readonly registry: Registry
  readonly dataPath: string
  /** The other files that were read: plan, schema. */
  readonly inputs: readonly string[]
  readonly source: CsvFile
}

/** Runs the steps and writes the masked file or files with the manifests, or prints it; says on stderr what happened. */
export async function produce({ registry, dataPath, inputs, source, ...options }: Production): Promise<RunResult> {
  const { out, groups } = options
  const read = [dataPath, ...inputs]
  workflow.checkRunOptions(options)
  const manifest = out === undefined ? undefined : workflow.manifestName(out)
  await checkOutputs(read, [out, manifest, options.private, groups])
  if (options.private !== undefined) await refuseExisting(options.private)
  const bar = progress('masking')
  const data = { source, bytes: () => readFile(dataPath) }
  const outcome = await workflow.produce(data, { ...options, tick: bar.tick }, registry)
  bar.done()
  // Only now is it known how many there are.
  await checkOutputs(read, pathsOf(outcome.artefacts))
  await deliver(outcome)
  const { files } = outcome.result
  if (out !== undefined && files.length > 1) await sayWhatIsLeft(out, files.length)
  return outcome.result
}

/** Numbered files beyond those of this run: an earlier one made more. */
async function sayWhatIsLeft(out: string, count: number): Promise<void> {
  const left: string[] = []
  for (let f = count + 1; await isFile(workflow.numberedName(out, f)); f++) left.push(workflow.numberedName(out, f))
  if (left.length > 0)
    say(`warning: ${workflow.namesText(left)} of an earlier run ${left.length > 1 ? 'are' : 'is'} still there`)
}

/** A private file is the only way to replay and measure its release: it is never overwritten. */
async function refuseExisting(path: string): Promise<void> {
  if (!(await isFile(path))) return
  const advice = 'It may be the only key to a released file: choose another name, or move it away.'
  throw new SdcError('BAD_OPTION', `the private file ${path} exists already`, { file: path }, advice)
}
