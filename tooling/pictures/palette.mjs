// Searches the colours of packages/report/src/colour/palette.ts: node tooling/pictures/palette.mjs [N [SECONDS]]. It
// finds N colours (default 12) with a contrast of at least 3 : 1 on both grounds, and distances in OKLab as large as
// possible for every type of colour vision, within SECONDS (default 60). Prints each better set with its distance, and
// finally the table of the file, with colours of letters of 4.5 : 1. The result depends only on N and the number of
// starts. The set in the file is that of 12 after some minutes, in manual order.
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../scripts/build.mjs'

/** Factor by which distances in normal vision, which is most common, must be larger. */
const NORMAL = 1.3
/** Least chroma; greyer colours are for axes and ranges. */
const LEAST_CHROMA = 0.045
const STEP = 8

const { outputFiles } = await build({
  stdin: {
    contents:
      "export * from './packages/report/src/colour/colour-vision.fixture.ts'\nexport { grounds } from './packages/report/src/colour/theme.ts'",
    resolveDir: root,
    loader: 'ts',
  },
  plugins: [
    {
      name: 'sources',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^@sdc\// }, ({ path }) => ({
          path: join(root, 'packages', path.slice(5), 'src/index.ts'),
        })),
    },
  ],
  bundle: true,
  format: 'esm',
  write: false,
  logLevel: 'error',
})
const { contrast, grounds, seen, squared } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
)
const [light, dark] = grounds.ground
const count = Number(process.argv[2] ?? 12)
const seconds = Number(process.argv[3] ?? 60)

const hexOf = (rgb) => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
const candidates = []
for (let r = 0; r <= 256; r += STEP)
  for (let g = 0; g <= 256; g += STEP)
    for (let b = 0; b <= 256; b += STEP) {
      const hex = hexOf([r, g, b].map((value) => Math.min(255, value)))
      if (contrast(hex, light) < 3.02 || contrast(hex, dark) < 3.02) continue
      const views = seen(hex)
      if (Math.hypot(views[0][1], views[0][2]) >= LEAST_CHROMA) candidates.push({ hex, views })
    }

function apart(a, b) {
  let least = squared(a.views[0], b.views[0]) / NORMAL ** 2
  for (let sight = 1; sight < a.views.length; sight++) least = Math.min(least, squared(a.views[sight], b.views[sight]))
  return least
}

let seed = 1
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32

/** Starts from random distant colours, and then moves each in turn to the place farthest from all others. */
function attempt() {
  const set = [candidates[Math.floor(random() * candidates.length)]]
  const near = candidates.map((one) => apart(one, set[0]))
  while (set.length < count) {
    const weights = near.map((value) => value * (0.6 + 0.4 * random()))
    const next = candidates[weights.indexOf(Math.max(...weights))]
    set.push(next)
    candidates.forEach((one, i) => (near[i] = Math.min(near[i], apart(one, next))))
  }
  for (let improved = true, round = 0; improved && round < 60; round++) {
    improved = false
    for (let j = 0; j < count; j++) {
      const rest = set.filter((_, i) => i !== j)
      const held = Math.min(...rest.map((one) => apart(set[j], one)))
      let best = held
      for (const one of candidates) {
        let least = Infinity
        for (const other of rest) if ((least = Math.min(least, apart(one, other))) <= best) break
        if (least > best) [best, set[j]] = [least, one]
      }
      improved ||= best > held
    }
  }
  return set
}

const distanceOf = (set) =>
  Math.sqrt(Math.min(...set.flatMap((one, i) => set.slice(0, i).map((other) => apart(one, other)))))

/**
 * Mixes the colour with black or white until letters in it are readable, but never returns the colour itself, which
 * belongs to points.
 */
function letters(hex, ground, end) {
  const from = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  for (let part = 0.1; part <= 1; part += 0.02) {
    const mixed = hexOf(from.map((value) => value + (end - value) * part))
    if (contrast(mixed, ground) >= 4.6) return mixed
  }
  return hexOf([end, end, end])
}

const row = (hex) => `  { colour: '${hex}', ink: '${letters(hex, light, 0)}', darkInk: '${letters(hex, dark, 255)}' },`
let best = []
let furthest = 0
for (const until = performance.now() + 1000 * seconds; performance.now() < until;) {
  const set = attempt()
  const distance = distanceOf(set)
  if (distance <= furthest) continue
  ;[best, furthest] = [set, distance]
  process.stdout.write(`${distance.toFixed(4)}  ${set.map(({ hex }) => hex).join(' ')}\n`)
}
process.stdout.write(`${best.map(({ hex }) => row(hex)).join('\n')}\n`)
