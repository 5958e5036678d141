import { SdcError, type Dataset, type Ids, type MaskingMethod } from '@sdc/core'
import { rootRng } from '../run/root-rng.js'
import type { FileState } from '../run/files/assemble.js'
import { replicateRng, runSteps, type RunResult } from '../run/run.js'
import { schemaOf } from './file-schema.js'
import { registryOf } from './registered.js'
import type { AnyParams, MaskSettings, MaskSteps, NamedStep, WithRegistry } from './step-types.js'
import { methodIn, stepPlans, valuesIn } from './steps.js'
import { checkDataset } from './check-dataset.js'

/** Result of masking: the first file, and all of them if a method makes several. */
export interface Masked extends RunResult, FileState {}

/**
 * Masks columns of a file by one method. Checks its parameters, the columns, groups, missing values and the result;
 * drawn numbers are rounded to the step of their column; `warnings` holds warnings for the user. `sdc mask` gives the
 * same with the same seed.
 *
 * @param data - The file.
 * @param method - The method: `mdavMethod` of `@sdc/methods-microaggregation`.
 * @param params - Its parameters, if they are not the defaults.
 * @param settings - The columns, and further settings of file and step.
 * @returns The masked file, the origin of each of its records, and warnings.
 * @throws SdcError: BAD_PARAMETER, UNKNOWN_COLUMN, NO_COLUMNS, MISSING_VALUES, TOO_FEW_RECORDS, … (docs/errors.md).
 */
export function mask<I>(
  data: Dataset,
  method: MaskingMethod<unknown, I>,
  params?: NoInfer<I>,
  settings?: MaskSettings,
): Promise<Masked>
/**
 * Masks columns of a file by a method that is named by its id.
 *
 * @param data - The file.
 * @param method - The id; the type checker rejects an unknown id if the registry is `@sdc/standard`.
 * @param params - Its parameters.
 * @param settings - Settings with the registry that has the method.
 * @returns As above.
 */
export function mask<I extends Ids>(
  data: Dataset,
  method: NoInfer<I>['methods'],
  params: AnyParams,
  settings: WithRegistry<MaskSettings, I>,
): Promise<Masked>
/**
 * Masks columns of a file by several steps in order: `[[mdavMethod, { k: 5 }], rankMethod]`. A final post-masking step
 * (reverse mapping) works on the columns that the steps before it masked.
 *
 * @param data - The file.
 * @param steps - Methods, or pairs of a method and its parameters; a third entry has settings for that step only.
 * @param settings - Settings for all steps.
 * @returns As above.
 */
export function mask<const T extends readonly unknown[]>(
  data: Dataset,
  steps: MaskSteps<T>,
  settings?: MaskSettings,
): Promise<Masked>
/**
 * Masks columns of a file by several steps whose methods are named by their ids.
 *
 * @param data - The file.
 * @param steps - Ids, or pairs of an id and parameters.
 * @param settings - Settings with the registry that has the methods.
 * @returns As above.
 */
export function mask<I extends Ids>(
  data: Dataset,
  steps: readonly NamedStep<NoInfer<I>>[],
  settings: WithRegistry<MaskSettings, I>,
): Promise<Masked>
export async function mask(
  data: Dataset,
  what: NamedStep | readonly NamedStep[],
  paramsOrSettings: unknown = {},
  settings: MaskSettings = {},
): Promise<Masked> {
  return Array.isArray(what)
    ? maskBySteps(data, what as readonly NamedStep[], paramsOrSettings as MaskSettings)
    : maskBySteps(data, [[what, paramsOrSettings] as NamedStep], settings)
}

async function maskBySteps(original: Dataset, steps: readonly NamedStep[], settings: MaskSettings): Promise<Masked> {
  checkDataset(original, 'data')
  if (steps.length === 0) {
    const fix = 'Pass at least one method: [[mdavMethod, { k: 5 }], rankMethod].'
    throw new SdcError('BAD_PLAN', 'no steps are given', {}, fix)
  }
  const registry = registryOf({ methods: valuesIn(steps.map(methodIn)) }, settings.registry)
  const plans = stepPlans(registry, steps, settings)
  const schema = schemaOf(original, settings)
  const rng = replicateRng(rootRng(settings.seed))
  return maskedOf(await runSteps({ registry, original, schema, steps: plans, rng, tick: settings.tick }))
}

/**
 * A run with the data of its first file.
 *
 * @param run - The run; it usually has one file.
 * @returns The run with `data` and `origin` of its first file.
 */
export function maskedOf(run: RunResult): Masked {
  const [{ data, origin }] = run.files
  return { ...run, data, origin }
}
