import { stat } from 'node:fs/promises'
import { asNext, asWarning, SdcError, type Registry } from '@sdc/core'
import type { CsvFile } from '@sdc/files'
import { leftBehind } from '@sdc/files/node'
import {
  type ProduceOptions,
  type ProduceData,
  type ProducedOutcome,
  produce as produceOf,
  checkRunOptions,
  type RunOptions,
} from '@sdc/release'
import { manifestName, outputNames, quoted, numberedName, namesText } from '@sdc/inspect'
import { deliver, pathsOf } from './deliver.js'
import { checkOutputs, isFile } from '../input/files.js'
import { keyToLeftBehind, sayLeftBehind } from './left-behind.js'
import { separatedFor } from './output-form.js'
import { checkRunMemory } from '../input/memory.js'
import { progress, say } from '../terminal/progress.js'
import { screenOf } from '../terminal/screen.js'
import { checkNames, holdingNames } from './reserved-names.js'

export interface Production extends Omit<ProduceOptions, 'tick' | 'manifest'>, ProduceData {
  readonly registry: Registry
  readonly dataPath: string
  /** The other files that were read: plan, schema. */
  readonly inputs: readonly string[]
  /** The other files that will be written, and what makes them beside the masked file; without, `workflow.produce`. */
  readonly others?: readonly (string | undefined)[]
  readonly make?: (data: ProduceData, options: ProduceOptions, registry: Registry) => Promise<ProducedOutcome>
  readonly source: CsvFile
}

/** Runs the steps and writes the masked file or files with the manifests, or prints it; says on stderr what happened. */
export async function produce(production: Production): Promise<ProducedOutcome> {
  const { registry, dataPath, inputs, source, bytes, others = [], make = produceOf, ...options } = production
  const { out, groups, fits } = options
  const manifest = out === undefined ? undefined : await isReplaceable(out)
  const screen = options.screen ?? screenOf({}, process.stderr)
  const settled = { ...options, screen, manifest }
  checkRunOptions(settled)
  const manifestPath = out === undefined || manifest === false ? undefined : manifestName(out)
  const outputs = [options.private, groups, fits, ...others, manifestPath, out].filter((path) => path !== undefined)
  const read = [dataPath, ...inputs]
  await checkOutputs(read, outputs)
  await refuseExisting(options, outputs)
  const secrets = [options.private, groups]
  const names = outputs.map((path) => ({ path, exclusive: secrets.includes(path) }))
  await checkNames(names)
  checkRunMemory(dataPath, source.dataset)
  const bar = progress('masking')
  const outcome = await make({ source: separatedFor(out, source), bytes }, { ...settled, tick: bar.tick }, registry)
  bar.done()
  // Only now is it known how many there are.
  await checkOutputs(read, pathsOf(outcome.artefacts))
  await holdingNames(names, () => deliver(outcome))
  const { files } = outcome.result
  if (out !== undefined && files.length > 1) await sayWhatIsLeft(out, files.length)
  sayHowToMeasure(production, files.length)
  return outcome
}

/** A release has its records in random order: its measures need the private file. */
function sayHowToMeasure({ dataPath, out, release, private: key }: Production, files: number): void {
  if (!release || out === undefined || key === undefined || [dataPath, out].includes('-')) return
  const [name] = outputNames(out, files)
  say(asNext(`sdc measure ${[dataPath, name].map(quoted).join(' ')} --origin ${quoted(key)}`))
}

/** A device or a pipe is written to, but gets no other file next to it. */
async function isReplaceable(path: string): Promise<boolean> {
  const there = await stat(path).catch(() => undefined)
  return there === undefined || there.isFile() || there.isDirectory()
}

/** Numbered files beyond those of this run: an earlier one made more. */
async function sayWhatIsLeft(out: string, count: number): Promise<void> {
  const left: string[] = []
  for (let f = count + 1; await isFile(numberedName(out, f)); f++) left.push(numberedName(out, f))
  if (left.length > 0)
    say(asWarning(`${namesText(left)} of an earlier run ${left.length > 1 ? 'are' : 'is'} still there`))
}

/**
 * A private file is the only way to replay and measure its release: it is never overwritten. Nor is the file of the
 * groups, which may be the only one that says who was masked with whom.
 */
async function refuseExisting(options: RunOptions, outputs: readonly string[]): Promise<void> {
  const found = await sayLeftBehind([...outputs, ...(await numbered(options.out))])
  const { private: key, groups } = options
  if (key !== undefined && (await isFile(key))) {
    const killed = await keyToLeftBehind(key, found)
    const fix = killed
      ? `It is the key to ${killed.path} of a killed run: sdc run ${key} --data ORIGINAL -o OUT makes the file ` +
        'again. For a different file use a different name.'
      : 'It may be the only key to a released file: choose another name, or move it away.'
    throw new SdcError('BAD_OPTION', `the private file ${key} exists already`, { file: key }, fix)
  }
  if (groups !== undefined && (await isFile(groups))) {
    const message = `the file of the groups, ${groups}, exists already`
    const fix = 'It may belong to a released file: choose another name, or move it away.'
    throw new SdcError('BAD_OPTION', message, { file: groups }, fix)
  }
}

/** The names of several files of an output that are there, or were to be. */
async function numbered(out: string | undefined): Promise<string[]> {
  const names: string[] = []
  if (out === undefined) return names
  for (let f = 1; ; f++) {
    const name = numberedName(out, f)
    if (!(await isFile(name)) && (await leftBehind([name])).length === 0) return names
    names.push(name)
  }
}
