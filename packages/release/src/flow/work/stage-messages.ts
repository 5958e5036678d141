import type { PartsProgress, TaskOutcome } from '@sdc/engine/partitions'
import type { BoundStep } from '@sdc/engine'

/** Returns the activity of a stage, for progress: `noise/additive, pass 1`; of a measurement `metrics, pass 1`. */
export function stageMessage(stage: string, steps: readonly BoundStep[] = []): string {
  const [first, ...rest] = stage.split('/')
  const number = /^step-(\d+)$/.exec(first)?.[1]
  if (number === undefined) return WORDS.get(stage) ?? [first, ...rest].join(', ').replaceAll('-', ' ')
  const step = steps[Number(number) - 1]
  const words = rest.map((word, at) => (at === 0 && /^\d+$/.test(word) ? step.columns[Number(word)] : word))
  return [step.method.id, ...words.map((word) => word.replaceAll('-', ' '))].join(', ')
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['read', 'reading'],
  ['read-masked', 'reading the masked file'],
  ['spread', 'spread of the columns'],
  ['rules/original', 'rules of the original'],
  ['rules/keep', 'keeping the rules'],
  ['finish', 'writing'],
])

/** Progress of a run out of core. */
export function stateOf(
  { stage, number, done, tasks }: PartsProgress,
  steps?: readonly BoundStep[],
): { readonly stage: string; readonly done: number; readonly tasks: number } {
  return { stage: `stage ${number}, ${stageMessage(stage, steps)}`, done, tasks }
}

/** Returns a message on a lost worker, and on what happens to its task. */
export function lostMessage({ task: { stage, index }, error }: TaskOutcome, steps?: readonly BoundStep[]): string {
  const why = error === undefined ? '' : ` (${error.message})`
  return (
    `a worker was lost at task ${index + 1} of ${stageMessage(stage, steps)}${why}: its unfinished tasks ` +
    'start again elsewhere'
  )
}
