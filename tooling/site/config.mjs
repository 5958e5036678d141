import { fileURLToPath } from 'node:url'
import { outward, plainText } from './markdown.mjs'
import { sidebar } from './navigation.mjs'
import { PLACE } from './any-folder.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

export default {
  title: 'sdc',
  description: 'Statistical disclosure control: mask microdata and tables, measure risk and loss, release.',
  lang: 'en',
  // Replaced by the folder that the site is opened from.
  base: PLACE,
  outDir: `${root}out/site`,
  cacheDir: `${root}out/site-cache`,
  lastUpdated: false,
  markdown: {
    // `{…}` in a card is text, not attributes.
    attrs: { disable: true },
    config: (md) => md.use(plainText).use(outward),
  },
  // Small pages: the theme's script loads what is visible, not what is linked.
  router: { prefetchLinks: false },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        _render: searched,
        miniSearch: { searchOptions: { prefix: true, fuzzy: 0.1, boost: { title: 4, text: 1, titles: 1 } } },
      },
    },
    outline: { level: [2, 3] },
    socialLinks: [{ icon: 'github', link: 'https://github.com/sdc-js/sdc' }],
    nav: [
      { text: 'Guides', link: '/guides/' },
      { text: 'Methods', link: '/methods/' },
      { text: 'Metrics', link: '/metrics/' },
      { text: 'Commands', link: '/commands/' },
      { text: 'API', link: '/api/' },
    ],
    sidebar: sidebar(),
  },
}

/** Pages of the API are found by their names in the sidebar: their signatures would be most of the index. */
function searched(source, env, md) {
  const html = md.render(source, env)
  return env.relativePath.startsWith('api/') || env.frontmatter?.search === false ? '' : html
}
