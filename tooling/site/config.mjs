import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { outward, plainText, slugify } from './markdown.mjs'
import { sidebar } from './navigation.mjs'
import { PLACE } from './any-folder.mjs'
import { searchOptions } from './search.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The page for browsers, if it is built; the site has a copy. */
export const browserPage = `${root}apps/web/dist/sdc.html`

/** A small risk–utility map. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M2 1v13h13' stroke='%233a5ccc' stroke-width='2' fill='none'/%3E%3Cg fill='%23d81800'%3E%3Ccircle cx='5' cy='4' r='1.6'/%3E%3Ccircle cx='8' cy='8' r='1.6'/%3E%3Ccircle cx='13' cy='10' r='1.6'/%3E%3C/g%3E%3C/svg%3E"

export default {
  title: 'sdc',
  description: 'Statistical disclosure control: mask microdata and tables, measure risk and loss, release.',
  lang: 'en',
  // Replaced by the folder of the site.
  base: PLACE,
  outDir: `${root}out/site`,
  cacheDir: `${root}out/site-cache`,
  lastUpdated: false,
  head: [['link', { rel: 'icon', href: icon }]],
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  markdown: {
    // `{…}` in a card is text, not attributes.
    attrs: { disable: true },
    anchor: { slugify },
    config: (md) => md.use(plainText).use(outward),
  },
  // Small pages: the theme's script loads visible pages only, not linked ones.
  router: { prefetchLinks: false },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        _render: searched,
        miniSearch: { searchOptions },
      },
    },
    outline: { level: [2, 3] },
    socialLinks: [{ icon: 'github', link: 'https://github.com/sdc-js/sdc' }],
    nav: [
      { text: 'Start', link: '/guides/install' },
      { text: 'Methods', link: '/methods/' },
      { text: 'Metrics', link: '/metrics/' },
      { text: 'Commands', link: '/commands/' },
      { text: 'API', link: '/api/' },
      ...(existsSync(browserPage) ? [{ text: 'Open the page', link: '/sdc.html', target: '_blank' }] : []),
    ],
    sidebar: sidebar(),
  },
}

/**
 * Returns the text for the search index. Pages of the API are found by name in the sidebar; their signatures would be
 * most of the index.
 */
function searched(source, env, md) {
  if (env.relativePath.startsWith('api/')) return ''
  const html = md.render(source, env)
  return env.frontmatter?.search === false ? '' : html
}
