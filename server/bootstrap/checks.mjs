/** Everything that must hold, in a place that is thrown away. `npm test -- unit|types|lint|browser [filter]` runs a part of it; `photographs` looks at every page. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { relative } from 'node:path'
import { findChromium } from './chromium.mjs'
import { ofTests } from './compiled.mjs'
import { bin, freePort, freePorts, isRoot, root } from './place.mjs'
import { abort, checkAborted, commandOutput, removeAfterwards } from './processes.mjs'
import { print, step } from './progress.mjs'
import { ofPlaywright, ofVitest, readReport } from './reports.mjs'
import { run } from './run.mjs'
import { onEnough } from './signals.mjs'
import { indented, onStop, Stop } from './words.mjs'

const dist = '.next-test'
const kinds = ['types', 'lint', 'unit', 'browser']
const onDemand = { 'contain-times': 'contain-times.ts', photographs: 'photographs.ts', 'sign-in-times': 'sign-in-times.ts', 'page-times': 'page-times.ts' }
const given = process.argv.slice(2)
const named = given.filter((word) => kinds.includes(word) || Object.hasOwn(onDemand, word))
const wanted = named.length > 0 ? named : kinds
const filter = given.filter((word) => !named.includes(word))

// What the user's own product is told is no matter of the tests.
const ours = /^((OWNER|WEB|AUDITOR|ENGINE)_DATABASE_URL|DATABASE_URL|(EARLIER_)?MASTER_KEY|SESSION_SECRET|SESSION_SIGN_KEY|SESSION_VERIFY_KEY|LOG_SIGN_KEY|LOG_VERIFY_KEY|ENGINE_KEY)(_FILE)?$|^(LOST_LOG_KEY_FILE|PUBLIC_URL|ENGINE_URL|ENGINE_PORT|MACHINE_PORT|MACHINE_HOST|METRICS_PORT|HOST|DEMO|TRUSTED_PROXIES|(TENANT|CLIENT|PAGE|STRANGER)_RATE|PROVIDERS_FILE|MAIL_FROM|SMTP_URL_FILE|WEBHOOK_INSIDE|WITNESS_(DIRECTORY|ADDRESS)|MONTHS_DIRECTORY|BAILIWICK_DATA|NEXT_DIST)$/
for (const name of Object.keys(process.env)) if (ours.test(name)) delete process.env[name]

const all = mkdtempSync(`${tmpdir()}/bailiwick-test-`)
const throwAway = () => rmSync(all, { recursive: true, force: true, maxRetries: 5 })
removeAfterwards(all)
/** What a test or a browser leaves behind goes with the rest. */
const [data, left] = [`${all}/data`, `${all}/left`]
for (const folder of [data, left]) mkdirSync(folder)
for (const folder of [all, left]) chmodSync(folder, 0o711)
chmodSync(data, isRoot ? 0o711 : 0o700)
process.env.TMPDIR = left

const products = []
let ending = null
const total = { passed: 0, failed: 0, skipped: 0 }
const unsteady = []
const broken = []
const tally = (says, counted) => {
  for (const kind of Object.keys(total)) total[kind] += counted[kind] ?? 0
  print(`${says}: ${counted.passed} passed, ${counted.failed} failed${counted.skipped ? `, ${counted.skipped} skipped` : ''}`)
}
const one = (says, { code, output }) => {
  if (code !== 0) print(indented(output, 60))
  tally(says, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

/** Providers that nobody runs until a story does. */
async function makeProviders(at) {
  const file = `${at}/providers.json`
  const common = { clientId: 'bailiwick', clientSecretFile: 'provider-secret', multiFactor: { acr: ['phr'] } }
  writeFileSync(`${at}/provider-secret`, randomBytes(32).toString('base64url'), { mode: 0o600 })
  writeFileSync(file, JSON.stringify([
    { ...common, id: 'corp', title: 'Corp', issuer: `http://127.0.0.1:${await freePort()}`, groupsClaim: 'groups', events: { audience: 'https://bailiwick.example' } },
    { ...common, id: 'strict', title: 'Strict', issuer: `http://127.0.0.1:${await freePort()}`, maxAgeSeconds: 60 },
  ]), { mode: 0o600 })
  return file
}

const giveUp = (error) => {
  print(error.message)
  total.failed += 1
  enough(1)
}
/** One story asks as often as many people do. */
const storyRates = { PAGE_RATE: '1000', STRANGER_RATE: '1000' }
/** The first has the databases of the units besides its own. */
async function makeProduct(at, databases) {
  if (at !== data) mkdirSync(at, { mode: isRoot ? 0o711 : 0o700 })
  const ports = await freePorts(products.length > 0 ? products[0].ports.web + 5 : Number(process.env.PORT || 4710 + 40 * (process.pid % 20)))
  const place = { data: at, ports, host: '127.0.0.1', publicUrl: `http://localhost:${ports.web}`, demo: '1', owner: null, dist, compiled: ofTests, dev: false, providersFile: await makeProviders(at), inside: `127.0.0.1:${await freePort()}`, rates: storyRates }
  const product = await run(place, { databases, pages: wanted.some((word) => word === 'browser' || Object.hasOwn(onDemand, word)), fast: true, giveUp })
  const door = (of) => `http://127.0.0.1:${ports[of]}`
  products.push({ ...product, ports, address: place.publicUrl, engine: door('engine'), metrics: door('metrics'), machine: door('machine') })
}
const env = () => ({ ...products[0].env[0].all, NEXT_DIST: dist })

async function checkTypes() {
  // Made for this build alone: types that another build left beside it would contradict these.
  const config = {
    extends: '../tsconfig.json', exclude: ['../node_modules'],
    include: ['../app', '../components', '../server', '../e2e', '../prisma', './types/**/*.ts'],
    compilerOptions: { types: ['node', 'next', 'next/image-types/global'], paths: { '~/*': ['../*'] }, tsBuildInfoFile: './types.tsbuildinfo' },
  }
  const { code, output } = await step('Writing the types of the routes', () => commandOutput(bin('next'), ['typegen'], { cwd: root, env: env() }))
  checkAborted()
  if (code !== 0) return one('Types', { code, output })
  mkdirSync(`${root}/${dist}`, { recursive: true })
  writeFileSync(`${root}/${dist}/tsconfig.json`, JSON.stringify(config))
  one('Types', await step('Types', () => commandOutput(bin('tsc'), ['--noEmit', '--pretty', 'false', '-p', `${dist}/tsconfig.json`], { cwd: root })))
}

const checkLint = async () => one('Lint', await step('Lint', () => commandOutput(bin('biome'), ['ci', '--colors=off', '--error-on-warnings', ...(filter.length > 0 ? filter : ['.'])], { cwd: root })))

async function checkCode() {
  if (wanted.includes('types')) await checkTypes()
  if (wanted.includes('lint')) await checkLint()
}

const shown = { onOutput: (part) => process.stdout.write(part) }

/** Two processes side by side, each over a database of its own: within one, a file is alone. What was chosen by name is too little to be shared out. */
const unitDatabases = ['bailiwick_unit_0', 'bailiwick_unit_1'].slice(0, filter.length > 0 ? 1 : 2)
async function runUnits(name, chosen, sides = 1) {
  const report = `${data}/${name}.json`
  const [first, ...others] = products[0].env.slice(1, 1 + sides).map(({ all }) => all)
  const { NODE_ENV, ...own } = first
  // Of each process what is its own: the addresses of its database.
  const places = [{}, ...others.map((all) => Object.fromEntries(Object.entries(all).filter(([variable, value]) => value !== first[variable])))]
  const args = ['run', '--config', 'server/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen]
  const { code } = await commandOutput(bin('vitest'), args, { cwd: root, env: { ...own, UNIT_PLACES: JSON.stringify(places), NO_COLOR: '1' }, ...shown })
  checkAborted()
  return readReport(report, ofVitest, code)
}
async function checkUnits() {
  print('\nUnit and database')
  const counted = await runUnits('unit', filter, unitDatabases.length)
  tally('Unit and database', filter.length > 0 ? counted : await toldAgain(counted))
}
/** A file of the whole run that failed is run once more with nothing beside it. More than a few did not fail by chance. */
async function toldAgain(counted) {
  const files = counted.failedFiles ?? []
  if (files.length === 0 || files.length > 5) return counted
  print(`\nOnce more, alone: ${files.map((file) => relative(root, file)).join(', ')}`)
  const again = await runUnits('unit-again', files)
  if (again.failed > 0) return counted
  unsteady.push(...files.map((file) => relative(root, file)))
  return { ...counted, passed: counted.passed + counted.failed, failed: 0 }
}

/** What each page showed on which a story failed: the place that it was kept in is thrown away. */
function showFailed(at) {
  for (const file of existsSync(at) ? readdirSync(at, { recursive: true }) : []) if (/(^|\/)(asked|error-context)\.md$/.test(file)) print(`\n${file}\n${indented(readFileSync(`${at}/${file}`, 'utf8'), 150)}`)
}

let chromium = null
async function tellStories(product, name, says, chosen, also = {}) {
  const report = `${data}/${name}.json`
  chromium ??= findChromium()
  await product.start()
  const args = ['test', '--config', 'e2e', '--reporter=list,json', '--output', `${data}/${name}`, ...chosen]
  const own = { ...product.env[0].all, NEXT_DIST: dist, NODE_ENV: 'test', NO_COLOR: '1', BASE_URL: product.address, CHROMIUM_PATH: await chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ENGINE_ADDRESS: product.engine, MACHINE_ADDRESS: product.machine, METRICS_ADDRESS: product.metrics, ...also }
  const { code } = await commandOutput(bin('playwright'), args, { cwd: root, env: own, ...shown })
  checkAborted()
  const counted = readReport(report, ofPlaywright, code)
  tally(says, counted)
  showFailed(`${data}/${name}`)
  unsteady.push(...(counted.unsteady ?? []))
  broken.push(...(counted.broken ?? []))
}
/** Of a hundred stories in the order of their names, so many take as long as the rest. */
const shares = '40:60'
/** Half of them in each of two products, side by side, which share nothing but the pages that were built. */
async function checkBrowser() {
  print('\nBrowser')
  if (filter.length > 0) return tellStories(products[0], 'browser', 'Browser', filter)
  await Promise.all(products.map((each, at) => tellStories(each, `browser-${at}`, `Browser ${at + 1}/2`, ['--retries=1', `--shard=${at + 1}/2`], { PWTEST_SHARD_WEIGHTS: shares })))
}
async function check(says, stories) {
  print(`\n${says}`)
  await tellStories(products[0], 'browser', says, filter, { STORIES: stories })
}

function enough(exitCode) {
  ending ??= exitCode
  abort()
}
onEnough(enough)

try {
  await makeProduct(data, ['bailiwick', ...unitDatabases])
  const isHalved = wanted.includes('browser') && filter.length === 0
  // What reads the code needs one processor, so the other makes what the second half of the stories is told in.
  await Promise.all([checkCode(), isHalved ? makeProduct(`${data}/second`, ['bailiwick']) : null])
  if (wanted.includes('unit')) await checkUnits()
  if (wanted.includes('browser')) await checkBrowser()
  for (const word of wanted.filter((one) => Object.hasOwn(onDemand, one))) await check(word, onDemand[word])
} catch (error) {
  if (ending === null) {
    total.failed += 1
    console.error(error instanceof Stop ? error.message : error)
  }
}
for (const product of products.reverse()) await product.stop().catch(onStop)
throwAway()
if (ending !== null) print('Stopped.')
if (total.skipped > 0) print(`${total.skipped} skipped`)
const list = (says, named) => { if (named.length > 0) print(`\n${says}:\n${indented(named.join('\n'), 150)}`) }
list('Passed only when told again, and has a cause that is to be found', unsteady)
list('Failed', broken)
print(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(ending ?? (total.failed > 0 ? 1 : 0))
