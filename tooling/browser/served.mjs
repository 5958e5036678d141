import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const dist = fileURLToPath(new URL('../../apps/web/dist/', import.meta.url))
export const pageFile = pathToFileURL(join(dist, 'sdc.html')).href

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/json',
}

/**
 * Serves the built page like any host, without additional headers.
 *
 * @param change - Changes the bytes of a file before they are sent.
 * @param asked - Receives the path of every request.
 * @returns The server.
 */
export async function serve(change = (bytes) => bytes, asked = []) {
  const server = createServer(({ url }, response) => {
    const name = new URL(url, 'http://localhost').pathname.slice(1)
    asked.push(name)
    try {
      const bytes = change(readFileSync(join(dist, name)), name)
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const address = `http://localhost:${server.address().port}/`
  return { address, page: `${address}sdc.html`, close: () => new Promise((closed) => server.close(closed)) }
}
