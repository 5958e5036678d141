import { soak } from '@sdc/test-kit'
import { expect, test } from 'vitest'
import { createRegistry } from '@sdc/core'
import standard from './index.js'

const seed = process.env.SOAK_SEED ?? '1'
const plans = Number(process.env.SOAK_PLANS ?? 250)

test(`random plans on random files run or are refused with a message (SOAK_SEED=${seed} SOAK_PLANS=${plans})`, async () => {
  const registry = createRegistry().use(standard).freeze()
  const { ran, refused, problems } = await soak({ registry, seed, plans, first: Number(process.env.SOAK_FIRST ?? 1) })
  const shown = problems.slice(0, 20).map(({ plan, problem, what }) => `plan ${plan}: ${problem}\n  ${what}`)
  expect(shown, `with SOAK_SEED=${seed}`).toEqual([])
  // A run in which no plan runs, or none is refused, tests nothing.
  process.stdout.write(
    `soak ${seed}: ${ran} of ${plans} plans ran; refused: ${JSON.stringify(Object.fromEntries(refused))}
`,
  )
  expect(ran).toBeGreaterThan(plans / 4)
  expect(refused.size).toBeGreaterThan(plans > 100 ? 3 : 0)
}, 7_200_000)
