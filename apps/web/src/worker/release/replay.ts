import { messageText, SdcError, textsOf, type Registry } from '@sdc/core'
import { expandPatterns, type FileSchema } from '@sdc/engine'
import { bytesOf, dictionaryOf } from '@sdc/inspect'
import { produce, readPlan, replayFrom, type Judgement } from '@sdc/release'
import { fileSource, type DataSource } from '../data/data-source.js'
import { openData, type OpenData } from '../data/open-data.js'
import { readingKey } from '../data/reading-key.js'
import { producedFiles } from './release-files.js'
import { releaseInMemory, type DrawnRelease, type Releasing } from './release.js'
import { releaseNames } from '../data/release-names.js'
import { encodeAs } from './encode-as.js'
import { stepsText } from '../plans/chosen-steps.js'

/**
 * Makes the file of an earlier run again, from its key.
 *
 * @param registry - Methods; of the versions that the run was made with.
 * @param data - The open file: the very one of that run.
 * @param key - The key.
 * @param how - Receives the progress.
 * @returns The file, which is saved as that of a release is.
 * @throws BAD_PLAN for what is no key, WRONG_INPUT for another file, BAD_PLUGIN for a plugin that is not here.
 */
export async function replay(
  registry: Registry,
  data: OpenData,
  key: File,
  { progress }: Pick<Releasing, 'progress'>,
): Promise<DrawnRelease> {
  return await replayOf(registry, data, fileSource(key), progress)
}

/** The same of bytes that can be read. */
export async function replayOf(
  registry: Registry,
  data: OpenData,
  key: DataSource,
  progress: Releasing['progress'],
): Promise<DrawnRelease> {
  const { plan, manifest } = readPlan({ name: key.name, content: bytesOf(key.pieces) })
  if (manifest === undefined) {
    const fix = 'Open the file NAME.PRIVATE.key.json that was saved with the release.'
    throw new SdcError('BAD_PLAN', `${key.name} is a plan, not the key file of a run`, { file: key.name }, fix)
  }
  const notes = manifest.plugins.flatMap(({ name, version }) => {
    const { version: here } = registry.plugins.find((plugin) => plugin.name === name) ?? {}
    if (here === undefined) {
      const message = `the run used the plugin ${name} ${version}, which this page does not contain`
      throw new SdcError('BAD_PLUGIN', message, { plugin: name }, 'Replay the run on the command line: sdc run.')
    }
    return here === version ? [] : [`The run used ${name} ${version}, this page has ${here}: the replay may differ.`]
  })
  const { source } = data
  const { csv } = await readBy(data, plan.schema)
  const { out } = releaseNames(source.name, csv.format)
  const outcome = await produce(
    {
      source: { ...csv, dictionary: dictionaryOf(csv, plan.schema) },
      bytes: () => source.pieces,
      encode: encodeAs(out),
    },
    {
      out,
      manifest: true,
      steps: plan.steps,
      schema: plan.schema,
      acceptOpen: plan.acceptOpen,
      maxUnchanged: plan.maxUnchanged,
      missingKinds: plan.missingKinds,
      replay: replayFrom(manifest, source.pieces),
      tick: (fraction, doing) => progress({ fraction, doing }),
    },
    registry,
  )
  const { replayed } = outcome
  if (replayed === undefined) throw new Error('the replay was not compared with its run')
  const verdict = messageText(replayed.message)
  // What was never a release stays in the house, whoever makes it again.
  const files = producedFiles(outcome).map((file) => (outcome.released ? file : { ...file, box: 'private' as const }))
  const judgement: Judgement = {
    policy: 'none (replay of an earlier run)',
    release: '',
    runs: 1,
    criteria: [],
    state: 'met',
    lacksRoles: false,
    verdict,
  }
  const [released] = outcome.files
  const warnings = [...notes, ...textsOf(outcome.messages, 'warning')]
  const release: DrawnRelease = {
    ...releaseInMemory({
      data,
      files,
      released,
      judgement,
      warnings,
      sentence: `${stepsText(registry, plan.steps)}: ${verdict}.`,
      replayed: {
        key: key.name,
        same: replayed.same,
      },
      isPrivateSaved: true,
    }),
    // Whatever a policy says now, the file was made before.
    judge: async () => release,
  }
  return release
}

/** The file as the run of the key read it. */
async function readBy(data: OpenData, schema: FileSchema = { columns: {} }): Promise<OpenData> {
  const own = expandPatterns(schema, data.csv.dataset.names)
  return readingKey(own) === readingKey(data.schema)
    ? data
    : await openData(data.source, { schema: own, sum: data.sum })
}
