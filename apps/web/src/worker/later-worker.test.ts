import { describe, expect, it, vi } from 'vitest'
import { laterWorker } from './later-worker.js'
import type { WorkerPort } from './messages.js'

const realWorker = (): WorkerPort => ({ onmessage: null, onerror: null, postMessage: vi.fn(), terminate: vi.fn() })

describe('laterWorker', () => {
  it('tells the worker in order what it was told before and after it began, and hears it', async () => {
    const real = realWorker()
    const heard: unknown[] = []
    const worker = laterWorker(Promise.resolve(() => real))
    worker.onmessage = ({ data }) => heard.push(data)
    worker.postMessage('first')
    worker.postMessage('second', [])
    await Promise.resolve()
    worker.postMessage('third')
    expect(vi.mocked(real.postMessage).mock.calls.map(([message]) => message)).toEqual(['first', 'second', 'third'])
    real.onmessage?.({ data: 'answer' })
    expect(heard).toEqual(['answer'])
  })

  it('never begins where it was ended before', async () => {
    const start = vi.fn(realWorker)
    laterWorker(Promise.resolve(start)).terminate()
    await Promise.resolve()
    expect(start).not.toHaveBeenCalled()
  })

  it('ends the worker that has begun', async () => {
    const real = realWorker()
    const worker = laterWorker(Promise.resolve(() => real))
    await Promise.resolve()
    worker.terminate()
    expect(real.terminate).toHaveBeenCalledOnce()
  })

  it('says by its onerror that its script could not be had', async () => {
    const worker = laterWorker(Promise.reject(new Error('no memory')))
    const said = new Promise((resolve) => {
      worker.onerror = ({ message }) => resolve(message)
    })
    expect(await said).toBe('no memory')
  })
})
