// Lets the page open without a network where it is served. It keeps the page's own files and nothing else; it asks their own host
// for them and nobody else, so that the newest is shown wherever the host answers.
const CACHE = 'sdc-page'
const own = ['sdc.html', 'sdc.webmanifest'].map((name) => new URL(name, globalThis.location).href)

globalThis.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(own)))
})

globalThis.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const [address] = url.split(/[?#]/)
  if (method === 'GET' && own.includes(address)) event.respondWith(newest(address))
})

async function newest(address) {
  const cache = await caches.open(CACHE)
  try {
    const answer = await fetch(address)
    if (answer.ok) await cache.put(address, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(address)
    if (kept === undefined) throw error
    return kept
  }
}
