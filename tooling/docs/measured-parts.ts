import type { Registry, Sort } from '@sdc/core'
import { shell, table } from './markdown.js'
import type { Measured, MeasuredMethod, MeasuredMetric, Picture } from './measured/measured.js'
import { axes, columnsOf, compared, keys, type Scene } from './measured/scene.js'

/** Returns the sections of a page on census.csv: pictures with their values. */
export function measuredParts(registry: Registry, sort: Sort, id: string, measured: Measured): string[] {
  // census.csv has neither ids nor dates.
  if (sort === 'methods')
    return Object.hasOwn(measured.methods, id) ? methodParts(registry, id, measured.methods[id]) : []
  return sort === 'metrics' && Object.hasOwn(measured.metrics, id)
    ? metricParts(registry, id, measured.metrics[id])
    : []
}

const files: Readonly<Record<Scene, string>> = {
  numbers: 'four columns of census.csv (1,080 records): AGI, EMCONTRB, FICA and TAXINC',
  keys: 'three quasi-identifiers of census.csv (1,080 records): classes of WSALVAL, STATETAX and POTHVAL',
}

function methodParts(registry: Registry, id: string, { scene, shown, grid, pictures }: MeasuredMethod): string[] {
  const { postMasking, permutes } = registry.get('methods', id).traits
  const first = postMasking ? ` after ${permutes ? 'rank swapping' : 'another masking'}` : ''
  const settings = Object.keys(shown).length > 0 ? ` with ${paramsText(shown)}` : ' with its defaults'
  const { risk, loss } = axes[scene]
  const hasValues = grid.some((one) => one.risk !== null && one.loss !== null)
  return [
    '## Before and after',
    `The method masks ${files[scene]}${first}${settings}.`,
    images(id, pictures, ['values', 'records', 'classes']),
    shell([commandOf(registry, id, shown)]),
    '## On the risk–utility map',
    hasValues ? images(id, pictures, ['map']) : '',
    hasValues
      ? table(
          ['parameters', metricLink(risk), metricLink(loss)],
          grid.map((one) => [paramsText(one.params) || 'defaults', valueText(one.risk), valueText(one.loss)]),
        )
      : 'Its records come from no original record, so the two measures of the map have no value.',
  ]
}

/** Returns the command of the pictures, for a file of the reader. */
function commandOf(registry: Registry, id: string, shown: Readonly<Record<string, unknown>>): string {
  const { postMasking, given } = registry.get('methods', id).traits
  const isOfKeys = columnsOf(registry, id) === keys
  const columns = isOfKeys ? 'sex,region' : 'AGI,EMCONTRB,FICA,TAXINC'
  const set = Object.entries(shown).map(([name, value]) => ` --set ${name}=${value}`)
  if (postMasking) return `sdc methods ${id}`
  const conditions = given === 'required' ? ' --given PTOTVAL' : given === 'keys' ? ' --given sex,region' : ''
  return `sdc mask ${isOfKeys ? 'data' : 'census'}.csv --method ${id} --columns ${columns}${conditions}${set.join('')} -o masked.csv`
}

function metricParts(registry: Registry, id: string, { scene, original, values, pictures }: MeasuredMetric): string[] {
  const { unit, kind } = registry.get('metrics', id)
  if (values.every(({ value }) => value === null)) return []
  const rows = compared[scene].map((method) => {
    const own = values.filter((one) => one.method === method)
    return [
      `[${registry.get('methods', method).title}](../../methods/${method}.md)`,
      own.map((one) => `${valueText(one.value)}${paramsIn(one.params)}`).join(', '),
    ]
  })
  return [
    '## On census.csv',
    `Values of files masked by ${compared[scene].length} methods, in ${unit === '%' ? 'percent' : unit}. They are of ${files[scene]}.`,
    images(id, pictures, ['values', 'map']),
    table(
      ['masked by', 'value (parameter)'],
      [...(original === null ? [] : [['unmasked file', valueText(original)]]), ...rows],
    ),
    kind === 'risk'
      ? `The second picture is a risk–utility map with this risk, over ${axes[scene].loss}.`
      : `The second picture is a risk–utility map with this measure, below ${axes[scene].risk}.`,
  ]
}

const metricLink = (id: string): string => `[${id}](../../metrics/${id}.md)`

const paramsText = (params: Readonly<Record<string, unknown>>): string =>
  Object.entries(params)
    .map(([name, value]) => `\`${name}=${value}\``)
    .join(', ')

const paramsIn = (params: Readonly<Record<string, unknown>>): string =>
  Object.keys(params).length > 0 ? ` (${Object.values(params).join(', ')})` : ''

const valueText = (value: number | null): string => (value === null ? '—' : String(Number(value.toPrecision(3))))

const texts: Readonly<Record<Picture, string>> = {
  values: 'Values of the masked file',
  records: 'Masked over original values',
  classes: 'Sizes of the equivalence classes',
  map: 'Risk–utility map',
}

/** Returns the existing ones of these pictures, in one line. */
const images = (id: string, pictures: readonly Picture[], kinds: readonly Picture[]): string =>
  kinds
    .filter((kind) => pictures.includes(kind))
    .map((kind) => `![${texts[kind]}](${id.split('/')[1]}-${kind}.svg)`)
    .join(' ')
