import type { Registry } from '@sdc/core'
import type { PrivateManifest, FileSchema, StepPlan } from '@sdc/engine'
import type { Artefact, HierarchyFiles } from '@sdc/inspect'
import type { ReleaseLimits } from '../release/draw-within-limits.js'
import type { produce, ProduceData } from '../release/produce.js'
import type { RunOptions } from '../release/run-options.js'
import type { OutputRequest } from './files/output-form.js'
import type { ReadFile } from './files/manifests-beside.js'

/** A file in memory, with the types of its columns if it is Parquet. */
export interface FileInMemory extends Pick<ProduceData, 'source' | 'bytes'> {
  readonly types: ReadonlyMap<string, string>
}

type Names = 'earlier' | 'out' | 'private' | 'groups' | 'fits' | 'codebook' | 'screen' | 'manifest'

/** Steps of a masking, and how its result is released. */
export interface MaskPlan extends ReleaseLimits, Omit<RunOptions, Names> {
  readonly registry: Registry
  readonly steps: readonly StepPlan[]
  readonly schema?: FileSchema | undefined
  readonly hierarchies?: HierarchyFiles | undefined
  readonly quasiIdentifiers?: readonly string[] | undefined
  /** Private file of an earlier run, which is replayed. */
  readonly replay?: PrivateManifest | undefined
  /** True to measure the steps on halves of the file as well (`measureHalves`). */
  readonly halves?: boolean | undefined
}

/** Files that a masking reads. */
export interface MaskFiles {
  readonly original: string
  /** Other files that were read, which no output may overwrite. */
  readonly inputs?: readonly string[] | undefined
  readonly read?: ReadFile | undefined
  /** Earlier release of the same persons. */
  readonly previous?: string | undefined
  /** Private file of the earlier release. */
  readonly previousPrivate?: string | undefined
  /** Key file of the project, for pseudonyms; made if it does not exist. */
  readonly pseudonymKey?: string | undefined
  /** True if the file has another encoding than UTF-8. */
  readonly isRecoded?: boolean | undefined
}

/** Files that a masking writes. */
export interface MaskSink extends Pick<RunOptions, Exclude<Names, 'manifest' | 'earlier'>>, OutputRequest {
  /** Other files, made with the masked file by `make`. */
  readonly others?: readonly (string | undefined)[] | undefined
  readonly make?: typeof produce | undefined
  /** Writes the files; a front end also prints them. */
  readonly write?: ((artefacts: readonly Artefact[]) => Promise<void>) | undefined
}
