import { asInfo, type Dataset, type Message, type Registry } from '@sdc/core'
import { kindsTogether, type Limit } from '@sdc/engine'
import { areMetricIds } from '@sdc/inspect'
import { measuredArtefacts, measuredJson, measuredText, type MeasuredFile } from '@sdc/release'
import type { Command } from 'commander'
import type { MeasureCommandOptions } from './measure-options.js'
import { screenOf } from '../terminal/screen.js'
import { deliver, pathsOf } from '../output/deliver.js'

/** Messages and result of a measured file. */
export interface MeasuredDelivery {
  readonly options: MeasureCommandOptions
  readonly registry: Registry
  /** The original, or a file without records that has its columns. */
  readonly original: Dataset
  readonly messages: readonly Message[]
  readonly limits: readonly Limit[]
}

/**
 * Writes the files of a measurement, prints the result, and says the messages.
 *
 * @param command - The command, with the options of its screen.
 * @param result - The measured file.
 * @param delivery - Options, messages and limits.
 */
export async function deliverMeasured(
  command: Command,
  result: MeasuredFile,
  { options, registry, original, messages, limits }: MeasuredDelivery,
): Promise<void> {
  const usualLoss = registry.defaults.axes?.[kindsTogether(original, result.columns)]?.loss
  const context = { messages, limits, usualLoss }
  const artefacts = measuredArtefacts(result, options, context)
  const wrote = artefacts.length > 0 ? [asInfo(`wrote ${pathsOf(artefacts).join(', ')}`)] : []
  const details = areMetricIds(registry, options.metrics)
  const printed = options.json
    ? measuredJson(result, context)
    : measuredText(result, { details, usualLoss }, screenOf(command.opts()))
  await deliver({ artefacts, printed, messages: [...messages, ...wrote] })
}
