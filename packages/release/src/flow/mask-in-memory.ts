import { stat } from 'node:fs/promises'
import { ddiCodebook, type DescribedFile } from '@sdc/files/formats'
import { existsAlready, leftBehind } from '@sdc/files/node'
import { type Artefact, manifestName, namesText, numberedName, outputNames, quoted } from '@sdc/inspect'
import { asNext, asWarning, SdcError, type Message, type Registry } from '@sdc/core'
import { produce, type ProduceData, type ProducedOutcome, type ProduceOptions } from '../release/produce.js'
import { checkRunOptions, type RunOptions } from '../release/run-options.js'
import { foundLeftBehind, keyToLeftBehind } from './files/left-behind.js'
import { inOrder } from './place/message-order.js'
import { checkNames, checkOutputs, holdingNames, isFile } from './files/outputs.js'
import { progressOf, sayOf, type Place } from './place/place.js'
import { checkRunMemory } from './place/memory.js'
import { pathsOf, writeArtefacts } from './files/write-artefacts.js'

/** Run in memory: data, steps, and files to write. */
export interface InMemoryRun extends Omit<ProduceOptions, 'tick' | 'manifest'>, ProduceData {
  readonly registry: Registry
  readonly dataPath: string
  /** Other files that were read: plan, schema. */
  readonly inputs: readonly string[]
  /** Other files that will be written, and the function that makes them with the masked file. */
  readonly others?: readonly (string | undefined)[] | undefined
  readonly make?: typeof produce | undefined
  /** Writes the files; a front end also prints them. */
  readonly write?: ((artefacts: readonly Artefact[]) => Promise<void>) | undefined
  readonly source: DescribedFile
}

/**
 * Runs steps in memory and writes the masked file or files with the manifests.
 *
 * @param run - The run.
 * @param place - Receiver of the messages.
 * @returns The outcome; its files are written.
 * @throws The errors of a run; BAD_OPTION for a name that is taken, or that would overwrite an input.
 */
export async function maskInMemory(run: InMemoryRun, place: Place = {}): Promise<ProducedOutcome> {
  const { registry, dataPath, inputs, source, bytes, encode, others = [], make = produce, write = writeArtefacts } = run
  const { out, groups, fits } = run
  const say = sayOf(place)
  const manifest = out === undefined ? undefined : await isReplaceable(out)
  const settled = { ...run, manifest }
  checkRunOptions(settled)
  const manifestPath = out === undefined || manifest === false ? undefined : manifestName(out)
  const outputs = [run.private, groups, fits, run.codebook, ...others, manifestPath, out].filter(
    (path) => path !== undefined,
  )
  const read = [dataPath, ...inputs]
  await checkOutputs(read, outputs)
  const known = await refuseExisting(run, outputs, say)
  const never = [run.private, groups, ...(run.release ? [out] : [])]
  const names = outputs.map((path) => ({ path, exclusive: never.includes(path) }))
  await checkNames(names)
  checkRunMemory(dataPath, source.dataset)
  const bar = progressOf(place, 'masking')
  const outcome = await make({ source, bytes, encode, describe: ddiCodebook }, { ...settled, tick: bar.tick }, registry)
  bar.done()
  // The number of files is known only now.
  await checkOutputs(read, pathsOf(outcome.artefacts))
  const later = await foundLeftBehind(pathsOf(outcome.artefacts).filter((path) => !known.includes(path)))
  later.messages.forEach(say)
  await holdingNames(names, () => write(outcome.artefacts))
  const { files } = outcome.result
  const left = out !== undefined && files.length > 1 ? await leftNumbered(out, files.length) : []
  inOrder(outcome.messages).forEach(say)
  left.forEach(say)
  if (files.some(({ origin }) => origin.some((row) => row >= 0))) measureNext(run, files.length).forEach(say)
  return outcome
}

/**
 * Suggests the measures of a release. They need the private file, because the records are in random order. New records
 * have no order.
 */
function measureNext({ dataPath, out, release, private: key }: InMemoryRun, files: number): Message[] {
  if (!release || out === undefined || key === undefined || [dataPath, out].includes('-')) return []
  const [name] = outputNames(out, files)
  return [asNext(`sdc measure ${[dataPath, name].map(quoted).join(' ')} --origin ${quoted(key)}`)]
}

/** Returns true if a path can be replaced: a device or a pipe is written to, but gets no other file next to it. */
async function isReplaceable(path: string): Promise<boolean> {
  const there = await stat(path).catch(() => undefined)
  return there === undefined || there.isFile() || there.isDirectory()
}

/** Warns of numbered files beyond those of this run, which an earlier run made. */
async function leftNumbered(out: string, count: number): Promise<Message[]> {
  const left: string[] = []
  for (let f = count + 1; await isFile(numberedName(out, f)); f++) left.push(numberedName(out, f))
  if (left.length === 0) return []
  return [asWarning(`${namesText(left)} of an earlier run ${left.length > 1 ? 'are' : 'is'} still there`)]
}

/**
 * Refuses to overwrite a private file, which is the only way to replay and measure its release. The same holds for a
 * file of groups, which may be the only list of the records masked together.
 */
async function refuseExisting(
  options: RunOptions,
  outputs: readonly string[],
  say: (message: Message) => void,
): Promise<readonly string[]> {
  const names = [...outputs, ...(await numbered(options.out))]
  const { found, messages } = await foundLeftBehind(names)
  messages.forEach(say)
  const { private: key, groups, out, release } = options
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
  if (release === true && out !== undefined)
    for (const name of [out, numberedName(out, 1)]) if (await isFile(name)) throw existsAlready(name)
  return names
}

/** Returns the names of the numbered files of an output: existing ones and those that would have been made. */
async function numbered(out: string | undefined): Promise<string[]> {
  const names: string[] = []
  if (out === undefined) return names
  for (let f = 1; ; f++) {
    const name = numberedName(out, f)
    if (!(await isFile(name)) && (await leftBehind([name])).length === 0) return names
    names.push(name)
  }
}
