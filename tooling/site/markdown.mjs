import { posix } from 'node:path'

/** Address of the files that are not pages of the site. */
const forge = 'https://github.com/sdc-js/sdc/blob/main/'

/** Returns the anchor of a heading, the same as in the repository on the forge. */
export const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')

/** Renders two braces as text, since pages contain no templates. */
export function plainText(md) {
  const text = md.renderer.rules.text
  md.renderer.rules.text = (tokens, i, options, env, self) =>
    text(tokens, i, options, env, self).replaceAll('{{', '&#123;&#123;')
}

/** Turns a link out of docs/ into one to the file in the repository. */
export function outward(md) {
  const open = md.renderer.rules.link_open ?? ((tokens, i, options, _env, self) => self.renderToken(tokens, i, options))
  md.renderer.rules.link_open = (tokens, i, options, env, self) => {
    const href = tokens[i].attrGet('href') ?? ''
    if (href.startsWith('../')) {
      const path = posix.join('docs', posix.dirname(env.relativePath), href)
      if (!path.startsWith('docs/')) tokens[i].attrSet('href', forge + path)
    }
    return open(tokens, i, options, env, self)
  }
}
