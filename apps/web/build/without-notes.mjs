/**
 * Topics of notes that neither the page nor its reports show. If a card has a brief, the notes that explain it are left
 * out as well.
 */
const unused = new Set(['parameters', 'ties', 'missing', 'choices', 'release'])
const explaining = new Set(['keeps', 'interpretation'])

/** The module that checks cards; the tests check those of the page. */
const checks = '/packages/core/src/plugin/plugin-problems.ts'

/** Tags of YAML 1.1 (sets, binaries, timestamps), which plans, policies and schemas never use. */
const yamlTags = /\/yaml\/browser\/dist\/schema\/tags\.js$/
const oldTags =
  /^import .* from '\.\/yaml-1\.1\/(?!merge).*;$|^ +\['yaml-?1\.?1', .*$|^ +'tag:yaml\.org,2002:(?!merge).*$|^ +(binary|floatTime|intTime|omap|pairs|set|timestamp),?$/gm

/** Files other than the original and the masked one that a metric may need. */
const otherFiles = ['control', 'population']

/** The publications; the page cites their authors and year. */
const literature = '/packages/core/src/card/literature.ts'
const unusedFacts = ['title', 'in', 'doi']

/** Parts of cards on partitions of large files, costs and examples, which the page does not show. */
const unusedParts = ['needsFile', 'cost', 'examples']

/**
 * Removes the texts of method and metric cards that the page never shows, a seventh of the workers' script. A card with
 * a brief needs no notes on reading its value; reports print those of methods on losses, limits and attacks. Formulas
 * of metrics are never printed, and their parameters are in no form.
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
        // Metrics that need a file that the page lacks report so, and are never computed.
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

/** Returns the publications with authors and years only. */
function withoutFacts(tree, code) {
  const cuts = []
  visit(tree, (object) => {
    if (property(object, 'authors') === undefined) return
    for (const part of object.properties) if (unusedFacts.includes(part.key?.name)) cuts.push(cutOf(part, code))
  })
  return withoutCuts(code, cuts)
}

/** Returns the range of a property and its comma. */
function cutOf({ start, end }, code) {
  return [start, code[end] === ',' ? end + 1 : end, '']
}

/** Replaces ranges of a source. */
function withoutCuts(code, cuts) {
  return cuts
    .sort((a, b) => b[0] - a[0])
    .reduce((so, [from, to, text]) => so.slice(0, from) + text + so.slice(to), code)
}

/** Returns the value of a property of an object in a source. */
function property(object, name) {
  return object.properties?.find(({ key }) => (key?.name ?? key?.value) === name)?.value
}

/** Calls a function for every object literal. */
function visit(node, found) {
  if (Array.isArray(node)) for (const one of node) visit(one, found)
  else if (typeof node === 'object' && node !== null) {
    if (node.type === 'ObjectExpression') found(node)
    for (const value of Object.values(node)) visit(value, found)
  }
}
