// Makes a built site independent of the address that it is served from: each page knows from its own place where the site begins.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The base of the site while it is built. */
export const PLACE = '/begin-of-site/'

/** The variable of a page that holds the base. */
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

/** Links are relative, so that the page can be read from a folder; the scripts of a server's page make them absolute. */
function freePage(text, up) {
  const begin = `<script>var ${BASE}=new URL(${JSON.stringify(up || './')},location.href).pathname</script>`
  const end = `<script>if(location.protocol!=='file:')for(const a of document.querySelectorAll('a[href]'))if(a.origin===location.origin&&!a.getAttribute('href').startsWith('#'))a.setAttribute('href',a.pathname.replace(/index\\.html$/,'')+a.hash)</script>`
  return text
    .replaceAll(
      /(<script(?: [^>]*)?>)([^<]*)(<\/script>)/g,
      (_all, open, script, close) => open + freeScript(script) + close,
    )
    .replaceAll(
      new RegExp(`((?:href|src)=")${PLACE}([^"#]*)`, 'g'),
      (_all, attribute, path) => attribute + (up || './') + indexOf(path),
    )
    .replace('<head>', `<head>${begin}`)
    .replace('</body>', `${end}</body>`)
}

/** A folder opened without a server has no index. */
const indexOf = (path) => (path === '' || path.endsWith('/') ? `${path}index.html` : path)

/** Takes the place out of the strings of a script. */
function freeScript(text) {
  if (!text.includes(PLACE)) return text
  const edits = []
  const source = ts.createSourceFile('script.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  const visit = (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      edit(node, (quote) => `${quote}+${BASE}+${quote}`)
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) edit(node, () => `\${${BASE}}`)
    ts.forEachChild(node, visit)
  }
  const edit = (node, joint) => {
    const raw = node.getText(source)
    if (!raw.includes(PLACE)) return
    if (ts.isPropertyAssignment(node.parent) && node.parent.name === node)
      throw new Error(`the name of a property is a link: ${raw}`)
    const text = raw.replaceAll(PLACE, joint(raw[0]))
    edits.push([node.getStart(source), node.end, ts.isStringLiteralLike(node) ? `(${text})` : text])
  }
  visit(source)
  let free = ''
  let at = 0
  for (const [start, end, replacement] of edits) {
    free += text.slice(at, start) + replacement
    at = end
  }
  return free + text.slice(at)
}
