import {
  createRegistry,
  isSdcError,
  numericValues,
  takeRows,
  type Dataset,
  type Metric,
  type Registry,
} from '@sdc/core'
import { measure, type Masked } from '@sdc/engine'
import standard from '@sdc/standard'
import { categories, classSizes, histogram, labelOf, records } from './before-after.js'
import { smallMap, type Point } from './map.js'
import {
  axes,
  columnsOf,
  compared,
  file,
  gridOf,
  keys,
  masked,
  numbers,
  roles,
  notShown,
  scenesOf,
  settingsOf,
  type Candidate,
  type Scene,
} from './scene.js'

/** A candidate with its measured value; null if it has none. */
export interface Value extends Candidate {
  readonly value: number | null
}

/** Kinds of pictures of a page. */
export type Picture = 'values' | 'records' | 'classes' | 'map'

export interface MeasuredMethod {
  readonly scene: Scene
  readonly pictures: readonly Picture[]
  /** Parameters of the file in the pictures before and after. */
  readonly shown: Readonly<Record<string, unknown>>
  readonly grid: readonly (Candidate & { readonly risk: number | null; readonly loss: number | null })[]
}

export interface MeasuredMetric {
  readonly scene: Scene
  readonly pictures: readonly Picture[]
  readonly original: number | null
  readonly values: readonly Value[]
}

/** Measurements on census.csv for the pages. */
export interface Measured {
  readonly methods: Readonly<Record<string, MeasuredMethod>>
  readonly metrics: Readonly<Record<string, MeasuredMetric>>
}

/** Measures everything again and draws all pictures; returns texts by the files of the project. */
export async function measuredFiles(): Promise<ReadonlyMap<string, string>> {
  const registry = createRegistry().use(standard).freeze()
  const data = file()
  const masks = filesOf(registry, data)
  const grids = new Map<string, Grid>()
  const isShown = ({ id }: { readonly id: string }): boolean => !notShown.has(id)
  for (const { id } of registry.all('methods').filter(isShown)) grids.set(id, await gridOn(registry, data, id, masks))
  const found = new Map<string, Found>()
  for (const metric of registry.all('metrics').filter(isShown))
    found.set(metric.id, await metricOn(registry, data, metric, masks))
  const written = new Map<string, string>()
  /** Keeps the pictures of a page and returns their kinds. */
  const keep = (page: string, pictures: Pictures): Picture[] =>
    (Object.entries(pictures) as [Picture, string | undefined][]).flatMap(([kind, text]) => {
      if (text === undefined) return []
      written.set(`docs/${page}-${kind}.svg`, text)
      return [kind]
    })
  const methods: Record<string, MeasuredMethod> = {}
  for (const [id, grid] of grids) {
    const shown = shownOf(registry, id)
    const pictures = {
      ...beforeAfter(data, await masks(shown), columnsOf(registry, id)),
      map: mapOf(registry, grids, id),
    }
    methods[id] = {
      scene: sceneOfMethod(registry, id),
      pictures: keep(`methods/${id}`, pictures),
      shown: shown.params,
      grid,
    }
  }
  const metrics: Record<string, MeasuredMetric> = {}
  for (const [id, own] of found)
    metrics[id] = { ...own, pictures: keep(`metrics/${id}`, picturesOfMetric(registry, found, id)) }
  return written.set('tooling/docs/measured.json', jsonOf({ methods, metrics }))
}

type Pictures = Partial<Record<Picture, string | undefined>>
type Grid = MeasuredMethod['grid']
type Found = Omit<MeasuredMetric, 'pictures'>

/** Returns a line for each method and metric. */
function jsonOf(all: Measured): string {
  const lines = Object.entries(all).map(([sort, of]) => {
    const own = Object.entries(of).map(([id, one]) => `${JSON.stringify(id)}:${JSON.stringify(one, rounded)}`)
    return `${JSON.stringify(sort)}:{\n${own.join(',\n')}\n}`
  })
  return `{${lines.join(',\n')}}\n`
}

type Files = (candidate: Candidate) => Promise<Masked>

/** Each masked file is made once. */
function filesOf(registry: Registry, data: Dataset): Files {
  const made = new Map<string, Promise<Masked>>()
  return (candidate) => {
    const name = JSON.stringify(candidate)
    const one = made.get(name) ?? masked(registry, data, candidate)
    made.set(name, one)
    return one
  }
}

/** Returns the middle of the grid. */
export function shownOf(registry: Registry, id: string): Candidate {
  const grid = gridOf(registry, id)
  return grid[Math.floor((grid.length - 1) / 2)]
}

const sceneOfMethod = (registry: Registry, id: string): Scene => (columnsOf(registry, id) === keys ? 'keys' : 'numbers')

async function gridOn(registry: Registry, data: Dataset, id: string, files: Files): Promise<Grid> {
  const { risk, loss } = axes[sceneOfMethod(registry, id)]
  const columns = columnsOf(registry, id)
  const grid = []
  for (const candidate of gridOf(registry, id)) {
    const one = await files(candidate)
    const value = (metric: string): Promise<number | null> => valueOf(registry, data, one, metric, columns)
    grid.push({ ...candidate, risk: await value(risk), loss: await value(loss) })
  }
  return grid
}

/** Uses the first scene in which the value differs between files. */
async function metricOn(registry: Registry, data: Dataset, metric: Metric, files: Files): Promise<Found> {
  // People similar to those of the file, but outside it: every second record.
  const [own, control] = metric.needs === 'control' ? [everySecond(data, 0), everySecond(data, 1)] : [data, undefined]
  const filesOfOwn = control === undefined ? files : filesOf(registry, own)
  const found: Found[] = []
  for (const scene of scenesOf(metric)) {
    const value = (one: Masked | Dataset): Promise<number | null> =>
      valueOf(registry, own, one, metric.id, scene === 'keys' ? keys : numbers, control)
    const values: Value[] = []
    for (const candidate of compared[scene].flatMap((id) => gridOf(registry, id)))
      values.push({ ...candidate, value: await value(await filesOfOwn(candidate)) })
    found.push({ scene, original: await value(own), values })
    if (new Set(values.map((one) => one.value?.toPrecision(3))).size > 2) break
  }
  return found.at(-1) as Found
}

const everySecond = (data: Dataset, first: number): Dataset =>
  takeRows(
    data,
    Int32Array.from({ length: data.rows / 2 }, (_, i) => 2 * i + first),
  )

/** Returns the value of a metric; null if it has none for such columns. */
async function valueOf(
  registry: Registry,
  data: Dataset,
  one: Masked | Dataset,
  metric: string,
  columns: readonly string[],
  control?: Dataset,
): Promise<number | null> {
  try {
    const settings = { registry, roles, columns, seed: 'docs', control }
    const [{ value }] = await measure(data, one, [[metric, settingsOf[metric] ?? {}]], settings)
    return value
  } catch (error) {
    if (isSdcError(error)) return null
    throw error
  }
}

/** Returns pictures of a column, or of the quasi-identifiers, before and after. */
export function beforeAfter(
  data: Dataset,
  { files: [{ data: after, origin }] }: Masked,
  columns: readonly string[],
): Pictures {
  if (columns === keys) {
    // The column that changed most.
    const moved = (name: string): number =>
      Array.from(origin).filter((from, i) => labelOf(data.column(name), from) !== labelOf(after.column(name), i)).length
    const [name] = keys.toSorted((a, b) => moved(b) - moved(a))
    return {
      values: categories(name, data.column(name), after.column(name)),
      classes: classSizes(data, after, keys),
    }
  }
  const [name] = columns
  const [original, values] = [numericValues(data, name), numericValues(after, name)]
  const isKnown = origin.some((from) => from >= 0)
  return {
    values: histogram(name, original, values),
    records: isKnown ? records(name, original, values, origin) : undefined,
  }
}

const inShort = (params: Readonly<Record<string, unknown>>): string => String(Object.values(params)[0] ?? '')

function mapOf(registry: Registry, grids: ReadonlyMap<string, Grid>, id: string): string | undefined {
  const scene = sceneOfMethod(registry, id)
  const points = [...compared[scene].filter((other) => other !== id), id].flatMap((method) =>
    (grids.get(method) ?? []).flatMap(({ params, risk, loss }): Point[] =>
      risk === null || loss === null ? [] : [{ method, label: inShort(params), across: loss, up: risk }],
    ),
  )
  if (points.every(({ method }) => method !== id)) return undefined
  const [across, up] = [axes[scene].loss, axes[scene].risk].map((metric) => axisLabel(registry, metric))
  const description = `Risk–utility map of ${registry.get('methods', id).title} among other methods`
  return smallMap({ description, across, up, points, of: id })
}

function picturesOfMetric(registry: Registry, found: ReadonlyMap<string, Found>, id: string): Pictures {
  const metric = registry.get('metrics', id)
  const { scene, values: all } = found.get(id) as Found
  const values = all.flatMap((one) => (one.value === null ? [] : [{ ...one, value: one.value }]))
  if (values.length === 0) return {}
  const valuesOf = (other: string): readonly Value[] => found.get(other)?.values ?? []
  const label = axisLabel(registry, id)
  const byStrength = values.map((one) => ({
    method: one.method,
    label: '',
    across: strengthOf(valuesOf(axes[scene].risk), one),
    up: one.value,
  }))
  // Risks are drawn above the loss, other metrics below the risk.
  const isRisk = metric.kind === 'risk'
  const other = isRisk ? axes[scene].loss : axes[scene].risk
  const points = values.flatMap((one): Point[] => {
    const value = valuesOf(other).find((another) => isSame(one, another))?.value
    if (value === undefined || value === null) return []
    return [{ method: one.method, label: '', across: isRisk ? value : one.value, up: isRisk ? one.value : value }]
  })
  const [across, up] = isRisk ? [axisLabel(registry, other), label] : [label, axisLabel(registry, other)]
  return {
    values: smallMap({
      description: `${metric.title} of files that are masked weakly to strongly`,
      across: 'masking',
      up: label,
      points: byStrength,
      names: ['weak', 'medium', 'strong'],
    }),
    map:
      other === id ? undefined : smallMap({ description: `Risk–utility map with ${metric.title}`, across, up, points }),
  }
}

const isSame = (a: Candidate, b: Candidate): boolean =>
  a.method === b.method && JSON.stringify(a.params) === JSON.stringify(b.params)

/** Returns the rank of a candidate among those of its method, from the highest risk. */
function strengthOf(risks: readonly Value[], candidate: Candidate): number {
  const own = risks.filter(({ method }) => method === candidate.method).sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  // A method without a parameter is in the middle.
  return own.length === 1 ? 1 : own.findIndex((one) => isSame(one, candidate))
}

/** Returns the id with the unit. */
function axisLabel(registry: Registry, id: string): string {
  const { unit } = registry.get('metrics', id)
  return `${id} (${unit})`
}

/** Three significant digits suffice for a page. */
const rounded = (_name: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(3)) : value
