import type { Dataset, Message, Registry } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { HierarchyFiles, InputFile } from '@sdc/inspect'
import type { MeasuredFile } from '../measure/measure-masked.js'
import type { PairRequest } from '../measure/measure-pair.js'
import type { ReadFile } from './files/manifests-beside.js'

/** Columns, metrics and settings of a measurement. */
export interface MeasureRequest extends Omit<PairRequest, 'population' | 'control' | 'tick'> {
  readonly registry: Registry
  /** Schema of the original. */
  readonly schema?: FileSchema | undefined
  readonly hierarchies?: HierarchyFiles | undefined
  readonly quasiIdentifiers?: readonly string[] | undefined
  /** File for the risks of each masked record. */
  readonly records?: string | undefined
  /** False if the first line of the files is a record. */
  readonly header?: boolean | undefined
}

/** The files of a measurement. */
export interface MeasureFiles {
  readonly original: string
  readonly masked: string
  /** Column that links the records of both. */
  readonly link?: string | undefined
  /** Private file of the run, or a CSV file with a column `origin`. */
  readonly origin?: InputFile | undefined
  /** Reads the population and people outside of the original, with the kinds of the original's columns. */
  readonly others?: ((original: Dataset, schema: FileSchema | undefined) => Promise<OtherFiles>) | undefined
  /** Paths of the population and of the people outside. */
  readonly population?: string | undefined
  readonly control?: string | undefined
  readonly read?: ReadFile | undefined
  /** True if the files have another encoding than UTF-8. */
  readonly isRecoded?: boolean | undefined
}

/** Files that some metrics need in addition to the two. */
export interface OtherFiles {
  readonly population: Dataset | undefined
  readonly control: Dataset | undefined
}

/** Result of a measurement. */
export interface MeasuredFiles {
  readonly result: MeasuredFile
  /** The original; without its records if it was measured out of core. */
  readonly original: Dataset
  readonly messages: readonly Message[]
}
