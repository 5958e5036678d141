/**
 * The scripts of the page as classic scripts, of the chunks that the build made: each is a function of what it takes from others and what it
 * gives them. The first has all that the first screen needs, the second all else: the page runs it when that screen is seen.
 *
 * @param chunks of the format `cjs`, two of them entries: the page's, and the one called `later`
 * @returns the texts, in their order
 */
export function pageScripts(chunks) {
  const later = chunks.filter(({ name, isEntry }) => isEntry && name === 'later')
  const first = chunks.filter(({ name, isEntry }) => isEntry && name !== 'later')
  const shared = chunks.filter(({ isEntry }) => !isEntry)
  const known = [...shared, ...first, ...later].map(({ fileName }) => fileName)
  if (first.length !== 1 || later.length !== 1) throw new Error(`not two scripts: ${known.join(', ')}`)
  const script = (those) => those.map((chunk) => asFunction(chunk, known)).join('\n')
  return [
    `const given={},give=(to,name,get)=>Object.defineProperty(to,name,{get});\n${script([...shared, ...first])}`,
    script(later),
  ]
}

/** A chunk that runs at once, and finds what it imports among what those before it gave. */
function asFunction({ code, fileName, imports, dynamicImports }, known) {
  const later = [...imports, ...dynamicImports].filter((name) => known.indexOf(name) >= known.indexOf(fileName))
  if (later.length > 0) throw new Error(`${fileName} imports ${later.join(', ')}, which come later or not at all`)
  const numbered = code.replaceAll(/\brequire\((["'`])[.]\/([^"'`]+)\1\)/g, (_, _quote, name) => {
    const at = known.findIndex((one) => one.endsWith(name))
    if (at < 0) throw new Error(`${fileName} asks for ${name}, which is not there`)
    return `given[${at}]`
  })
  // Said shorter: each is read where it is used, since some are assigned later.
  const short = numbered.replaceAll(
    /Object\.defineProperty\(exports,(["'`][^"'`]+["'`]),\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g,
    'give(exports,$1,()=>$2)',
  )
  return `(function(exports){${short}\n})(given[${known.indexOf(fileName)}]={});`
}
