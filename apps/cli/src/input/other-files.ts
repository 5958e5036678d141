import type { Option } from 'commander'
import type { Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { readOthers, type OtherPaths } from '@sdc/release'
import { otherFileFlags } from '../options/options.js'
import { access } from './files.js'

export type OtherFileOptions = OtherPaths
export const populationOption = (): Option => otherFileFlags.population.options('population')[0]
export const controlOption = (): Option => otherFileFlags.control.options('control')[0]
export const otherFiles = (paths: OtherPaths, original: Dataset, schema?: FileSchema): ReturnType<typeof readOthers> =>
  readOthers(access, paths, original, schema)
