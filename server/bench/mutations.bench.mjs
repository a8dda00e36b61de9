/** Takes each guard away, one at a time, in a copy of the tree, and asks the type checker or the named tests. Who notices is printed; a loss that nobody notices fails. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { compiling, ofTests, programs, tested } from '../bootstrap/compiled.mjs'
import { bin, root } from '../bootstrap/place.mjs'
import { copyTree } from './copy.mjs'
import { mutations } from './mutations.mjs'
import { withDatabase } from '../bootstrap/throw-away.mjs'

/** The files that fail; that no file was found to run is no failure of one. */
const failedOf = ({ stdout }) => JSON.parse(stdout.slice(stdout.indexOf('{"numTotalTestSuites"'))).testResults.flatMap(({ status, name }) => (status === 'failed' ? [name] : []))

/** What a test begins as a process of its own is compiled, and so is made anew of the copy as it is. */
const beginsProcesses = (copy, file) => /testing\/apart|ofTests/.test(readFileSync(`${copy}/${file}`, 'utf8'))
function askTests(copy, files, env) {
  if (files.some((file) => beginsProcesses(copy, file))) spawnSync('node_modules/.bin/esbuild', compiling([...programs, ...tested], ofTests), { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })
  return spawnSync('node_modules/.bin/vitest', ['run', '--config', 'server/vitest.config.ts', '--reporter=json', ...files], { cwd: copy, env, encoding: 'utf8', maxBuffer: 256e6 })
}

function isNoticed(copy, by, env) {
  if (by === 'types') return /error TS\d+/.test(spawnSync('node_modules/.bin/tsc', ['--noEmit', '--pretty', 'false'], { cwd: copy, encoding: 'utf8' }).stdout)
  return failedOf(askTests(copy, by, env)).length > 0
}

/** What a migration says is in the database before any test begins: made anew from the copy's own. */
async function migrateAnew(copy, env) {
  const owner = new pg.Client({ connectionString: readFileSync(env.OWNER_DATABASE_URL_FILE, 'utf8').trim() })
  await owner.connect()
  try {
    const { rows } = await owner.query("SELECT quote_ident(nspname) AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'")
    await owner.query(`DROP SCHEMA ${rows.map(({ name }) => name).join(', ')} CASCADE; CREATE SCHEMA public`)
  } finally {
    await owner.end()
  }
  const { status, stdout, stderr } = spawnSync(bin('prisma'), ['migrate', 'deploy', '--config', 'prisma/config.ts'], { cwd: copy, env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

const isMigration = (file) => file.startsWith('prisma/migrations/')

/** Without words, all of them; with words, those whose sentence or file has one of them. */
export async function bench(words) {
  const chosen = mutations.filter(([says, file]) => words.length === 0 || words.some((word) => says.includes(word) || file.includes(word)))
  const lost = await withDatabase(async (env) => {
    const copy = copyTree()
    // Whoever has not built the pages yet has no types of theirs.
    for (const made of ['node_modules', 'prisma/generated', 'next-env.d.ts'].filter((name) => existsSync(`${root}/${name}`))) cpSync(`${root}/${made}`, `${copy}/${made}`, { recursive: true, verbatimSymlinks: true })
    const asked = [...new Set(chosen.flatMap(([, , , , by, why]) => (why || by === 'types' ? [] : by)))]
    const failing = asked.length ? failedOf(askTests(copy, asked, env)) : []
    if (failing.length) throw new Error(`Nothing is shown by tests that fail with nothing taken away: ${failing.join(', ')}`)
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
      const said = isMigration(file) ? await migrateAnew(copy, env) : { status: 0 }
      if (said.status !== 0) throw new Error(`This is no migration any more (${says}): ${said.said}`)
      const found = mutated !== whole && isNoticed(copy, by, env)
      writeFileSync(path, whole)
      if (isMigration(file)) await migrateAnew(copy, env)
      if (!found) unnoticed.push(says)
      console.log(`${found ? 'noticed by     ' : mutated === whole ? 'NO SUCH LINE   ' : 'UNNOTICED BY   '}${String(by)}: ${says}`)
    }
    return unnoticed
  })
  console.log(lost.length ? `${lost.length} unnoticed: ${lost.join('; ')}` : 'every loss was noticed')
  process.exitCode = lost.length ? 1 : 0
}
