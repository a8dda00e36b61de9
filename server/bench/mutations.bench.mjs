/** Takes each guard away, one at a time, in a copy of the tree, and asks the type checker or the named tests. Who notices is printed; a loss that nobody notices fails. */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { root } from '../bootstrap/place.mjs'
import { copyTree } from './copy.mjs'
import { mutations } from './mutations.mjs'
import { withDatabase } from '../bootstrap/throw-away.mjs'

/** That no file was found to run is no notice: one must have been run, and have failed. */
const noticed = {
  types: ({ stdout }) => /error TS\d+/.test(stdout),
  tests: ({ stdout }) => JSON.parse(stdout.slice(stdout.indexOf('{"numTotalTestSuites"'))).testResults.some(({ status }) => status === 'failed'),
}

function check(copy, by, env) {
  if (by === 'types') return spawnSync('node_modules/.bin/tsc', ['--noEmit', '--pretty', 'false'], { cwd: copy, encoding: 'utf8' })
  return spawnSync('node_modules/.bin/vitest', ['run', '--config', 'server/vitest.config.ts', '--reporter=json', ...by], { cwd: copy, env, encoding: 'utf8', maxBuffer: 256e6 })
}

/** Without words, all of them; with words, those whose sentence or file has one of them. */
export async function bench(words) {
  const chosen = mutations.filter(([says, file]) => words.length === 0 || words.some((word) => says.includes(word) || file.includes(word)))
  const lost = await withDatabase((env) => {
    const copy = copyTree()
    for (const made of ['node_modules', 'prisma/generated', 'next-env.d.ts']) cpSync(`${root}/${made}`, `${copy}/${made}`, { recursive: true, verbatimSymlinks: true })
    const unnoticed = []
    for (const [says, file, line, without, by, why] of chosen) {
      if (why) {
        console.log(`stands alone   ${says}: ${why}`)
        continue
      }
      const path = `${copy}/${file}`
      const whole = readFileSync(path, 'utf8')
      const mutated = whole.replace(line, without)
      writeFileSync(path, mutated)
      const found = mutated !== whole && noticed[by === 'types' ? 'types' : 'tests'](check(copy, by, env))
      writeFileSync(path, whole)
      if (!found) unnoticed.push(says)
      console.log(`${found ? 'noticed by     ' : mutated === whole ? 'NO SUCH LINE   ' : 'UNNOTICED BY   '}${String(by)}: ${says}`)
    }
    return unnoticed
  })
  console.log(lost.length ? `${lost.length} unnoticed: ${lost.join('; ')}` : 'every loss was noticed')
  process.exitCode = lost.length ? 1 : 0
}
