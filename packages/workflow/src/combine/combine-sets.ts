import { asInfo, asNote, option, SdcError } from '@sdc/core'
import {
  combineImputations,
  type CombinedEstimate,
  type CombineOptions,
  type ImputationKind,
} from '@sdc/stats/distributions'
import type { Outcome } from '@sdc/inspect'
import type { Quantity } from './estimates.js'

export interface CombinedQuantity extends CombinedEstimate {
  readonly name: string
}

/** Name of the combining rule of each kind. */
export const ruleTexts: Readonly<Record<ImputationKind, string>> = {
  partial: 'T = ū + b/m',
  full: 'T = (1 + 1/m)·b − ū',
  'missing-data': 'T = ū + (1 + 1/m)·b',
  synthetic: 'T = (n_syn/n)·ū + b/m',
}

/** Every quantity combined over the m sets, and the combining rule. */
export interface CombinedSets extends Required<CombineOptions> {
  readonly sets: number
  readonly quantities: readonly CombinedQuantity[]
}

/**
 * Combines every quantity over its sets by the rule of their kind; throws BAD_OPTION if a size ratio does not apply.
 */
export function combineSets(quantities: readonly Quantity[], options: CombineOptions): Outcome<CombinedSets> {
  const { kind, level = 0.95, sizeRatio = 1 } = options
  checkSizeRatio(options)
  const combined = quantities.map(({ name, estimates, variances }) => ({
    name,
    ...combineImputations(estimates, variances, { kind, level, sizeRatio }),
  }))
  const sets = quantities[0].estimates.length
  const replaced = combined.filter((one) => one.replaced).map(({ name }) => name)
  const note = asNote(
    `T was not positive, so that (n_syn/n)·ū stands for it: ${replaced.join(', ')}; more sets make it steadier`,
  )
  return {
    result: { kind, level, sizeRatio, sets, quantities: combined },
    artefacts: [],
    messages: [asInfo(`combined ${sets} sets as ${kind}: ${ruleTexts[kind]}`), ...(replaced.length > 0 ? [note] : [])],
  }
}

/**
 * Refuses a size ratio for other than new records, whose number alone can differ from the original; throws BAD_OPTION.
 */
function checkSizeRatio({ kind, sizeRatio }: CombineOptions): void {
  if (sizeRatio === undefined || kind === 'full' || kind === 'synthetic') return
  throw new SdcError(
    'BAD_OPTION',
    `${option('sizeRatio')} has no meaning with ${option('kind', kind)}`,
    {},
    'Leave it out.',
  )
}
