/** Topics of notes that neither the page nor its reports show; with a brief, also those that explain a card. */
const unused = new Set(['parameters', 'ties', 'missing', 'choices', 'release'])
const explaining = new Set(['keeps', 'interpretation'])

/** The module that checks cards: those of the page are fixed, and pass the checks of the tests. */
const checks = '/packages/core/src/plugin/plugin-problems.ts'

/** The tags of YAML 1.1 (sets, binaries, timestamps), which no plan, policy or schema has. */
const yamlTags = /\/yaml\/browser\/dist\/schema\/tags\.js$/
const oldTags =
  /^import .* from '\.\/yaml-1\.1\/(?!merge).*;$|^ +\['yaml-?1\.?1', .*$|^ +'tag:yaml\.org,2002:(?!merge).*$|^ +(binary|floatTime|intTime|omap|pairs|set|timestamp),?$/gm

/** Files that a metric may need besides the original and the masked one. */
const otherFiles = ['control', 'population']

/** The publications: the page cites authors and year. */
const literature = '/packages/core/src/card/literature.ts'
const unusedFacts = ['title', 'in', 'doi']

/** Parts of cards that concern partitions of large files, costs and examples, which the page does not have. */
const unusedParts = ['needsFile', 'cost', 'examples']

/**
 * Leaves out of the cards of methods and metrics all that nothing on the page shows: it is a seventh of the workers' script. A
 * card with a brief has no need of notes about the reading of its value; reports print those of methods on losses, limits and
 * attacks. No report prints the formula of a metric, and no form has its parameters.
 */
export function withoutNotes() {
  return {
    name: 'without-notes',
    enforce: 'post',
    transform(code, id) {
      if (yamlTags.test(id)) return { code: code.replaceAll(oldTags, ''), map: null }
      if (id.endsWith(checks)) return { code: 'export const pluginProblems = () => []', map: null }
      if (id.endsWith(literature)) return { code: withoutFacts(this.parse(code), code), map: null }
      if (!/\/packages\/[^/]+\/src\//.test(id) || !/formula:|description:/.test(code)) return undefined
      const isMetric = id.includes('/packages/metrics/') || id.includes('/packages/permutation/')
      const cuts = []
      visit(this.parse(code), (card) => {
        const description = property(card, 'description')
        if (isMetric && description !== undefined) cuts.push([description.start, description.end, "'-'"])
        const notes = property(card, 'notes')
        const formula = property(card, 'formula')
        if (formula === undefined || property(card, 'summary') === undefined) return
        if (isMetric) cuts.push([formula.start, formula.end, "'-'"])
        for (const part of card.properties) if (unusedParts.includes(part.key?.name)) cuts.push(cutOf(part, code))
        // Metrics that need a file that the page has not: they say so, and are never computed.
        const plan = property(card, 'plan')
        if (plan && otherFiles.includes(property(card, 'needs')?.value))
          cuts.push([plan.start, plan.end, "() => ({ form: 'file' })"])
        if (notes?.type !== 'ArrayExpression') return
        const hasBrief = property(card, 'brief') !== undefined
        const isUnused = (one) => {
          const topic = one?.type === 'ObjectExpression' ? property(one, 'topic')?.value : undefined
          if (topic === undefined) return false
          return unused.has(topic) || (hasBrief && (isMetric || explaining.has(topic)))
        }
        notes.elements.forEach((one, i) => {
          const next = notes.elements[i + 1]
          if (isUnused(one)) cuts.push([one.start, next ? next.start : notes.end - 1, ''])
        })
      })
      if (cuts.length === 0) return undefined
      return { code: withoutCuts(code, cuts), map: null }
    },
  }
}

/** The publications with their authors and years. */
function withoutFacts(tree, code) {
  const cuts = []
  visit(tree, (object) => {
    if (property(object, 'authors') === undefined) return
    for (const part of object.properties) if (unusedFacts.includes(part.key?.name)) cuts.push(cutOf(part, code))
  })
  return withoutCuts(code, cuts)
}

/** A property and its comma. */
function cutOf({ start, end }, code) {
  return [start, code[end] === ',' ? end + 1 : end, '']
}

/** A source with other text in some places. */
function withoutCuts(code, cuts) {
  return cuts
    .sort((a, b) => b[0] - a[0])
    .reduce((so, [from, to, text]) => so.slice(0, from) + text + so.slice(to), code)
}

/** The value of a property of an object in a source. */
function property(object, name) {
  return object.properties?.find(({ key }) => (key?.name ?? key?.value) === name)?.value
}

/** Calls back for every object literal. */
function visit(node, found) {
  if (Array.isArray(node)) for (const one of node) visit(one, found)
  else if (typeof node === 'object' && node !== null) {
    if (node.type === 'ObjectExpression') found(node)
    for (const value of Object.values(node)) visit(value, found)
  }
}
