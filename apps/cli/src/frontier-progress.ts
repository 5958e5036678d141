import type { SearchProgress } from '@sdc/workflow'

/**
 * Progress of a search on stderr: silent for the first second, then by part and generation with the time that is left; a
 * line that is rewritten on a terminal, else a line for every part and generation.
 */
export function frontierProgress(): { tick: (progress: SearchProgress) => void; done: () => void } {
  const start = performance.now()
  const live = process.stderr.isTTY === true
  let shown = 0
  let last = ''
  let widest = 0
  return {
    tick(progress) {
      const now = performance.now()
      if (now - start < 1000) return
      const text = live ? progressText(progress) : partText(progress)
      if (text === last || (live && now - shown < 100)) return
      shown = now
      last = text
      widest = Math.max(widest, text.length)
      process.stderr.write(live ? `\r${text.padEnd(widest)}` : `${text}\n`)
    },
    done() {
      if (live && last !== '') process.stderr.write(`\r${' '.repeat(widest)}\r`)
    },
  }
}

/** `generation 3 of 7: 32 runs`. */
function partText({ part, generation, tasks }: SearchProgress): string {
  const name = generation ? `generation ${generation[0]} of ${generation[1]}` : names[part]
  return part === 'choice' ? name : `${name}: ${tasks} runs`
}

function progressText(progress: SearchProgress): string {
  const { fraction, tasks, left, part } = progress
  const done = part === 'choice' ? '' : `, ${Math.min(tasks, Math.floor(fraction * tasks))} done`
  return `${partText(progress)}${done}${left === undefined ? '' : `, about ${timeText(left)} left`}`
}

const names: Readonly<Record<SearchProgress['part'], string>> = {
  grid: 'the usual grid',
  generation: 'a generation',
  confirmation: 'the winners again',
  choice: 'every risk of the winners',
  'fresh runs': 'fresh runs of what is printed',
}

function timeText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return whole < 90 ? `${whole} s` : `${Math.round(whole / 60)} min`
}
