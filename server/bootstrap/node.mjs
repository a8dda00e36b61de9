/** The sentence for a Node that cannot run this, or an empty one. Apart, and imported first, because the rest does not even load there. */
export function nodeProblem(version) {
  const [major, minor] = version.split('.').map(Number)
  return major < 20 || (major === 20 && minor < 19) ? `Node ${version} is too old: Bailiwick needs 20.19 or newer.` : ''
}

export function checkNode() {
  const problem = nodeProblem(process.versions.node)
  if (!problem) return
  console.error(problem)
  process.exit(1)
}
