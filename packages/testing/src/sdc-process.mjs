import { fork } from 'node:child_process'

/**
 * Runs the built command line many times in one process, one run after the other: loading it takes most of the time of
 * a small run.
 *
 * @returns `run(folder, args)`, which returns the output and the exit status of a run in that folder;
 *   `done(folder, ...args)`, which throws the output if the run fails; and `end()`.
 */
export function sdcProcess() {
  const host = fork(new URL('./sdc-host.mjs', import.meta.url))
  // Replies are matched by their order.
  let last = Promise.resolve()
  const answer = (folder, args) =>
    new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`the command line ended its process: ${host.exitCode}`))
      if (!host.connected) return ended()
      host.once('disconnect', ended).once('message', (outcome) => {
        host.off('disconnect', ended)
        resolve(outcome)
      })
      host.send({ folder, args })
    })
  const run = (folder, args) => {
    const ran = last.then(() => answer(folder, args))
    last = ran.catch(() => undefined)
    return ran
  }
  return {
    run,
    async done(folder, ...args) {
      const { status, stderr } = await run(folder, args)
      if (status !== 0) throw new Error(`sdc ${args.join(' ')}: ${stderr}`)
    },
    end: () => host.kill(),
  }
}
