import type { Executor } from '@sdc/engine'
import type { Call, Calls, JobData } from './messages.js'
import type { ComparisonView, Progress } from './protocol.js'
import { compare } from './compare.js'
import { choose } from './choose.js'
import { doors } from './doors.js'
import { fileSource } from './data-source.js'
import { methodViews } from './method-views.js'
import { openData, openedFile, type OpenData } from './open-data.js'
import { planText } from './plan-text.js'
import { readPolicyFile, withException } from './policies.js'
import { readPlanFile } from './read-plan-file.js'
import { registry } from './registry.js'
import { drawRelease, type DrawnRelease } from './release.js'
import { replay } from './replay.js'
import { tablePage } from './table-page.js'

/** What a worker holds from one question to the next. */
export interface Held {
  data?: OpenData | undefined
  release?: DrawnRelease | undefined
}

/** Who is told while a question is answered. */
export interface Told {
  readonly progress: (progress: Progress) => void
  readonly grew: (view: () => ComparisonView) => void
}

type Answers = { readonly [C in Exclude<Call, 'content' | 'more' | 'lost'>]: (ask: Calls[C], told: Told) => unknown }

/**
 * What a worker answers.
 *
 * @param held - What it holds.
 * @param executor - Who runs candidates.
 * @returns A function for every question; they throw `SdcError`.
 */
export function answers(held: Held, executor: Executor | undefined): Answers {
  const open = ({ file, header, sum }: JobData): OpenData => (held.data ??= openData(fileSource(file), { header, sum }))
  const data = (): OpenData => {
    if (held.data === undefined) throw new Error('the worker holds no file')
    return held.data
  }
  return {
    open({ file, header }, { progress }) {
      progress({ fraction: 0, doing: 'reading' })
      held.data = openData(fileSource(file), { header })
      const view = openedFile(held.data, (part) =>
        progress({ fraction: 0.5 + part / 2, doing: 'looking at the columns' }),
      )
      return { view, sum: held.data.sum }
    },
    page({ table, from, count }) {
      if (table === 'original') return tablePage(data().csv, from, count)
      if (held.release === undefined) throw new Error('the worker holds no release')
      return held.release.page(from, count)
    },
    methods: ({ settings }) => methodViews(registry(), data(), settings),
    doors: ({ settings }) => doors(data(), settings),
    compare: async (ask, told) => {
      return await compare(registry(), open(ask.data), ask, { ...told, executor })
    },
    choose: (ask, told) => choose(registry(), open(ask.data), ask, { ...told, executor }),
    async release(ask, told) {
      held.release = await drawRelease(registry(), open(ask.data), ask, { ...told, executor })
      return held.release.view
    },
    async judge({ settings, today }, told) {
      if (held.release === undefined) throw new Error('the worker holds no release')
      held.release = await held.release.judge(settings, today, { ...told, executor })
      return held.release.view
    },
    async replay(ask, told) {
      held.release = await replay(registry(), open(ask.data), ask.key, told)
      return held.release.view
    },
    kept() {
      if (held.release === undefined) throw new Error('the worker holds no release')
      held.release.keep()
    },
    plan: ({ settings, label }) => planText(registry(), data(), settings, label),
    readPlan: ({ file, usual }) => readPlanFile(registry(), data(), fileSource(file), usual),
    readPolicy: ({ file }) => readPolicyFile(registry(), fileSource(file)),
    withException: ({ policy, exception }) => withException(policy, exception),
  }
}
