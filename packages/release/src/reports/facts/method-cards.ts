import { sourceText, type Registry, methodNotes } from '@sdc/core'
import type { StepPlan } from '@sdc/engine'
import type { ReportCard } from '@sdc/report'
import { parameterPairs } from './done-sentence.js'

/**
 * Returns the cards of the methods of a plan, each once, with their parameters.
 *
 * @param registry - Registry with the methods.
 * @param steps - The plan.
 * @returns A card for each step, in their order.
 */
export function methodCards(registry: Registry, steps: readonly StepPlan[]): ReportCard[] {
  return steps.map(({ use, params }) => {
    const method = registry.get('methods', use)
    const limits = methodNotes(method).filter(({ topic }) => topic === 'loses' || topic === 'limits')
    return {
      id: use,
      title: method.title,
      text: [method.summary, `Formula: ${method.formula}.`, ...limits.map(({ text }) => text)].join(' '),
      source: sourceText(method.source, registry.pluginOf(use).references),
      enables: method.enables ?? [],
      parameters: parameterPairs(registry, use, params),
    }
  })
}

/**
 * Returns what an intruder can do with a file that these methods made: by the cards of the methods, and by the attacks
 * that are programs.
 *
 * @param registry - Registry with methods and attacks.
 * @param steps - The plan.
 * @returns A card for each method with such a text, then one for each attack on a file.
 */
export function attackCards(registry: Registry, steps: readonly StepPlan[]): ReportCard[] {
  const used = [...new Set(steps.map(({ use }) => use))]
  const said = used.flatMap((use): ReportCard[] => {
    const method = registry.get('methods', use)
    const notes = methodNotes(method).filter(({ topic }) => topic === 'attacks')
    if (notes.length === 0) return []
    return [
      {
        id: use,
        title: `On ${method.title}`,
        text: notes.map(({ text }) => text).join(' '),
        source: sourceText(method.source, registry.pluginOf(use).references),
      },
    ]
  })
  const programs = registry
    .all('attacks')
    .filter(({ of }) => of !== 'service')
    .map(({ id, title, summary, knows, source }): ReportCard => ({
      id,
      title,
      text: [summary, ...needs(knows), `Try it: sdc attack run ${id}.`].join(' '),
      source: sourceText(source, registry.pluginOf(id).references),
    }))
  return [...said, ...programs]
}

/** Returns what an intruder needs in addition to the file, as a sentence; empty if the file suffices. */
function needs(knows: Readonly<Record<string, string>>): string[] {
  const all = Object.values(knows).map((one) => one.replace(/\.+$/, ''))
  return all.length === 0 ? ['It needs the file alone.'] : [`It also needs: ${all.join('; ')}.`]
}
