// A Redis and a cluster of Slurm in folders of their own, by what the tests of the launchers start.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from '../scripts/build.mjs'

async function fixture(path, folder) {
  const source = join(root, path)
  const outfile = join(folder, 'fixture.mjs')
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    // It finds what lies beside it.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
  })
  const module = await import(pathToFileURL(outfile).href)
  rmSync(outfile)
  return module
}

/** A Redis, or undefined where none is installed. */
export async function redisHere(folder) {
  const { hasRedis, startRedis } = await fixture('packages/launch-bullmq/src/redis-server.fixture.ts', folder)
  return hasRedis ? startRedis() : undefined
}

/** A cluster of two nodes, or undefined where Slurm is not installed. */
export async function clusterHere(folder) {
  const { hasSlurm, startCluster } = await fixture('packages/launch-slurm/src/slurm-cluster.fixture.ts', folder)
  return hasSlurm ? startCluster() : undefined
}
