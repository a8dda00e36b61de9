/**
 * `npm run controls`: every row that is asked for, and what shows that it is there. With the engine's own settings it tries the promises on the product's database; without,
 * controls.mjs brings up one for the moment. `--oscal` and a regime prints that regime instead, as a document of OSCAL.
 */
import { readFileSync } from 'node:fs'
import { numberAccess } from '~/server/audit/number-access'
import { sealRecords } from '~/server/audit/seal-records'
import { runOnce } from '~/server/engine/loops'
import { regimes } from './catalogue'
import { showControl } from './list-controls'
import { oscalOf } from './oscal'
import { tryControls } from './probe-controls'
import { showRegime } from './read-regime'
import { type Proof, parseRows } from './rows'

const isJson = process.argv.includes('--json')
const regime = process.argv.includes('--oscal') ? regimes.find((one) => one === process.argv[process.argv.indexOf('--oscal') + 1]) : null
if (regime === undefined) {
  console.error(`--oscal takes one of these: ${regimes.join(', ')}`)
  process.exit(2)
}
if (process.env.CONTROLS_ON_A_NEW_DATABASE === '1') {
  // Where nothing was ever recorded nothing is signed: trying a promise leaves a refusal in the record, and that is sealed.
  await tryControls(new Date())
  await runOnce({ name: 'number-access', everyMs: 0, leaseSeconds: 30, run: numberAccess })
  await runOnce({ name: 'seal-records', everyMs: 0, leaseSeconds: 30, run: sealRecords })
}
const checkedAt = new Date()
const tried = await tryControls(checkedAt)
const states = new Map(tried.map(({ control, state }) => [control, state]))
if (regime !== null) {
  const controls = tried.map(({ control, state, seen }) => showControl(control, { state, since: null, checkedAt, ...seen }, checkedAt))
  console.log(JSON.stringify(oscalOf(showRegime(regime, controls, checkedAt)), null, 2))
  process.exit(tried.some(({ state }) => state === 'violated') ? 1 : 0)
}

const stateOf = (proof: Proof) => (proof.kind === 'control' ? (states.get(proof.control) ?? 'unknown') : proof.kind === 'test' ? 'tested' : 'planned')
const said = (proof: Proof) => (proof.kind === 'control' ? `control ${proof.control}` : proof.kind === 'test' ? `test ${proof.file} › ${proof.says}` : proof.because)
const modes: Readonly<Record<string, string>> = { N: 'built in', K: 'enforced on the cluster', V: 'verified', I: 'ingested', A: 'attested' }
const rows = parseRows(readFileSync(new URL('rows.txt', import.meta.url), 'utf8')).map(({ row, mode, title, proof }) =>
  ({ row, title, mode: mode.split('+').map((one) => modes[one] ?? one).join(', '), state: stateOf(proof), proof: said(proof), checkedAt: proof.kind === 'control' ? checkedAt.toISOString() : null }))

for (const one of rows) console.log(isJson ? JSON.stringify(one) : `${String(one.row).padStart(3)}  ${one.state.padEnd(8)}  ${one.title}: ${one.proof}`)
const count = (state: string) => rows.filter((one) => one.state === state).length
if (!isJson) console.log(`\n${rows.length} rows: ${count('proven')} proven, ${count('tested')} tested, ${count('violated')} violated, ${count('unknown')} unknown, ${count('planned')} planned`)
process.exit(count('violated') > 0 ? 1 : 0)
