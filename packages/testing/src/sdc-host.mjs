// Runs the built command line repeatedly in one process. Started by `sdcProcess`, which sends the folder and the
// arguments of one run after the other.
import { readFileSync } from 'node:fs'

const dist = new URL('../../../apps/cli/dist/', import.meta.url)
const [, file] = /import\('\.\/(main-\w+\.js)'\)/.exec(readFileSync(new URL('cli.js', dist), 'utf8'))
const { main } = await import(new URL(file, dist))

process.on('message', async ({ folder, args }) => {
  process.chdir(folder)
  const written = { stdout: '', stderr: '' }
  for (const stream of Object.keys(written))
    process[stream].write = (chunk) => {
      written[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return true
    }
  const status = await main(args)
  process.send({ status, ...written })
})
