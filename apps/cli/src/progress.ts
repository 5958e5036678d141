/** Progress of long work on stderr: silent for the first second, then a line that is rewritten, or a line every 10 % in a log. */
export function progress(what: string): { tick: (fraction: number) => void; done: () => void } {
  const start = performance.now()
  const live = process.stderr.isTTY === true
  let shown = 0
  let last = -1
  return {
    tick(fraction) {
      const now = performance.now()
      const percent = Math.min(100, Math.floor(fraction * 100))
      if (now - start < 1000 || now - shown < 100) return
      if (live && percent !== last) process.stderr.write(`\r${what}: ${percent} %`)
      else if (!live && percent >= last + 10) process.stderr.write(`${what}: ${percent} %\n`)
      else return
      shown = now
      last = percent
    },
    done() {
      if (live && last >= 0) process.stderr.write(`\r${' '.repeat(what.length + 8)}\r`)
    },
  }
}

/** Says the sentences of a step at once, before what follows takes long or fails. */
export function said<Step extends { readonly sentences: readonly string[] }>(step: Step): Step {
  step.sentences.forEach(say)
  return step
}

/** A sentence for the person at the terminal; stdout carries data only. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
