// Launchers of a run, and the processes of each that are killed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterHere, redisHere } from './fixtures.mjs'
import { childrenOf, kill, parentOf, processesWith } from './processes.mjs'
import { startProgram } from './scene.mjs'

/**
 * Launchers by name. Each opens its environment once (`undefined` if it is not installed). It has the options and
 * environment of its runs, the companion processes during a run, victims other than the driver, and the files that a
 * run leaves outside its folder. A victim returns the processes to kill; none if there is nothing to kill yet.
 */
export const launchers = {
  local: () =>
    Promise.resolve({
      options: [],
      victims: { worker: ({ run, pick }) => some(childrenOf(run.pid), pick) },
      close: () => undefined,
    }),
  async bullmq(folder) {
    const redis = await redisHere(folder)
    if (redis === undefined) return undefined
    const workers = new Set()
    const start = (scene) => {
      const worker = startProgram(scene.folder, ['worker', scene.store, '--launcher', 'bullmq', '--redis', redis.url])
      workers.add(worker)
      void worker.ended.then(() => workers.delete(worker))
    }
    return {
      options: ['--launcher', 'bullmq', '--redis', redis.url],
      /** Two workers at any time once there is a plan. */
      beside(scene, run) {
        if (run.hasEnded() || !existsSync(join(scene.store, 'plan.json'))) return
        while (workers.size < 2) start(scene)
      },
      async after() {
        for (const worker of workers) kill(worker.pid)
        await Promise.all([...workers].map(({ ended }) => ended))
      },
      victims: {
        // The worker, or the process that runs its tasks.
        worker: ({ pick }) => {
          const [chosen] = some([...workers], pick)
          if (chosen === undefined) return []
          return pick('which') < 0.5 ? [chosen.pid] : some(childrenOf(chosen.pid), pick)
        },
      },
      left() {
        const { hostname, port } = new URL(redis.url)
        const { stdout } = spawnSync('redis-cli', ['-h', hostname, '-p', port, '--scan'], { encoding: 'utf8' })
        return stdout
          .split('\n')
          .filter(Boolean)
          .map((key) => `in Redis: ${key}`)
      },
      close: () => redis.stop(),
    }
  },
  async slurm(folder) {
    const cluster = await clusterHere(folder)
    if (cluster === undefined) return undefined
    const env = { SLURM_CONF: cluster.env.SLURM_CONF }
    const asked = (command, ...args) =>
      spawnSync(command, args, { env: { ...process.env, ...env }, encoding: 'utf8' }).stdout.trim()
    const ofCluster = (...more) => processesWith(`SLURM_CONF=${env.SLURM_CONF}`, ...more)
    /** Returns the processes of jobs, and those that gave them their tasks. */
    const ofJobs = (node) => processesWith(`SLURMD_NODENAME=${node}`).filter((pid) => ofCluster().includes(pid))
    const nodes = ['n1', 'n2']
    return {
      options: ['--launcher', 'slurm'],
      env,
      victims: {
        task: ({ pick }) => some(nodes.flatMap(ofJobs), pick),
        node({ pick }) {
          const [node] = some(
            nodes.filter((one) => ofJobs(one).length > 0),
            pick,
          )
          if (node === undefined) return []
          const jobs = ofJobs(node)
          // The Slurm process that watches a job does not belong to the job.
          const watching = jobs.map(parentOf).filter((pid) => pid > 1 && !jobs.includes(pid))
          const daemon = Number(readFileSync(join(cluster.folder, `${node}.pid`), 'utf8'))
          return Object.assign([daemon, ...new Set(watching), ...jobs], { node })
        },
      },
      /** Restarts a killed node. */
      revive({ node }) {
        if (node === undefined) return
        // Like an operator: Slurm would otherwise wait a minute or two for the killed node to report.
        asked('scontrol', 'update', `NodeName=${node}`, 'State=DOWN', 'Reason=killed')
        asked('slurmd', '-N', node)
        asked('scontrol', 'update', `NodeName=${node}`, 'State=RESUME')
      },
      left: () =>
        asked('squeue', '-h', '--states=PENDING,RUNNING')
          .split('\n')
          .filter(Boolean)
          .map((job) => `in the queue of Slurm: ${job}`),
      close: () => cluster.stop(),
    }
  },
}

/** Returns an element of a list, by a random number; none for an empty list. */
function some(list, pick) {
  return list.length === 0 ? [] : [list[Math.floor(pick('whom') * list.length)]]
}
