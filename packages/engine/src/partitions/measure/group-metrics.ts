/** The stages that measure groups of records: small ones are read whole by a task, large ones are measured out of core. */
import { BLOCK, type Dataset, type PairColumns, type Rng, type Store } from '@sdc/core'
import { measureFiles, type GroupMeasured, type Measured, recordsByGroup } from '../../measure/measure.js'
import type { MetricPlan } from '../../plan/plan.js'
import { sourceOf, type LinkBy } from '../source/source.js'
import type { Driven, DrivenBy } from '../tasks/drive.js'
import { runTask, type HasStore, type Stage } from '../tasks/stage.js'
import { getJson, putJson, within } from '../tasks/store.js'
import { bytesInMemory, readWhole, type MeasuredSources } from './files-in-memory.js'
import { dropsOfGroups, groupSource, originInGroup, splitGroups, type PairedGroup } from './split-groups.js'
import type { StagePairContext } from './stage-pair-context.js'
import { keptMeasurement, measurementOf, type KeptMeasurement } from './stored-measurement.js'

/** A requested metric, and the reason why groups have no value of it. */
export interface GroupMetric extends Pick<Measured, 'metric' | 'params'> {
  readonly plan: MetricPlan
  readonly why: string | undefined
}

/** Files of a group that is measured out of core. */
export interface LargeGroup extends MeasuredSources {
  readonly link: LinkBy | undefined
  readonly store: Store
  readonly rng: Rng
}

/** Stages of a group that is measured out of core, and its values once they have ended. */
export interface PlannedGroup extends Driven<HasStore> {
  values(): Promise<{ readonly measured: readonly Measured[] }>
}

/** Groups to measure, their columns and metrics. */
export interface GroupsPlan {
  readonly by: readonly string[]
  readonly columns: readonly string[]
  /** Columns that metrics may read of a group. */
  readonly names: PairColumns
  readonly metrics: readonly GroupMetric[]
  /** False if record i of one file is linked to record i of the other. */
  readonly isLinked: boolean
  planOf(group: LargeGroup): PlannedGroup
}

/** Stages of the groups, and their values once the stages have ended. */
export interface GroupMetrics {
  stages(by: DrivenBy): AsyncGenerator<readonly Stage<StagePairContext>[], void>
  measured(): Promise<readonly GroupMeasured[]>
}

/** Stored values of a group. */
interface KeptGroup {
  readonly key: string
  readonly measured: readonly { readonly columns: readonly string[]; readonly measurement: KeptMeasurement }[]
}

const MEASURE = 'groups/measure'
const measuredName = (task: number): string => `groups/measured/${task}`

/**
 * Measures groups of records, each as if it were a separate file.
 *
 * @param around - Both files, once their columns are stored and their records are linked.
 * @param plan - The groups and the metrics.
 * @returns The stages, and the values.
 */
export function groupMetrics(around: StagePairContext, plan: GroupsPlan): GroupMetrics {
  const { by, columns, names, metrics, isLinked } = plan
  const { registry, given, roles, rng, store, sources, taskBytes = Infinity } = around
  const split = splitGroups(by, names, isLinked)
  const large = new Map<string, PlannedGroup>()
  const bytesOfOthers = [sources.population, sources.control].reduce(
    (sum, source) => sum + bytesInMemory(source?.rows ?? 0, source?.names.length ?? 0),
    0,
  )
  const isSmall = ({ original, masked }: PairedGroup): boolean =>
    masked.count === 0 ||
    bytesOfOthers +
      bytesInMemory(original.count, names.original.length) +
      bytesInMemory(masked.count, names.masked.length) <=
      taskBytes
  let read: ReturnType<typeof readOthers> | undefined
  const others = (): ReturnType<typeof readOthers> => (read ??= readOthers(sources, by))
  const batches = async (): Promise<readonly (readonly PairedGroup[])[]> =>
    batchesOf((await split.all(around)).filter(isSmall), around.masked.partBlocks * BLOCK)

  async function measured(group: PairedGroup): Promise<KeptGroup> {
    const { key } = group
    const { population, control } = await others()
    const asked = metrics.filter(({ why }) => why === undefined)
    const found =
      asked.length === 0
        ? []
        : await measureFiles({
            registry,
            original: await readWhole(
              groupSource(around, group, { side: 'original', names: names.original }),
              names.original,
            ),
            masked: await readWhole(groupSource(around, group, { side: 'masked', names: names.masked }), names.masked),
            origin: await originInGroup(around, group),
            columns,
            given,
            roles,
            metrics: asked.map((one) => one.plan),
            rng: rng.child(key),
            population: population(key),
            control: control(key),
          })
    const kept = metrics.map((one): KeptGroup['measured'][number] => {
      if (one.why !== undefined) return { columns: [], measurement: { value: null, reason: one.why, used: 0 } }
      const { columns: own, measurement } = found[asked.indexOf(one)]
      return { columns: own, measurement: keptMeasurement(measurement) }
    })
    return { key, measured: kept }
  }

  const measure: Stage<StagePairContext> = {
    name: MEASURE,
    tasks: async () => (await batches()).length,
    async run(_, task) {
      const kept: KeptGroup[] = []
      for (const group of (await batches())[task]) kept.push(await measured(group))
      await putJson(store, measuredName(task), kept)
      return new Float64Array(0)
    },
  }

  async function plannedGroup(group: PairedGroup, own: Store): Promise<PlannedGroup> {
    const { population, control } = await others()
    const numbers = isLinked ? unusedName('number of the original', names) : undefined
    const of = (data: Dataset | undefined): MeasuredSources['population'] => data && sourceOf(data)
    return plan.planOf({
      original: groupSource(around, group, { side: 'original', names: names.original, numbers }),
      masked: groupSource(around, group, { side: 'masked', names: names.masked, numbers }),
      population: of(population(group.key)),
      control: of(control(group.key)),
      link: numbers === undefined ? undefined : { key: numbers },
      store: own,
      rng: rng.child(group.key),
    })
  }

  return {
    async *stages(drivenBy) {
      yield split.stages
      yield [measure]
      for (const [g, group] of (await split.all(around)).entries()) {
        if (isSmall(group)) continue
        const base = `groups/large/${g}/`
        const planned = await plannedGroup(group, within(store, base))
        large.set(group.key, planned)
        for await (const stages of planned.stages(drivenBy))
          yield stages.map((stage) => stageWithin(stage, planned, base))
      }
      yield [
        {
          name: 'groups/drop',
          tasks: () => Promise.resolve(0),
          drops: dropsOfGroups,
          run: () => Promise.resolve(new Float64Array(0)),
        },
      ]
    },
    async measured() {
      const small = new Map<string, readonly Measured[]>()
      for (const task of (await batches()).keys())
        for (const { key, measured: kept } of (await getJson(store, measuredName(task))) as readonly KeptGroup[])
          small.set(
            key,
            kept.map(({ columns: own, measurement }, m) => {
              const { metric, params } = metrics[m]
              return { metric, params, columns: own, measurement: measurementOf(measurement) }
            }),
          )
      const groups: GroupMeasured[] = []
      for (const { key, label, masked } of await split.all(around)) {
        const values = small.get(key) ?? (await large.get(key)?.values())?.measured ?? []
        groups.push({ group: label, records: masked.count, measured: values })
      }
      return groups
    },
  }
}

/** Reads other files whole, and returns their records by group. */
async function readOthers({ population, control }: MeasuredSources, by: readonly string[]) {
  const of = async (source: MeasuredSources['population']): Promise<ReturnType<typeof recordsByGroup>> =>
    recordsByGroup(source && (await readWhole(source, source.names)), by)
  return { population: await of(population), control: await of(control) }
}

/** Groups by task: together they have about so many records. */
function batchesOf(groups: readonly PairedGroup[], records: number): readonly (readonly PairedGroup[])[] {
  const batches: PairedGroup[][] = []
  let held = Infinity
  for (const group of groups) {
    const count = Math.max(group.original.count, group.masked.count)
    if (held + count > records) {
      batches.push([])
      held = 0
    }
    batches[batches.length - 1].push(group)
    held += count
  }
  return batches
}

/** Prefixes the names of a measurement's stage, so that it runs in the work folder of the whole measurement. */
function stageWithin(stage: Stage<HasStore>, { around }: PlannedGroup, base: string): Stage<StagePairContext> {
  return {
    name: `${base}${stage.name}`,
    tasks: () => stage.tasks(around),
    drops: (stage.drops ?? []).map((prefix) => `${base}${prefix}`),
    async run(_, task) {
      await runTask(stage, around, task)
      return new Float64Array(0)
    },
  }
}

/** Returns a name that no column has. */
function unusedName(name: string, { original, masked }: PairColumns): string {
  return original.includes(name) || masked.includes(name) ? unusedName(`${name}+`, { original, masked }) : name
}
