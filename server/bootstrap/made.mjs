/** What is installed or made from files of the clone, and made again only when those files are others. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { compiling, ofTests, programs, tested } from './compiled.mjs'
import { bin, checkRoom, root } from './place.mjs'
import { commandStep } from './progress.mjs'
import { indented, inWords, Stop } from './words.mjs'

/** The digest of these files and folders, byte for byte; tests and prose do not change what is made. */
export function digestOf(entries, base = root) {
  const hash = createHash('sha256').update(process.versions.node)
  const read = (name) => {
    const path = `${base}/${name}`
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const inner of readdirSync(path).sort()) read(`${name}/${inner}`)
    else if (!/\.(test|type-spec|e2e)\.ts$|\.md$/.test(name)) hash.update(`${name}\0`).update(readFileSync(path))
  }
  for (const entry of entries) read(entry)
  return hash.digest('hex')
}

export const isMade = (mark, digest) => existsSync(`${root}/${mark}`) && readFileSync(`${root}/${mark}`, 'utf8') === digest

/** Without its mark a thing counts as not made, so that whatever ends the work in the middle, the next start begins it again. */
async function make(mark, digest, work) {
  if (isMade(mark, digest)) return
  rmSync(`${root}/${mark}`, { force: true })
  await work()
  mkdirSync(dirname(`${root}/${mark}`), { recursive: true })
  writeFileSync(`${root}/${mark}`, digest)
}

const installMark = 'node_modules/.installed'
const installDigest = () => digestOf(['package-lock.json', 'package.json'])
export const isInstalled = () => isMade(installMark, installDigest())

export function install() {
  if (!isInstalled()) checkRoom(root, 1_500_000_000, 'the first start')
  return make(installMark, installDigest(), () =>
    commandStep('Installing packages from the lockfile', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root, env: withoutNpm(), explain: explainInstall }))
}

function explainInstall(output) {
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line))
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b|network/i.test(lines.join('\n'))) {
    return new Stop(`The packages could not be fetched: connect this machine to the network, or tell npm its proxy and registry, and start again.\n${indented(lines.filter((line) => /code |reason|request to/.test(line)).slice(0, 2).join('\n'))}`)
  }
  if (/ENOENT.*npm/.test(output)) return new Stop('npm was not found: install it with Node.')
  return inWords(output, `${root}/node_modules`) ?? new Stop(`The packages could not be installed from the lockfile:\n${indented(lines.join('\n') || output, 12)}`)
}

/** npm's own variables, set for scripts, would be settings for an npm started inside one. */
function withoutNpm() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command|execpath|node_execpath)|^(INIT_CWD|NODE_ENV)$/.test(name)))
}

export const makeClient = (env) =>
  make('prisma/generated/.made', digestOf(['package-lock.json', 'prisma/schema', 'prisma/config.ts']), () =>
    commandStep('Writing the database client', bin('prisma'), ['generate', '--config', 'prisma/config.ts'], { cwd: root, env }))

const compileInputs = ['package.json', 'package-lock.json', 'tsconfig.json', 'server', 'prisma/schema', 'prisma/seed']
export const compile = (out) =>
  make(`${out}/.made`, digestOf(compileInputs), async () => {
    rmSync(`${root}/${out}`, { recursive: true, force: true })
    await commandStep('Compiling the processes', bin('esbuild'), compiling(out === ofTests ? [...programs, ...tested] : programs, out), { cwd: root })
  })

const buildInputs = [...compileInputs, 'next.config.js', 'app', 'components']
export const build = (dist, env) =>
  make(`${dist}/.made`, digestOf(buildInputs), async () => {
    await commandStep('Building the pages', bin('next'), ['build'], { cwd: root, env: { ...env, NEXT_DIST: dist, NODE_ENV: 'production' } })
  })

export const isBuilt = (dist) => isMade(`${dist}/.made`, digestOf(buildInputs))
