import type { Executor } from '@sdc/engine'
import { coarserLevels, ruleStates } from '@sdc/inspect'
import type { Call, Calls, JobData } from './protocol/messages.js'
import { readingKey } from './data/reading-key.js'
import type { ComparisonView, Measurements } from './protocol/comparison-types.js'
import type { OpenedFile } from './protocol/file-types.js'
import type { Progress } from './protocol/protocol.js'
import { anonymise } from './anonymise/anonymise.js'
import { hierarchyViews, readHierarchy } from './anonymise/hierarchy-view.js'
import { compare } from './compare/compare.js'
import { choose } from './compare/choose.js'
import { unmet } from './compare/unmet.js'
import { explained } from './compare/explained.js'
import { riskView } from './compare/risk-view.js'
import { disclosingColumns } from './compare/disclosing-columns.js'
import { fileSource } from './data/data-source.js'
import { methodViews } from './compare/method-views.js'
import type { HeldPair } from './pair/held-pair.js'
import { measureElsewhere, type MeasuredElsewhere } from './pair/measure-elsewhere.js'
import { openData, openedFile, type OpenData } from './data/open-data.js'
import { planText } from './plans/plan-text.js'
import { readPolicyFile, withException } from './compare/policies.js'
import { readHistory } from './plans/read-history.js'
import { readPlanFile } from './plans/read-plan-file.js'
import { schemaOf } from './plans/settings-plan.js'
import { registry } from './registry.js'
import { drawRelease, type DrawnRelease } from './release/release.js'
import { isLarge } from './data/room.js'
import { replay } from './release/replay.js'
import { tablePage } from './data/table-page.js'

/** State of a worker between questions. */
export interface Held {
  data?: OpenData | undefined
  release?: DrawnRelease | undefined
  /** The run of the chosen candidate. */
  chosen?: HeldPair | undefined
  /** A masked file from elsewhere. */
  elsewhere?: MeasuredElsewhere | undefined
}

/** Callbacks while a question is answered. */
export interface Told {
  readonly progress: (progress: Progress) => void
  readonly grew: (view: () => ComparisonView) => void
  /** Returns true if the page requests an early end with the results so far. */
  readonly stopped: () => boolean
  readonly measured: (...measured: Measurements[number]) => void
}

type Answers = {
  readonly [C in Exclude<Call, 'table' | 'content' | 'zip' | 'more' | 'stop' | 'lost'>]: (
    ask: Calls[C],
    told: Told,
  ) => unknown
}

/**
 * Makes the functions that answer the questions to a worker.
 *
 * @param held - Its state.
 * @param executor - Runs candidates in threads.
 * @returns A function for every question; they throw `SdcError`.
 */
export function answers(held: Held, executor: Executor | undefined): Answers {
  const open = async ({ file, schema = { columns: {} }, sum }: JobData): Promise<OpenData> => {
    const isRead = held.data !== undefined && readingKey(held.data.schema) === readingKey(schema)
    if (!isRead) held.data = await openData(fileSource(file), { schema, sum })
    return held.data!
  }
  /** Copying the columns of a large file to every thread takes too much memory, so its candidates run here. */
  const inThreads = ({ file }: JobData): Executor | undefined => (isLarge(file.size) ? undefined : executor)
  return {
    async open({ file, schema }, { progress }) {
      progress({ fraction: 0, doing: 'reading' })
      held.data = await openData(fileSource(file), { schema })
      const { sum } = held.data
      const look = (data: OpenData, from: number): OpenedFile =>
        openedFile(registry(), data, (part) =>
          progress({ fraction: from + ((1 - from) * part) / 2, doing: 'examining the columns' }),
        )
      const view = look(held.data, 0.3)
      if (readingKey(view.proposed) === readingKey(held.data.schema)) return { view, sum }
      // Columns of codes are shown as categories, like the proposed schema reads them.
      held.data = await openData(fileSource(file), { schema: view.proposed, sum })
      return { view: { ...look(held.data, 0.7), proposed: view.proposed, codes: view.codes }, sum }
    },
    async reopen({ data }, { progress }) {
      return openedFile(registry(), await open(data), (fraction) => progress({ fraction }))
    },
    async page({ data, table, from, count }) {
      if (table === 'original') return tablePage((await open(data)).csv, from, count)
      if (held.release === undefined) throw new Error('the worker holds no release')
      return held.release.page(from, count)
    },
    pair({ pair, what, ask }) {
      const files = { released: held.release?.pair(), chosen: held.chosen, elsewhere: held.elsewhere?.pair }[pair]
      if (files === undefined) throw new Error(`the worker holds no masked file: ${pair}`)
      return (files[what] as (asked: unknown) => unknown)(ask)
    },
    async measure(ask, { progress }) {
      held.elsewhere = await measureElsewhere(registry(), await open(ask.data), ask, progress)
      return held.elsewhere.view
    },
    measured: ({ name }) => held.elsewhere?.report(name),
    methods: async ({ data, settings }) => methodViews(registry(), await open(data), settings),
    risk: async ({ data, settings }) => await riskView(registry(), await open(data), settings),
    rules: async ({ data, settings }) => ruleStates((await open(data)).csv.dataset, schemaOf(settings)),
    coarser: async ({ data, settings, name }) =>
      coarserLevels((await open(data)).csv.dataset, schemaOf(settings), name),
    explain: ({ ids }) => explained(ids),
    anonymise: async ({ data, settings }, told) => anonymise(registry(), await open(data), settings, told),
    hierarchies: async ({ data, settings, column }) => hierarchyViews(await open(data), settings, column),
    readHierarchy: ({ file }) => readHierarchy(fileSource(file)),
    unmet: async (ask) => await unmet(registry(), await open(ask.data), ask),
    disclosing: async ({ data, settings }) => disclosingColumns(await open(data), settings),
    compare: async (ask, told) =>
      await compare(registry(), await open(ask.data), ask, { ...told, executor: inThreads(ask.data) }),
    async choose(ask, told) {
      const { view, pair } = await choose(registry(), await open(ask.data), ask, {
        ...told,
        executor: inThreads(ask.data),
      })
      held.chosen = pair
      return view
    },
    async release(ask, told) {
      held.release = await drawRelease(registry(), await open(ask.data), ask, {
        ...told,
        executor: inThreads(ask.data),
      })
      return held.release.view
    },
    async judge({ data, settings, today }, told) {
      if (held.release === undefined) throw new Error('the worker holds no release')
      held.release = await held.release.judge(settings, today, { ...told, executor: inThreads(data) })
      return held.release.view
    },
    async replay(ask, told) {
      held.release = await replay(registry(), await open(ask.data), ask.key, told)
      return held.release.view
    },
    report: ({ name }) => held.release?.report(name),
    privateSaved() {
      if (held.release === undefined) throw new Error('the worker holds no release')
      held.release.privateSaved()
    },
    plan: async ({ data, settings, label }) => planText(registry(), await open(data), settings, label),
    readPlan: async ({ data, file, usual, without }) =>
      readPlanFile(registry(), await open(data), fileSource(file), usual, without),
    readHistory: async ({ data, file }) => readHistory(registry(), await open(data), fileSource(file)),
    readPolicy: ({ file }) => readPolicyFile(registry(), fileSource(file)),
    withException: ({ policy, exception }) => withException(policy, exception),
  }
}
