import { categorical, dataset, numeric, noRoles, seededRng, withColumns, type Dataset } from '@sdc/core'
import { combineColumns, type CombinedReleases } from '@sdc/toolkit/internal'
import { runAttack } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { maskedBy, people, registry } from './attacked.fixture.js'

/** R releases of a plan, each with random numbers of its own. */
async function releases(original: Dataset, step: { use: string; params?: object }, count: number): Promise<Dataset[]> {
  const made: Dataset[] = []
  for (let r = 0; r < count; r++) made.push((await maskedBy(original, [step], seededRng(`release ${r}`))).data)
  return made
}

async function combined(
  original: Dataset,
  name: string,
  step: { use: string; params?: object },
): Promise<CombinedReleases> {
  const files = await releases(original, step, 8)
  const found = combineColumns(
    original.column(name),
    files.map((file) => file.column(name)),
  )
  if (!found) throw new Error(`${name} is numbers in some releases, categories in others`)
  return found
}

const incomes = (n: number): Dataset => {
  const all = people(n)
  return withColumns(all, new Map([['tax', null], ['wealth', null]])) // oxfmt-ignore
}

describe('eight releases of one file', () => {
  it('narrow the window of rank swapping to a fifth', async () => {
    const found = await combined(incomes(2000), 'income', { use: 'swapping/rank-swap', params: { positions: 100 } })
    // Numbers stated in docs/attacks.md; at both ends of the column the window is cut.
    expect([found.window?.ofOne.toFixed(0), found.window?.left.toFixed(0)]).toEqual(['195', '38'])
    expect([found.errorOfOne.toFixed(0), found.error.toFixed(0)]).toEqual(['2994', '1880'])
  })

  it('average noise to 1/√8 of its standard deviation', async () => {
    const found = await combined(incomes(2000), 'income', { use: 'noise/additive', params: { relativeVariance: 0.1 } })
    expect(found.estimate).toBe('average')
    // The sd of a ratio of errors of 2,000 records is about 0.02 of it.
    expect(found.error / found.errorOfOne).toBeGreaterThan(0.33)
    expect(found.error / found.errorOfOne).toBeLessThan(0.38)
  })

  it('recover most categories of PRAM', async () => {
    const rng = seededRng('categories')
    const labels = Array.from({ length: 2000 }, () => ['a', 'b', 'c', 'd'][rng.int(4)])
    const original = dataset([['status', categorical(labels)]])
    const found = await combined(original, 'status', { use: 'categorical/pram', params: { stay: 0.8 } })
    // Numbers stated in docs/attacks.md.
    expect([(100 * found.nearByOne).toFixed(0), (100 * found.near).toFixed(0)]).toEqual(['65', '94'])
  })

  it('disclose no more than one if the masked values are drawn from the model alone', async () => {
    const found = await combined(people(2000), 'income', { use: 'linear/sblm' })
    // The average tends to the mean of the column: √(Var X) remains, where one release has √(2·Var X).
    expect(found.error / found.errorOfOne).toBeGreaterThan(0.7)
  })
})

describe('attacks/repeated-release', () => {
  const original = dataset([['x', numeric([100, 200, 300, 400])]])
  const noisy = (by: number): Dataset => dataset([['x', numeric([100 + by, 200 - by, 300 + by, 400 - by])]])
  const attack = (released: Dataset, known: Readonly<Record<string, Dataset>>): ReturnType<typeof runAttack> =>
    runAttack({
      registry,
      attack: 'attacks/repeated-release',
      released,
      known: new Map(Object.entries(known)),
      columns: ['x'],
      roles: noRoles,
      rng: seededRng(1),
    })

  it('counts the cells for which the releases give close estimates', async () => {
    const { measurement } = await attack(noisy(20), { original, second: noisy(-20) })
    expect(measurement).toMatchObject({ value: 100, used: 4, columns: new Map([['x', 100]]) })
    const far = await attack(noisy(20), { original, second: noisy(-20), third: noisy(30) })
    expect(far.measurement.value).toBe(0)
  })

  it('needs the original and a second release of the same records', async () => {
    await expect(attack(noisy(20), { original })).rejects.toMatchObject({ code: 'BAD_OPTION' })
    const short = dataset([['x', numeric([1, 2])]])
    await expect(attack(noisy(20), { original, second: short })).rejects.toMatchObject({ code: 'LENGTH_MISMATCH' })
    await expect(attack(noisy(20), { original, second: noisy(1), fourth: noisy(2), ninth: noisy(3) })).rejects.toThrow(/ninth/) // oxfmt-ignore
  })
})
