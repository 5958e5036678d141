// Makes a built site independent of its address: each page derives the root of the site from its own place.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Base of the site while it is built. */
export const PLACE = '/begin-of-site/'

/** Variable of a page with the base. */
const BASE = 'beginOfSite'

/**
 * Rewrites the files of a built site.
 *
 * @param site - The folder of the site.
 */
export function freeOfPlace(site) {
  for (const name of readdirSync(site, { recursive: true })) {
    const rewrite = rewrites[/\.[a-z]+$/.exec(name)?.[0]]
    if (rewrite === undefined) continue
    const file = join(site, name)
    const text = readFileSync(file, 'utf8')
    if (text.includes(PLACE)) writeFileSync(file, rewrite(text, '../'.repeat(name.split('/').length - 1)))
  }
}

const rewrites = { '.html': freePage, '.js': freeScript, '.css': (text, up) => text.replaceAll(PLACE, up || './') }

/** Text of a page opened without a server, whose scripts a browser does not run. */
const note =
  '<p class="from-a-folder">Opened from a folder, this page has no search. With it: <code>python3 -m http.server</code> in the folder of the site.</p>'

/**
 * Makes links relative, so that the page can be read from a folder; on a server the page's scripts make them absolute.
 */
function freePage(text, up) {
  const begin = `<script>var ${BASE}=new URL(${JSON.stringify(up || './')},location.href).pathname</script>`
  const end = `<script>if(location.protocol==='file:')document.body.insertAdjacentHTML('beforeend','${note}');else for(const a of document.querySelectorAll('a[href]'))if(a.origin===location.origin&&!a.getAttribute('href').startsWith('#'))a.setAttribute('href',a.pathname.replace(/index\\.html$/,'')+a.hash)</script>`
  return text
    .replaceAll(
      /(<script(?: [^>]*)?>)([^<]*)(<\/script>)/g,
      (_all, open, script, close) => open + freeScript(script) + close,
    )
    .replaceAll(new RegExp(`((?:href|src)=")${PLACE}`, 'g'), (_all, attribute) => attribute + (up || './'))
    .replaceAll(/(href="\.[^":#]*\/)(["#])/g, '$1index.html$2')
    .replace('<head>', `<head>${begin}`)
    .replace('</body>', `${end}</body>`)
}

/** Removes the base from the strings of a script. */
function freeScript(text) {
  if (!text.includes(PLACE)) return text
  const edits = []
  const source = ts.createSourceFile('script.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  const visit = (node) => {
    const raw =
      ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node)
        ? node.getText(source)
        : ''
    if (raw.includes(PLACE))
      edits.push([
        node,
        ts.isStringLiteralLike(node) ? `${raw}.replaceAll("${PLACE}",${BASE})` : raw.replaceAll(PLACE, `\${${BASE}}`),
      ])
    ts.forEachChild(node, visit)
  }
  visit(source)
  let free = ''
  let at = 0
  for (const [node, replacement] of edits) {
    if (ts.isPropertyAssignment(node.parent) && node.parent.name === node)
      throw new Error(`a link is the name of a property: ${node.getText(source)}`)
    free += text.slice(at, node.getStart(source)) + replacement
    at = node.end
  }
  return free + text.slice(at)
}
