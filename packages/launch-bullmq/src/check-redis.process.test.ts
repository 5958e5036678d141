import { afterEach, describe, expect, it } from 'vitest'
import { checkRedis, shownRedis } from './check-redis.js'
import { freePort, hasRedis, startRedis, type TestRedis } from './redis-server.fixture.js'

let redis: TestRedis | undefined
afterEach(async () => {
  await redis?.stop()
  redis = undefined
})

describe('checkRedis', () => {
  it('reports at once that no Redis is there, with a remedy', async () => {
    const url = `redis://127.0.0.1:${await freePort()}`
    const since = Date.now()
    await expect(checkRedis(url)).rejects.toMatchObject({
      code: 'BAD_OPTION',
      message: `Redis at ${url} cannot be used: ECONNREFUSED`,
      fix: expect.stringContaining('redis-server') as string,
    })
    expect(Date.now() - since).toBeLessThan(3000)
  })

  it.each(['http://localhost', 'localhost:6379', 'redis://', 'redis://host/name', ''])('refuses %j', async (url) => {
    await expect(checkRedis(url)).rejects.toThrow('redis://HOST:PORT')
  })

  it('shows no password', () => {
    expect(shownRedis('rediss://me:secret@host:7000/2')).toBe('rediss://host:7000/2')
    expect(shownRedis('redis://[::1]:6379/')).toBe('redis://[::1]:6379')
  })

  it.skipIf(!hasRedis)('reports nothing for a Redis that keeps its data', async () => {
    redis = await startRedis()
    expect(await checkRedis(redis.url)).toEqual({ warnings: [] })
  })

  it.skipIf(!hasRedis)('warns of a Redis that keeps nothing', async () => {
    redis = await startRedis(['--save', '', '--appendonly', 'no'])
    expect((await checkRedis(redis.url)).warnings).toEqual([
      expect.stringMatching(/saves nothing to disk.*queued again/),
    ])
  })

  it.skipIf(!hasRedis)('refuses a Redis that evicts queued tasks, with the setting to change', async () => {
    redis = await startRedis(['--maxmemory', '10mb', '--maxmemory-policy', 'allkeys-lru'])
    await expect(checkRedis(redis.url)).rejects.toMatchObject({
      code: 'BAD_OPTION',
      message: expect.stringContaining('its maxmemory-policy is allkeys-lru') as string,
      fix: expect.stringContaining('CONFIG SET maxmemory-policy noeviction') as string,
    })
  })

  it.skipIf(!hasRedis)('reports that a password is missing or wrong', async () => {
    redis = await startRedis(['--requirepass', 'open'])
    await expect(checkRedis(redis.url)).rejects.toThrow(/cannot be used: NOAUTH/)
    const named = (password: string): string => (redis as TestRedis).url.replace('//', `//:${password}@`)
    await expect(checkRedis(named('shut'))).rejects.toThrow(/WRONGPASS/)
    expect((await checkRedis(named('open'))).warnings).toEqual([])
  })
})
