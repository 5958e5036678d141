// Lets the page open without a network where it is served. It keeps the page's own files and nothing else; it asks their own host
// for them and nobody else, so that the newest is shown wherever the host answers.
const CACHE = 'sdc-page'
const address = (name) => new URL(name, globalThis.location).href
const own = ['sdc.html', 'sdc.webmanifest'].map(address)
// Large, and kept only once it was asked for.
const later = [address('sdc-tables.js')]

globalThis.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(own)))
})

globalThis.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const [asked] = url.split(/[?#]/)
  if (method === 'GET' && [...own, ...later].includes(asked)) event.respondWith(newest(asked))
})

async function newest(asked) {
  const cache = await caches.open(CACHE)
  try {
    const answer = await fetch(asked)
    if (answer.ok) await cache.put(asked, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(asked)
    if (kept === undefined) throw error
    return kept
  }
}
