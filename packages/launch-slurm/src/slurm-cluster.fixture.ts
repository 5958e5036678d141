import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** True if Slurm is installed: tests that need it are skipped otherwise. */
export const hasSlurm = ['slurmctld', 'slurmd', 'sbatch', 'munged'].every(
  (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0,
)

/** A cluster of two nodes, n1 and n2. */
export interface TestCluster {
  readonly folder: string
  /** Environment of Slurm commands, with the place of the cluster. */
  readonly env: NodeJS.ProcessEnv
  stop(): void
}

/** Set-up from the README, unchanged. */
const SETUP = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8')
  .split('```sh\n')
  .map((block) => block.split('```')[0])
  .find((block) => block.includes('slurmctld\n'))

/** Starts a cluster in a folder of its own; it ends with `stop`. */
export function startCluster(): TestCluster {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-slurm-'))
  const port = 20_000 + 4 * (process.pid % 3000)
  const env = { ...process.env, SDC_SLURM_PORT: String(port) }
  const { status, stderr } = spawnSync('sh', ['-e'], { cwd: folder, env, input: SETUP, encoding: 'utf8' })
  const cluster = join(folder, 'cluster')
  const withConf = { ...process.env, SLURM_CONF: join(cluster, 'slurm.conf') }
  const asked = (command: string, ...args: readonly string[]): string =>
    spawnSync(command, args, { env: withConf, encoding: 'utf8' }).stdout.trim()
  const stop = (): void => {
    // Jobs outlive the cluster's daemons.
    if (status === 0) asked('scancel', '--quiet', '--state=PENDING')
    if (status === 0) asked('scancel', '--quiet', '--state=RUNNING')
    const over = Date.now() + 5000
    while (asked('squeue', '-h') !== '' && Date.now() < over) spawnSync('sleep', ['0.2'])
    const pids = readdirSync(cluster).filter((name) => name.endsWith('.pid'))
    for (const name of pids) kill(Number(readFileSync(join(cluster, name), 'utf8')))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const end = Date.now() + 10_000
  const idle = (): boolean => asked('sinfo', '-h', '-p', 'main', '-o', '%T %D') === 'idle 2'
  if (status === 0) while (!idle() && Date.now() < end) spawnSync('sleep', ['0.2'])
  if (status === 0 && idle()) return { folder: cluster, env: withConf, stop }
  const logs = readdirSync(cluster).filter((name) => name.endsWith('.log'))
  const said = logs.map((name) => `${name}: ${readFileSync(join(cluster, name), 'utf8').slice(-500)}`)
  stop()
  throw new Error(`the cluster did not start: ${stderr}\n${said.join('\n')}`)
}

/** Ends a process of the cluster, if it still runs. */
function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
