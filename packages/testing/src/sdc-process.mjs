import { fork } from 'node:child_process'

/**
 * The built command line in one process for many runs, one after the other: to load it takes most of the time of a small one.
 *
 * @returns `run(folder, args)`, which gives what a run in that folder printed and its exit status; `done(folder, ...args)`, which throws
 *   what it says where it fails; and `end()`
 */
export function sdcProcess() {
  const host = fork(new URL('./sdc-host.mjs', import.meta.url))
  // They are told apart by their order.
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
