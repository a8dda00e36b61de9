/** Where things are, what the user set, and what must be true before anything is begun. Plain Node: zod is not installed yet. */
import { readFileSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parameterProblem } from '../settings/address-parameters.mjs'
import { firstEmail } from './first.mjs'
import { Stop } from './words.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
export const bin = (name) => `${root}/node_modules/.bin/${name}`
export const isRoot = process.getuid?.() === 0

// What is installed and made here must be readable by the database's own user, whatever mask the shell has; secrets get their modes one by one.
process.umask(0o022)

const isLocal = (host) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)

/** What `npm start` is told. The processes check the rest themselves; this reads what is needed before they exist. */
export function readPlace(env) {
  const port = Number(env.PORT || 4700)
  if (!/^\d*$/.test(env.PORT ?? '') || port < 1 || port > 65_531) throw new Stop(`PORT must be a number from 1 to 65531 (this and the next four are used), not ${JSON.stringify(env.PORT)}.`)
  const host = env.HOST || '127.0.0.1'
  const scheme = env.TLS_CERTIFICATE_FILE ? 'https' : 'http'
  const publicUrl = env.PUBLIC_URL || `${scheme}://localhost:${port}`
  if (!URL.canParse(publicUrl)) throw new Stop(`PUBLIC_URL must be an address such as https://bailiwick.example.org, not ${JSON.stringify(publicUrl)}.`)
  const demo = env.DEMO || (isLocal(new URL(publicUrl).hostname) ? '1' : '0')
  if (demo === '1' && !(isLocal(new URL(publicUrl).hostname) && isLocal(host))) {
    throw new Stop('DEMO=1 lets anybody in with a published password: with a PUBLIC_URL or HOST that others can reach, set DEMO=0.')
  }
  return {
    data: resolve(env.BAILIWICK_DATA || `${root}/.data`), ports: readPorts(env, port), host, machineHost: env.MACHINE_HOST || '127.0.0.1', scheme, publicUrl, demo, owner: readOwner(env, demo), firstAdmin: firstEmail(env),
  }
}

export const portsFrom = (port) => ({ web: port, engine: port + 1, database: port + 2, metrics: port + 3, machine: port + 4 })

const variables = { engine: 'ENGINE_PORT', metrics: 'METRICS_PORT', machine: 'MACHINE_PORT' }
/** Those that follow PORT, but for those that are set by themselves. */
function readPorts(env, port) {
  const ports = portsFrom(port)
  for (const [name, variable] of Object.entries(variables)) {
    if (!env[variable]) continue
    if (!/^\d{1,5}$/.test(env[variable]) || Number(env[variable]) < 1 || Number(env[variable]) > 65_535) throw new Stop(`${variable} must be a number from 1 to 65535, not ${JSON.stringify(env[variable])}.`)
    ports[name] = Number(env[variable])
  }
  const twice = Object.values(ports).find((each, at, all) => all.indexOf(each) !== at)
  if (twice !== undefined) throw new Stop(`Two of the five ports are ${twice}: set PORT, ENGINE_PORT, METRICS_PORT and MACHINE_PORT so that they differ.`)
  if (env.ENGINE_URL && env.ENGINE_URL.replace(/\/$/, '') !== `http://127.0.0.1:${ports.engine}`) throw new Stop('ENGINE_URL is for a web process that is started by itself; npm start asks the engine that it starts: leave it out, or set ENGINE_PORT.')
  return ports
}

/** The address of the owner on a server of the user's, or null: then the embedded one is started. */
function readOwner(env, demo) {
  const file = env.DATABASE_URL_FILE
  if (!file && !env.DATABASE_URL) return null
  if (file && env.DATABASE_URL) throw new Stop('DATABASE_URL and DATABASE_URL_FILE are both set: keep DATABASE_URL_FILE.')
  const text = (file ? readAddress(file) : env.DATABASE_URL).trim()
  const name = file ? 'DATABASE_URL_FILE' : 'DATABASE_URL'
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname || !url.username || url.pathname.length < 2) {
    throw new Stop(`${name} must be an address like postgresql://owner@host:5432/bailiwick.`)
  }
  if (!file && url.password && demo !== '1') throw new Stop('DATABASE_URL carries a password: put the address in a file only this user may read, and set DATABASE_URL_FILE to its path.')
  const strange = parameterProblem(name, url)
  if (strange) throw new Stop(strange)
  if (!isLocal(url.hostname) && url.searchParams.get('sslmode') !== 'verify-full') {
    throw new Stop(`${name} leads to another machine without a verified connection: add ?sslmode=verify-full to the address.`)
  }
  return { text, file }
}

function readAddress(file) {
  try {
    if (statSync(file).mode & 0o077) throw new Stop(`DATABASE_URL_FILE names ${file}, which others on this machine may read: chmod 600 ${file}`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Stop) throw error
    throw new Stop(`DATABASE_URL_FILE names ${file}, which cannot be read (${error.code}).`)
  }
}

const uses = { web: 'the web process', engine: 'the engine', database: 'the database', metrics: 'metrics', machine: 'the machine door' }

/** `hosts` names where those listen that need not be on loopback. */
export async function checkPorts(ports, hosts, except = []) {
  const follow = portsFrom(ports.web)
  for (const [name, port] of Object.entries(ports)) {
    if (except.includes(name)) continue
    const [host, by] = [hosts[name] ?? '127.0.0.1', port === follow[name] ? 'PORT' : variables[name]]
    const use = `${uses[name]}, ${by}${by === 'PORT' && name !== 'web' ? `+${port - ports.web}` : ''}`
    const problem = await portProblem(port, host.replace(/[[\]]/g, ''))
    if (problem === 'EADDRINUSE') throw new Stop(`Port ${port} (${use}) is taken: stop what uses it, or set ${by} to another number.`)
    if (problem === 'EACCES') throw new Stop(`Port ${port} (${use}) is reserved for root: set ${by} to a number above 1023.`)
    if (problem === 'EADDRNOTAVAIL' || problem === 'ENOTFOUND') throw new Stop(`${name === 'web' ? 'HOST' : 'MACHINE_HOST'}=${host} is no address of this machine: set it to one, or leave it out.`)
    if (problem) throw new Stop(`Port ${port} (${use}) cannot be used (${problem}): set ${by} to another number.`)
  }
}

export function portProblem(port, host) {
  return new Promise((answer) => {
    const probe = createServer().once('error', (error) => answer(error.code))
    probe.listen(port, host, () => probe.close(() => answer(null)))
  })
}

/** How what listens there is reached from here. */
export const addressAt = (scheme, host, port) => `${scheme}://${/:/.test(host) ? `[${host.replace(/[[\]]/g, '').replace(/^::$/, '::1')}]` : host.replace('0.0.0.0', '127.0.0.1')}:${port}`

/** Five free ports in a row, for a product that nobody has to find. */
export async function freePorts(first) {
  for (let port = first; port < first + 1000 && port < 65_500; port += 5) {
    const ports = portsFrom(port)
    const problems = await Promise.all(Object.values(ports).map((each) => portProblem(each, '127.0.0.1')))
    if (problems.every((problem) => problem === null)) return ports
  }
  throw new Stop(`No five free ports in a row from ${first} on: set PORT to another number.`)
}

/** Any free port, for what a story starts by itself. */
export const freePort = () => new Promise((found) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address()
    probe.close(() => found(port))
  })
})

/** Asked before anything is written, so that a full disk ends the start and not the middle of it. */
export function checkRoom(folder, bytes, purpose) {
  let at = folder
  for (;;) {
    try {
      const { bavail, bsize } = statfsSync(at)
      const megabytes = (count) => `${Math.floor(count / 1_000_000)} MB`
      if (bavail * bsize < bytes) throw new Stop(`The disk of ${at} has ${megabytes(bavail * bsize)} left, and ${purpose} needs ${megabytes(bytes)}: make room and start again.`)
      return
    } catch (error) {
      if (error instanceof Stop || at === dirname(at)) throw error
      at = dirname(at)
    }
  }
}
