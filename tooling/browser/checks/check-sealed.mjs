import { openPage } from '../browsers.mjs'
import { serve } from '../served.mjs'

/** Attempts of a hostile script in the page or in its worker; each reports if it was blocked. */
const probes = {
  fetch: () =>
    fetch('/probe-fetch').then(
      () => 'through',
      () => 'stopped',
    ),
  image: () =>
    new Promise((said) => {
      const image = new Image()
      image.onload = image.onerror = () => said('asked')
      image.src = '/probe-image'
      setTimeout(() => said('asked'), 500)
    }),
  beacon: () => (navigator.sendBeacon('/probe-beacon', 'x'), 'asked'),
  socket: () => {
    try {
      new WebSocket(`ws://${location.host}/probe-socket`)
    } catch {
      return 'stopped'
    }
    return new Promise((said) => setTimeout(() => said('asked'), 300))
  },
  eval: () => {
    try {
      return (0, eval)('"through"')
    } catch {
      return 'stopped'
    }
  },
  markup: () => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>'
      return 'through'
    } catch {
      return 'stopped'
    }
  },
  script: () => {
    const script = document.createElement('script')
    try {
      script.textContent = 'window.probed = true'
      document.body.append(script)
    } catch {
      return 'stopped'
    }
    return window.probed ? 'through' : 'stopped'
  },
  style: () => {
    const style = document.createElement('style')
    style.textContent = 'body { --probed: yes }'
    document.head.append(style)
    return getComputedStyle(document.body).getPropertyValue('--probed') === 'yes' ? 'through' : 'stopped'
  },
}

/** The same attempts in a worker, which inherits the page's policy. */
const workerProbes = {
  'fetch-of-worker': () =>
    fetch(`${location.origin}/probe-fetch-of-worker`).then(
      () => 'through',
      () => 'stopped',
    ),
  'import-of-worker': () => {
    try {
      importScripts(`${location.origin}/probe-import-of-worker`)
    } catch {
      return 'asked'
    }
    return 'through'
  },
  'socket-of-worker': () => {
    try {
      new WebSocket(`${location.origin.replace('http', 'ws')}/probe-socket-of-worker`)
    } catch {
      return 'stopped'
    }
    return new Promise((said) => setTimeout(() => said('asked'), 300))
  },
  'eval-of-worker': () => {
    try {
      return (0, eval)('"through"')
    } catch {
      return 'stopped'
    }
  },
}

/** Returns the attempts that succeed on a page served with or without its policy. */
async function through(browser, change) {
  const reached = []
  const server = await serve(change, reached)
  const { page, context } = await openPage(browser, server.page)
  page.on('websocket', () => reached.push('probe-socket'))
  const open = []
  try {
    await page.getByRole('button', { name: /census example/i }).click()
    await page.getByRole('button', { name: /Go on to Roles/ }).waitFor({ timeout: 60_000 })
    const [worker] = page.workers()
    for (const [name, probe] of Object.entries({ ...probes, ...workerProbes })) {
      const place = name in workerProbes ? worker : page
      // Later, by the page itself: code run by the protocol may evaluate texts.
      const said = await place.evaluate(
        `new Promise((said) => setTimeout(() => Promise.resolve((${probe})()).then(said, () => said('stopped'))))`,
      )
      await page.waitForTimeout(100)
      if (said === 'through' || (said === 'asked' && reached.includes(`probe-${name}`))) open.push(name)
    }
  } finally {
    await context.close()
    await server.close()
  }
  return open
}

const withoutPolicy = (bytes, name) =>
  name.endsWith('.html')
    ? Buffer.from(String(bytes).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''))
    : bytes

/** Checks that the policy blocks every attempt, and nothing else does: without it, all of them succeed. */
export async function checkSealed(browser) {
  const open = await through(browser)
  const unsealed = await through(browser, withoutPolicy)
  const missing = [...Object.keys(probes), ...Object.keys(workerProbes)].filter((name) => !unsealed.includes(name))
  return [
    ...open.map((name) => `${name} gets through the policy`),
    ...missing.map((name) => `${name} is stopped without a policy: the probe proves nothing`),
  ]
}
