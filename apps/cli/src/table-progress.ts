import { progress } from './progress.js'

/** Progress of work on a table, which has stages: rules, protection, audit; each is shown as a work of its own. */
export function tableProgress(): {
  readonly tick: (fraction: number, doing?: string) => void
  readonly done: () => void
} {
  let stage: string | undefined
  let bar: ReturnType<typeof progress> | undefined
  return {
    tick(fraction, doing = 'audit') {
      if (doing !== stage) {
        bar?.done()
        bar = progress(doing)
        stage = doing
      }
      bar?.tick(fraction)
    },
    done: () => bar?.done(),
  }
}
