import { briefSentences, type Card, type NoteTopic } from '@sdc/core'
import type { ExplainedView } from '../protocol/method-types.js'
import { registry } from '../registry.js'

/** Topics of notes that explain a card without a brief. */
const topics: Readonly<Record<'methods' | 'metrics', readonly NoteTopic[]>> = {
  methods: ['keeps', 'loses'],
  metrics: ['interpretation', 'limits'],
}

/**
 * Explains methods and metrics by their cards.
 *
 * @param ids - Their ids; the end of a metric's interval (`risk/dld:upper`) is left out.
 * @returns A title and up to three sentences each.
 */
export function explained(ids: readonly string[]): ExplainedView[] {
  return [...new Set(ids.map((id) => id.split(':')[0]))].flatMap((id) =>
    (['methods', 'metrics'] as const).flatMap((kind) => {
      const card: Card | undefined = registry()
        .all(kind)
        .find((one) => one.id === id)
      return card ? [{ id, title: card.title, sentences: briefSentences(card, topics[kind]) }] : []
    }),
  )
}
