/** Whoever loads is shown a table by a policy of its own. In one that has none they see no row and alter none, so that whatever a test asks there holds of itself. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loading } from './world'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = ['server', 'e2e'].flatMap((folder) => readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)).filter((file) => /^(server\/testing\/.*|e2e\/.*|.*\.test)\.ts$/.test(file))

/** What hands a statement on to whoever loads, as it is: everywhere, and in one file. */
const everywhere = ['loading', 'beside', 'inDatabase', 'sql']
const handsOn = (text: string) => [...text.matchAll(/\bconst (\w+) = (?:async )?\((?:text|statement)\b[^=]*=> \(?(?:await )?loading\(\(\w+\) => \w+\.query\(/g)].flatMap(([, name]) => name ?? [])
/** Each call that loads, up to the bracket that ends it. */
function* callsIn(text: string): Generator<string> {
  for (const { index } of text.matchAll(new RegExp(`\\b(?:${[...everywhere, ...handsOn(text)].join('|')})(?:<[^>()]*>)?\\(`, 'g'))) {
    let open = 0
    for (const { 0: bracket, index: at } of text.slice(index).matchAll(/[()]/g)) {
      open += bracket === '(' ? 1 : -1
      if (open > 0) continue
      yield text.slice(index, index + at)
      break
    }
  }
}
/** Those of which it asks as it is: what it opens to itself first, by a setting or altogether, is shown to it. */
const tablesIn = (call: string) => /set_config\('app\.|SET LOCAL app\./.test(call) ? [] : [...call.matchAll(/\b(?:FROM|JOIN|UPDATE)\s+(?:ONLY\s+)?([a-z_]+)\b/g)].flatMap(([, table]) => table ?? []).filter((table) => !call.includes(`ALTER TABLE ${table} NO FORCE`))

test('no test asks of a table that is not shown to whoever loads', async () => {
  const asked = files.flatMap((file) => [...callsIn(readFileSync(`${root}/${file}`, 'utf8'))].flatMap((call) => tablesIn(call).map((table) => ({ file, table }))))
  const { rows } = await loading((sql) => sql.query(`SELECT c.relname AS table FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relforcerowsecurity
    AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname LIKE 'loading%')`))
  const closed = new Set(rows.map((row) => row.table))
  expect(closed.size).toBeGreaterThan(0)
  expect(new Set(asked.map(({ table }) => table)).size).toBeGreaterThan(60)
  expect(asked.filter(({ table }) => closed.has(table))).toEqual([])
})
