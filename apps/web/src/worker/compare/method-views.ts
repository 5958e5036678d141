import {
  describeParams,
  isSdcError,
  kindOf,
  sourceText,
  type MaskingMethod,
  type ParamCard,
  type Registry,
} from '@sdc/core'
import { bind, comparedColumns, parseStep, usualGrid, type FileSchema } from '@sdc/engine'
import type { OpenData } from '../data/open-data.js'
import type { MethodView, ParamView } from '../protocol/method-types.js'
import type { Settings } from '../protocol/settings-types.js'
import { schemaOf } from '../plans/settings-plan.js'

/**
 * Lists every masking method with its parameters and, if any, the reason that it cannot mask the current columns.
 *
 * @param registry - The methods.
 * @param data - The file.
 * @param settings - The roles of its columns.
 * @returns The methods in the order of their families.
 */
export function methodViews(registry: Registry, { csv }: OpenData, settings: Settings): MethodView[] {
  const schema = schemaOf(settings)
  const isSynthetic = settings.goal === 'synthetic'
  const usual = new Set(
    registry.defaults.candidates?.flatMap(({ of, steps }) =>
      (of === 'records') === isSynthetic ? steps.map(({ use }) => use) : [],
    ),
  )
  return registry
    .all('methods')
    .filter(({ traits }) => !traits.postMasking)
    .map((method) => {
      const refused = refusal(registry, csv, { schema, isSynthetic }, method)
      return {
        id: method.id,
        family: method.id.split('/')[0],
        title: method.title,
        summary: method.summary,
        source: sourceText(method.source, registry.pluginOf(method.id).references),
        ...(refused !== undefined && { refused }),
        usual: usual.has(method.id),
        params: paramViews(method),
      }
    })
}

/**
 * Returns the reason that a method cannot mask the columns with a role to be masked; undefined if it can mask some of
 * them. Synthetic records need a method that draws all columns.
 */
function refusal(
  registry: Registry,
  { dataset: original }: OpenData['csv'],
  { schema, isSynthetic }: { readonly schema: FileSchema; readonly isSynthetic: boolean },
  { id, traits }: MaskingMethod,
): string | undefined {
  try {
    if (isSynthetic && traits.records !== 'synthetic') return 'masks the records of the file'
    const columns = comparedColumns(original, schema, { by: [] }, isSynthetic)
    const other = columns.find((name) => !traits.accepts.includes(kindOf(original.column(name))))
    if (isSynthetic && other !== undefined) return `cannot draw ${other}, which is ${kindOf(original.column(other))}`
    const fits = columns.filter((name) => traits.accepts.includes(kindOf(original.column(name))))
    if (fits.length === 0) return `needs a ${traits.accepts.join(' or ')} column among those to be masked`
    bind({ registry, original, schema, steps: [parseStep({ use: id, columns: fits })] })
    return undefined
  } catch (error) {
    if (isSdcError(error)) return error.message
    throw error
  }
}

function paramViews(method: MaskingMethod): ParamView[] {
  const points = usualGrid(method)
  return describeParams(method.params).map((card): ParamView => {
    const grid = points.flatMap((point) => point[card.name] ?? [])
    return {
      name: card.name,
      title: titleOf(card),
      description: card.description,
      kind: kindOfForm(card),
      default: card.default,
      ...(least(card) !== undefined && { min: least(card) }),
      ...(most(card) !== undefined && { max: most(card) }),
      ...(card.exclusiveMinimum !== undefined && { aboveMin: true }),
      ...(card.exclusiveMaximum !== undefined && { belowMax: true }),
      ...(card.values && { choices: card.values.map(String) }),
      ...(grid.length > 0 && { grid }),
    }
  })
}

/** Returns `relativeVariance` as `relative variance`, with its unit. */
function titleOf({ name, unit }: ParamCard): string {
  const words = name.replaceAll(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`,
  )
  // “percent (percent of the records)” would repeat itself.
  return unit === undefined ? words : name === 'percent' ? unit : `${words} (${unit})`
}

function kindOfForm({ type, values }: ParamCard): ParamView['kind'] {
  if (values !== undefined) return 'choice'
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'text'
}

const least = ({ minimum, exclusiveMinimum }: ParamCard): number | undefined => minimum ?? exclusiveMinimum
const most = ({ maximum, exclusiveMaximum }: ParamCard): number | undefined => maximum ?? exclusiveMaximum
