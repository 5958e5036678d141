// Starts a Redis and a Slurm cluster in separate folders, with the launchers of the tests.
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
    // It finds the files in its folder.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
  })
  const module = await import(pathToFileURL(outfile).href)
  rmSync(outfile)
  return module
}

/** Starts a Redis; undefined if none is installed. */
export async function redisHere(folder) {
  const { hasRedis, startRedis } = await fixture('packages/launch-bullmq/src/redis-server.fixture.ts', folder)
  return hasRedis ? startRedis() : undefined
}

/** Starts a cluster of two nodes; undefined if Slurm is not installed. */
export async function clusterHere(folder) {
  const { hasSlurm, startCluster } = await fixture('packages/launch-slurm/src/slurm-cluster.fixture.ts', folder)
  return hasSlurm ? startCluster() : undefined
}
