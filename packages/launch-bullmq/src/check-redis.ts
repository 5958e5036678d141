import { Redis } from 'ioredis'
import { option, SdcError } from '@sdc/core'

/** Default address of Redis. */
export const USUAL_REDIS = 'redis://127.0.0.1:6379'

/** Facts about a Redis server before it gets tasks. */
export interface RedisFacts {
  /** Warnings of possible problems. */
  readonly warnings: readonly string[]
}

/** Parts of the address of a connection. */
interface RedisPlace {
  readonly host: string
  readonly port: number
  readonly username?: string
  readonly password?: string
  readonly db?: number
  readonly tls?: object
}

/** Time limit of an answer, in milliseconds. */
const PATIENCE = 5000

/**
 * Checks that a Redis server is available and keeps queued tasks.
 *
 * @param url - Its address, `redis://[user:password@]host[:port][/database]`, or `rediss://` with TLS.
 * @returns Problems to expect.
 * @throws BAD_OPTION if it is not reachable, refuses the connection, or may evict queued tasks; with a fix.
 */
export async function checkRedis(url: string): Promise<RedisFacts> {
  const shown = shownRedis(url)
  const redis = new Redis({
    ...redisOptions(url),
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: PATIENCE,
    commandTimeout: PATIENCE,
  })
  let why = 'it does not answer'
  redis.on('error', (error: Error & { readonly code?: string }) => (why = error.code ?? error.message))
  try {
    await redis.connect()
    const facts = new Map(
      (await redis.info()).split(/\r?\n/).map((line): [string, string] => {
        const [name, ...value] = line.split(':')
        return [name, value.join(':')]
      }),
    )
    // A hosted Redis may not disclose its configuration: then there is no warning.
    const saved = await redis.config('GET', 'save').then(
      (pair) => (pair as readonly string[])[1],
      () => undefined,
    )
    const policy = facts.get('maxmemory_policy')
    if (policy !== undefined && policy !== 'noeviction') {
      const message = `Redis at ${shown} evicts queued tasks when its memory is full: its maxmemory-policy is ${policy}`
      throw new SdcError('BAD_OPTION', message, {}, 'Set it: redis-cli CONFIG SET maxmemory-policy noeviction.')
    }
    const isLost = facts.get('aof_enabled') === '0' && saved === ''
    const warning =
      `Redis at ${shown} saves nothing to disk (save "" and appendonly no): a restart loses queued tasks, ` +
      'which are then queued again'
    return { warnings: isLost ? [warning] : [] }
  } catch (error) {
    if (error instanceof SdcError) throw error
    if (error instanceof Error && /^(NOAUTH|WRONGPASS|NOPERM)/.test(error.message)) why = error.message
    const fix = `Start it (redis-server --maxmemory-policy noeviction), or name another by ${option('redis', 'redis://HOST:PORT')}.`
    throw new SdcError('BAD_OPTION', `Redis at ${shown} cannot be used: ${why}`, {}, fix)
  } finally {
    redis.disconnect()
  }
}

/**
 * Returns the address of a Redis server in a form that may be shown.
 *
 * @param url - The address.
 * @returns The address without user and password.
 * @throws BAD_OPTION if it is not an address of a Redis server.
 */
export function shownRedis(url: string): string {
  const { protocol, host, pathname } = parsed(url)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

/** Returns the parts of the address of a connection. */
export function redisOptions(url: string): RedisPlace {
  const { protocol, hostname, port, username, password, pathname } = parsed(url)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 6379 : Number(port),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(pathname.length > 1 ? { db: Number(pathname.slice(1)) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  }
}

function parsed(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  const isRedis = address !== undefined && /^rediss?:$/.test(address.protocol) && address.hostname !== ''
  if (isRedis && /^(\/\d*)?$/.test(address.pathname)) return address
  // The address may contain a password: the message does not repeat it.
  const message = 'the address of Redis is invalid: use redis://HOST:PORT, or rediss:// with TLS'
  throw new SdcError('BAD_OPTION', message, {}, `Write it as ${USUAL_REDIS}.`)
}
