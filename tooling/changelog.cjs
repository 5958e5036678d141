// Formats the changelog lines of `changeset version`: one entry per changeset, one line for all new dependencies.
module.exports = {
  getReleaseLine({ commit, summary }) {
    const from = commit === undefined ? '' : `${commit.slice(0, 7)}: `
    return `- ${from}${summary.trim().replaceAll('\n', '\n  ')}`
  },
  getDependencyReleaseLine(_changesets, updated) {
    if (updated.length === 0) return ''
    return `- Updated dependencies: ${updated.map(({ name, newVersion }) => `${name} ${newVersion}`).join(', ')}`
  },
}
