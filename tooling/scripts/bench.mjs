import { build, run } from './build.mjs'

build('@sdc/bench')
process.exitCode = run('apps/bench/dist/cli.js', process.argv.slice(2))
