import { categorical, createRegistry, dataset, numeric, seededRng, type Registry } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { Job, JobOutcome, OpenWork, Task, Work } from './job.js'
import { failedJob } from './job.js'
import { journalRoot, journalStore, type Journal } from './journal-store.js'
import { outcomeFromJson, outcomeJson } from './outcome-json.js'
import { memoryStore, storedWork } from './stored-work.js'
import { taskId } from './task-id.js'
import { identityDifferences, workIdentity } from './work-identity.js'

const candidate = (use: string, params: Readonly<Record<string, unknown>> = {}): Job => [
  {
    use,
    varied: params,
    steps: [{ use, params, by: [], smallGroups: 'error' }],
    masking: 1,
    then: [],
    label: use,
  } as unknown as Job[number],
]

const outcome: JobOutcome = {
  candidates: [
    {
      metrics: new Map([
        ['risk/b', { values: [0.1 + 0.2, -0, NaN, Infinity, -Infinity, 5e-324], ofFiles: [1e300], ends: [] }],
        ['risk/a', { values: [], reason: 'there is "none", nor — –0' }],
      ]),
      replicates: 2,
      masked: ['a\nb', 'ü'],
      masks: [['a'], []],
      negatives: [{ column: 'ü', values: 36 }],
    },
    {
      metrics: new Map(),
      replicates: 0,
      masked: [],
      masks: [],
      error: { code: 'TOO_FEW_RECORDS', message: 'too few', place: { column: 'a', row: 3 }, advice: '' },
    },
  ],
  warnings: ['one', 'two'],
}

function journalOf(entries: readonly string[] = []): Journal & { readonly kept: string[]; closed: boolean } {
  const kept = [...entries]
  return {
    name: 'keep/outcomes',
    entries,
    kept,
    closed: false,
    append: (text) => void kept.push(text),
    close() {
      this.closed = true
    },
  }
}

function work(change: Partial<Work> = {}): Work {
  const a = numeric([1, 2, NaN, 4])
  return {
    registry: createRegistry().freeze(),
    original: dataset([
      ['a', a],
      ['b', categorical(['x', 'y', null, 'x'])],
    ]),
    columns: ['a'],
    given: [],
    metrics: [{ use: 'risk/dld', params: {} }],
    replicates: 3,
    rng: seededRng(1),
    prepared: new Map(),
    ...change,
  }
}

describe('an outcome as JSON', () => {
  it('comes back bit for bit: maps in their order, NaN, −0, infinities, errors', () => {
    const back = outcomeFromJson(JSON.parse(JSON.stringify(outcomeJson(outcome))))
    expect(back).toStrictEqual(outcome)
    expect(Object.is(back?.candidates[0].metrics.get('risk/b')?.values[1], -0)).toBe(true)
    expect([...(back?.candidates[0].metrics.keys() ?? [])]).toEqual(['risk/b', 'risk/a'])
  })

  it('is none where anything is missing or other than it should be', () => {
    const json = JSON.stringify(outcomeJson(outcome))
    for (const [from, to] of [
      ['"NaN"', '"nan"'],
      ['"replicates":2', '"replicates":"2"'],
      ['TOO_FEW_RECORDS', 'NO_SUCH_CODE'],
      ['"warnings"', '"warning"'],
    ]) {
      expect(json).toContain(from)
      expect(outcomeFromJson(JSON.parse(json.replace(from, to)))).toBeUndefined()
    }
  })
})

describe('the name of a task', () => {
  it('is that of what it does', () => {
    const id = taskId({ job: candidate('noise/a', { x: 1, y: 2 }) })
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(taskId({ job: candidate('noise/a', { y: 2, x: 1 }) })).toBe(id)
    const others: Task[] = [
      { job: candidate('noise/b', { x: 1, y: 2 }) },
      { job: candidate('noise/a', { x: 1, y: 3 }) },
      { job: candidate('noise/a', { x: 1, y: 2 }), replicates: [1] },
      { job: candidate('noise/a', { x: 1, y: 2 }), replicates: [2] },
      { job: candidate('noise/a', { x: 0, y: 2 }) },
      { job: candidate('noise/a', { x: -0, y: 2 }) },
      { job: candidate('noise/a', { x: null, y: 2 }) },
      { job: candidate('noise/a', { x: NaN, y: 2 }) },
      { job: [...candidate('noise/a', { x: 1, y: 2 }), ...candidate('noise/b')] },
      { job: [{ ...candidate('noise/a', { x: 1, y: 2 })[0], masking: 0 }] },
    ]
    expect(new Set([id, ...others.map(taskId)]).size).toBe(others.length + 1)
    // Names stand in files, so they stay the same: SHA-256 of the sorted JSON, by another program.
    expect(taskId({ job: candidate('noise/a'), replicates: [1, 2] })).toBe('e762d77bf1492b2d6265291069fdfff8')
  })
})

describe('work with a store', () => {
  const given = (n: number): JobOutcome => ({ ...outcome, warnings: [`task ${n}`] })
  const tasks = [1, 2, 3, 4].map((n) => ({ job: candidate(`noise/${n}`) }))
  function counting(outcomeOf = given): OpenWork & { readonly ran: string[]; closed: boolean } {
    const ran: string[] = []
    return {
      ran,
      closed: false,
      async run(all, tick, done) {
        const made: JobOutcome[] = []
        // Backwards: done is told in any order.
        for (const [i, { job }] of [...all.entries()].reverse()) {
          ran.push(job[0].use)
          made[i] = outcomeOf(Number(job[0].use.slice(6)))
          done?.(i, made[i])
          tick((all.length - i) / all.length)
          await Promise.resolve()
        }
        return made
      },
      async close() {
        this.closed = true
      },
    }
  }

  it('runs what is not there, each once, tells of all by their places, and gives the same', async () => {
    const open = counting()
    const store = memoryStore()
    const stored = storedWork(open, store)
    const plain = await counting().run(tasks, () => {})
    await stored.run([tasks[1]], () => {})
    const ticks: number[] = []
    const places: number[] = []
    const twice = [tasks[0], tasks[1], tasks[2], tasks[0], tasks[3]]
    const outcomes = await stored.run(
      twice,
      (fraction) => ticks.push(fraction),
      (place, one) => {
        places.push(place)
        expect(one).toBe(store.get(taskId(twice[place])))
      },
    )
    expect(outcomes).toEqual([plain[0], plain[1], plain[2], plain[0], plain[3]])
    expect(open.ran).toEqual(['noise/2', 'noise/4', 'noise/3', 'noise/1'])
    expect(places).toEqual([1, 4, 2, 0, 3])
    expect(ticks).toEqual([1 / 4, 2 / 4, 3 / 4, 1])
    expect(await stored.run(tasks, () => {})).toEqual(plain)
    expect(await stored.run([], () => {})).toEqual([])
    expect(open.ran).toHaveLength(4)
    await stored.close()
    expect(open.closed).toBe(true)
  })

  it('ends where the store takes no more, at once or later', async () => {
    const full = new Error('the disk is full')
    const now = { ...memoryStore(), put: () => { throw full } } // oxfmt-ignore
    const later = { ...memoryStore(), put: () => Promise.reject(full) }
    for (const store of [now, later]) {
      const open = counting()
      await expect(storedWork(open, store).run(tasks, () => {})).rejects.toBe(full)
      expect(open.ran.length).toBeLessThan(4)
    }
    // Also where the last one is what it does not take.
    await expect(storedWork(counting(), later).run([tasks[0]], () => {})).rejects.toBe(full)
  })

  it('does not keep that a worker was lost, but keeps other errors', async () => {
    const place = { candidate: 'noise/1' }
    for (const [code, kept] of [
      ['WORKER_LOST', false],
      ['TOO_FEW_RECORDS', true],
    ] as const) {
      // oxfmt-ignore
      const store = memoryStore()
      const failing = counting(() => failedJob(tasks[0].job, { code, message: 'gone', place, advice: '' }))
      const [one] = await storedWork(failing, store).run([tasks[0]], () => {})
      expect(one.candidates[0].error?.code).toBe(code)
      expect(store.get(taskId(tasks[0])) !== undefined).toBe(kept)
    }
  })
})

describe('a store in a journal', () => {
  const identity = workIdentity(work(), { seed: null })
  const root = seededRng(5).state

  it('gives back what was put into it, and the root of the random numbers', () => {
    const first = journalOf()
    expect(journalRoot(first)).toBeUndefined()
    const store = journalStore(first, identity, root)
    void store.put('a', outcome)
    void store.put('a', outcome)
    expect(first.kept).toHaveLength(2)
    expect(first.kept[0]).toMatch(/Private: key is the source of the random numbers/)
    const second = journalOf(first.kept)
    expect(journalRoot(second)).toEqual(root)
    const again = journalStore(second, workIdentity(work(), { seed: null }), root)
    expect(again.get('a')).toStrictEqual(outcome)
    expect(again.get('b')).toBeUndefined()
    void again.close()
    expect(second.closed).toBe(true)
  })

  it('is refused to other work, with what differs', () => {
    const first = journalOf()
    void journalStore(first, identity, root)
    const plugins = (version: string): Registry =>
      ({ ...work().registry, plugins: [{ name: 'p', version }] }) as unknown as Registry
    const changes: [Partial<Work>, string][] = [
      [{ original: dataset([['a', numeric([1, 2, 3, 4])]]) }, 'the original file is another'],
      [{ original: dataset([['a', numeric([1, 2])]]) }, 'the original file is another; records: 4 then, 2 now'],
      [{ columns: ['a', 'b'] }, 'columns: nothing else then, b now'],
      [{ replicates: 5 }, 'replicates: 3 then, 5 now'],
      [{ registry: plugins('2.0.0') }, 'plugins: nothing else then, p 2.0.0 now'],
      [{ metrics: [{ use: 'risk/dbrl', params: {} }] }, 'metrics: [{"params":{},"use":"risk/dld"}] then'],
      [{ schema: { columns: { a: { role: 'confidential' } } } as unknown as Work['schema'] }, 'schema: none then'],
    ]
    for (const [change, words] of changes) {
      const now = workIdentity(work(change), { seed: null })
      expect(() => journalStore(journalOf(first.kept), now, root)).toThrow(
        expect.objectContaining({ code: 'WRONG_INPUT', message: expect.stringContaining(words) }),
      )
    }
    const seeded = workIdentity(work(), { seed: 7 })
    expect(() => journalStore(journalOf(first.kept), seeded, root)).toThrow(/other work: seed: none then, 7 now$/)
    expect(() => journalStore(journalOf(first.kept), identity, seededRng(6).state)).toThrow(/other random numbers/)
    expect(identityDifferences({ a: 'x'.repeat(99) }, { a: 'y'.repeat(99) })).toEqual(['another a'])
  })

  it('tells one original from another by what is in it, not by its arrays', () => {
    const hash = (columns: Parameters<typeof dataset>[0]): unknown =>
      workIdentity(work({ original: dataset(columns) }))['original file']
    const part = new Float64Array([9, 1, 2]).subarray(1)
    expect(hash([['a', numeric(part)]])).toBe(hash([['a', numeric([1, 2])]]))
    const all = [
      hash([['a', numeric([1, 2])]]),
      hash([['b', numeric([1, 2])]]),
      hash([['a', numeric([2, 1])]]),
      hash([['a', numeric([1, 2, 3])]]),
      hash([['a', categorical(['1', '2'])]]),
      hash([['a', categorical(['1', '2'], ['1', '2'])]]),
      hash([['a', { ...categorical(['1', '2']), taxonomy: new Map([['1', null]]) }]]),
      hash([['a', { ...categorical(['1', '2']), taxonomy: new Map([['1', '2']]) }]]),
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  it('refuses what is none', () => {
    const first = journalOf()
    void journalStore(first, identity, root)
    for (const [entries, words] of [
      [['{}'], /does not begin as/],
      [['no json'], /does not begin as/],
      [[first.kept[0].replace('outcomes 1', 'outcomes 9')], /another version/],
      [[...first.kept, '{"id":"a","outcome":{}}'], /its entry 2 is no outcome/],
    ] as const) {
      expect(() => journalStore(journalOf(entries), identity, root)).toThrow(
        expect.objectContaining({ code: 'BAD_PLAN', message: expect.stringMatching(words) }),
      )
    }
  })
})
