import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()

/** 300 people with 12 answers from 1 to 5 that follow one opinion, a few of them missing. */
function survey(): string {
  let state = 11
  const draw = (n: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * n)
  }
  const items = Array.from({ length: 12 }, (_, j) => `q${String(j + 1).padStart(2, '0')}`)
  const lines = Array.from({ length: 300 }, (_, i) => {
    const opinion = draw(5)
    const answers = items.map(() => (draw(50) === 0 ? '' : 1 + Math.min(4, Math.max(0, opinion + draw(3) - 1))))
    return [`P${1000 + i}`, 'fm'[draw(2)], ['north', 'south', 'west'][draw(3)], ...answers].join(',')
  })
  return `id,sex,region,${items.join(',')}\n${lines.join('\n')}\n`
}

const data = write('survey.csv', survey())

describe('a questionnaire', () => {
  it('is proposed by inspect as one pattern, and judged by a few known answers', async () => {
    expect((await sdc('inspect', data, '--write', path('schema.yaml'))).status).toBe(0)
    expect(read('schema.yaml')).toMatch(/\n {2}"?q\*"?:\n {4}kind: numeric.*\n {4}role: item/)
    expect(read('schema.yaml')).not.toContain('q07')
    const risk = await sdc('risk', data, '--schema', path('schema.yaml'))
    expect(risk.stdout).toContain('By 3 of 12 items and the quasi-identifiers: mean over 220 sets of items')
    expect(risk.stdout).toMatch(/An intruder who also knows 3 of\s+12 answers narrows/)
  })

  it('has a lower risk the more its answers are masked', async () => {
    // Post-randomisation masks categories.
    write('categories.yaml', read('schema.yaml').replace('kind: numeric', 'kind: categorical'))
    const known = async (stay: number): Promise<number> => {
      const out = path(`masked-${stay}.csv`)
      const masking = ['--method', 'categorical/pram', '--set', `stay=${stay}`, '--seed', '1', '-o', out, '--quiet']
      const made = await sdc('mask', data, '--schema', path('categories.yaml'), ...masking)
      expect(made.status).toBe(0)
      const measured = await sdc('measure', data, out, '--schema', path('categories.yaml'), '--metrics', 'risk/known-items', '--json') // oxfmt-ignore
      expect(measured.status).toBe(0)
      const { metrics } = JSON.parse(measured.stdout) as { metrics: Record<string, { value: number }> }
      return metrics['risk/known-items'].value
    }
    const [light, strong] = [await known(0.95), await known(0.4)]
    expect(light).toBeGreaterThan(20)
    expect(strong).toBeLessThan(0.5 * light)
  })

  it('has a choice for scientific use that only exchanges answers', async () => {
    const compared = await sdc(
      'compare',
      data,
      '--schema',
      path('schema.yaml'),
      '--quick',
      '--no-report',
      '-o',
      path('c'),
    )
    expect(compared.status).toBe(0)
    const { limits, candidates } = JSON.parse(read('c/comparison.json')) as {
      limits: Readonly<Record<string, number>>
      candidates: readonly { steps: readonly { use: string; columns: readonly string[] }[] }[]
    }
    expect(limits['risk/known-items']).toBe(20)
    const ofItems = candidates.flatMap(({ steps }) => {
      const last = steps.findLast(({ columns }) => columns.includes('q07'))
      return last ? [last.use] : []
    })
    expect(ofItems.length).toBeGreaterThan(3)
    const exchange = ['copula/data-shuffling', 'reverse-map/rank', 'swapping/rank-swap']
    expect(ofItems.filter((use) => !exchange.includes(use))).toEqual([])
    expect(read('c/verdict.txt')).toMatch(/^Choice: /)
  }, 120_000)
})
