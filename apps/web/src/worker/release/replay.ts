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
 * Reproduces the file of an earlier run from its key.
 *
 * @param registry - Methods, in the versions of the run.
 * @param data - The open file, which must be that of the run.
 * @param key - The key.
 * @param how - Receives the progress.
 * @returns The file, which is saved like that of a release.
 * @throws BAD_PLAN for an invalid key, WRONG_INPUT for another file, BAD_PLUGIN for a missing plugin.
 */
export async function replay(
  registry: Registry,
  data: OpenData,
  key: File,
  { progress }: Pick<Releasing, 'progress'>,
): Promise<DrawnRelease> {
  return await replayOf(registry, data, fileSource(key), progress)
}

/** Reproduces the file from the content of a key. */
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
  // A file that was never released stays private in a replay.
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
    // The file was made before, under whatever policy.
    judge: async () => release,
  }
  return release
}

/** Reads the file like the run of the key. */
async function readBy(data: OpenData, schema: FileSchema = { columns: {} }): Promise<OpenData> {
  const own = expandPatterns(schema, data.csv.dataset.names)
  return readingKey(own) === readingKey(data.schema)
    ? data
    : await openData(data.source, { schema: own, sum: data.sum })
}
