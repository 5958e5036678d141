// Kills the processes of out-of-core runs in every stage at random moments (kill -9), and checks that the same bytes
// are written and no files remain: `npx -y pnpm@12.21.0 run kill`. docs/scale.md has its results. It needs Linux, and
// Redis and Slurm to test these launchers.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { harmed, NOTICED, unharmed } from '../kill/rounds.mjs'
import { makeScene } from '../kill/scene.mjs'
import { launchers } from '../kill/victims.mjs'
import { build } from './build.mjs'

const { values } = parseArgs({
  options: {
    launcher: { type: 'string', default: 'local,bullmq,slurm' },
    whom: { type: 'string', default: 'worker,task,node,driver' },
    format: { type: 'string', default: 'parquet,csv' },
    stage: { type: 'string', default: '' },
    moments: { type: 'string', default: '10' },
    records: { type: 'string', default: '300000' },
    seed: { type: 'string', default: '1' },
  },
})
const lists = Object.fromEntries(['launcher', 'whom', 'format'].map((name) => [name, values[name].split(',')]))
const moments = Number(values.moments)
let isFine = true

build()
const folder = mkdtempSync(join(tmpdir(), 'sdc-kill-'))
let opened
/** Prints the results so far. */
let tellSoFar
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    tellSoFar?.()
    await opened?.after?.()
    await opened?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    process.exit(1)
  })
}
try {
  for (const name of lists.launcher) {
    const own = join(folder, name)
    mkdirSync(own)
    const launcher = await launchers[name](own)
    if (launcher === undefined) {
      process.stdout.write(`${name}: skipped, it is not installed here\n`)
      continue
    }
    opened = launcher
    try {
      // CSV is processed by local processes only.
      for (const format of name === 'local' ? lists.format : ['parquet']) await tried(name, launcher, own, format)
    } finally {
      opened = undefined
      await launcher.close()
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = isFine ? 0 : 1

async function tried(name, launcher, own, format) {
  const scene = await makeScene(join(own, format), format, Number(values.records))
  const known = await unharmed(launcher, scene)
  for (const whom of [...Object.keys(launcher.victims), 'driver'].filter((one) => lists.whom.includes(one))) {
    const title = `${name}, ${format}, ${whom}`
    const rows = new Map(
      known.stages
        .filter((stage) => stage.name.includes(values.stage))
        .map((stage) => [stage.name, { hits: 0, noticed: 0, ended: 0 }]),
    )
    let runs = 0
    let failed = 0
    tellSoFar = () => report(title, rows, { runs, failed, stages: known.stages, whom })
    // A kill that came too late, for example in a faster stage, is repeated.
    for (; runs < 3 * moments; runs++) {
      const due = new Set([...rows].filter(([, { hits }]) => hits < moments).map(([stage]) => stage))
      if (due.size === 0) break
      const words = [values.seed, name, format, whom, runs]
      const { hits, wrong } = await harmed(launcher, scene, known, { whom, due, words })
      for (const { stage, noticed, ended } of hits) {
        const row = rows.get(stage)
        row.hits++
        row.noticed = Math.max(row.noticed, noticed)
        row.ended = Math.max(row.ended, ended)
      }
      for (const sentence of wrong) process.stdout.write(`${title}, run ${runs + 1}: ${sentence}\n`)
      if (wrong.length > 0) failed++
    }
    tellSoFar()
    tellSoFar = undefined
  }
}

/** Prints the results of the runs in which one kind of process was killed. */
function report(title, rows, { runs, failed, stages, whom }) {
  process.stdout.write(`\n${title}: ${runs} runs, ${failed} of them wrong\n`)
  const width = Math.max(...[...rows.keys()].map(({ length }) => length))
  const isWatched = whom !== 'driver'
  process.stdout.write(
    `${'stage'.padEnd(width)}  kills  of ms${isWatched ? '  noticed after, s  ended after, s' : ''}\n`,
  )
  for (const [stage, { hits, noticed, ended }] of rows) {
    const { ms } = stages.find((one) => one.name === stage)
    const cells = [stage.padEnd(width), String(hits).padStart(5), String(ms).padStart(5)]
    if (isWatched) cells.push(noticed.toFixed(1).padStart(16), ended.toFixed(1).padStart(14))
    const isLate = noticed > NOTICED
    if (hits < moments || isLate) isFine = false
    process.stdout.write(`${cells.join('  ')}${isLate ? '  too late' : ''}${hits < moments ? '  too few' : ''}\n`)
  }
  if (failed > 0) isFine = false
}
