/** What each process is told. Each gets the secrets it needs and no other; the owner's address goes to migrations and the demo's loader alone. */

import { roleAddresses } from './roles.mjs'
import { publicHalfFile, secret, writeSecret } from './secrets.mjs'

/** npm's variables would be settings for whatever runs inside, and the owner's address and the earlier keys are nobody else's. */
const kept = /^(npm_|INIT_CWD$|NODE_ENV$|DATABASE_URL(_FILE)?$|OWNER_DATABASE_URL_FILE$|EARLIER_MASTER_KEY_FILE$|EARLIER_LOG_SIGN_KEY_FILE$|LOST_LOG_KEY_FILE$)/
const inherited = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !kept.test(name)))

const keyFiles = { MASTER_KEY_FILE: 'master-key', SESSION_SIGN_KEY_FILE: 'session-sign-key', ENGINE_KEY_FILE: 'engine-key', SESSION_SECRET_FILE: 'session-secret', LOG_SIGN_KEY_FILE: 'log-sign-key' }

/** The path of each key's file: the operator's, or one made here. */
function keys(data) {
  const files = Object.fromEntries(Object.entries(keyFiles).map(([variable, name]) => {
    if (process.env[variable]) return [variable, process.env[variable]]
    secret(data, name)
    return [variable, `${data}/secrets/${name}`]
  }))
  return {
    ...files, LOG_VERIFY_KEY_FILE: process.env.LOG_VERIFY_KEY_FILE ?? publicHalfFile(data, 'log-verify-key', files.LOG_SIGN_KEY_FILE),
    SESSION_VERIFY_KEY_FILE: process.env.SESSION_VERIFY_KEY_FILE ?? publicHalfFile(data, 'session-verify-key', files.SESSION_SIGN_KEY_FILE),
  }
}

/** One environment per process, for the database whose owner's address this is; `prefix` tells the files of a second database apart. */
export function environments({ data, ports, host, publicUrl, demo, dist, dev, providersFile, inside, rates = {} }, owner, prefix = '') {
  const { MASTER_KEY_FILE, SESSION_SIGN_KEY_FILE, SESSION_SECRET_FILE, LOG_SIGN_KEY_FILE, ...shared } = keys(data)
  const { ENGINE_DATABASE_URL_FILE, ...readers } = roleAddresses(data, owner.text, prefix)
  const ownerFile = owner.file ?? `${data}/secrets/${prefix}owner-database-url`
  if (!owner.file) writeSecret(ownerFile, owner.text)
  const all = {
    ...inherited(), ...shared, ...rates, PUBLIC_URL: publicUrl, DEMO: demo, NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1',
  }
  const web = {
    ...all, ...readers, HOST: host, PORT: String(ports.web), METRICS_PORT: String(ports.metrics), ENGINE_URL: `http://127.0.0.1:${ports.engine}`,
    SESSION_SECRET_FILE, NEXT_DIST: dist,
  }
  // An operator's own is in every process's environment. That of the stories is the engine's, and that of the web processes which they start beside this one.
  const earlier = process.env.EARLIER_MASTER_KEY_FILE ? { EARLIER_MASTER_KEY_FILE: process.env.EARLIER_MASTER_KEY_FILE } : {}
  const earlierLog = process.env.EARLIER_LOG_SIGN_KEY_FILE ? { EARLIER_LOG_SIGN_KEY_FILE: process.env.EARLIER_LOG_SIGN_KEY_FILE } : {}
  const lostLog = process.env.LOST_LOG_KEY_FILE ? { LOST_LOG_KEY_FILE: process.env.LOST_LOG_KEY_FILE } : {}
  const engine = { ...all, ...earlier, ...earlierLog, ...lostLog, ...(providersFile ? { PROVIDERS_FILE: providersFile } : {}), ...(inside ? { WEBHOOK_INSIDE: inside } : {}), ENGINE_DATABASE_URL_FILE, MASTER_KEY_FILE, SESSION_SIGN_KEY_FILE, LOG_SIGN_KEY_FILE, ENGINE_PORT: String(ports.engine), MACHINE_PORT: String(ports.machine), WEB_DATABASE_URL_FILE: readers.WEB_DATABASE_URL_FILE }
  const migrations = { ...all, ...earlier, OWNER_DATABASE_URL_FILE: ownerFile, MASTER_KEY_FILE }
  // The demo's people act through the door before any process of the product runs: their loader is all three for a moment.
  const loader = { ...migrations, SESSION_SIGN_KEY_FILE, ENGINE_DATABASE_URL_FILE, WEB_DATABASE_URL_FILE: readers.WEB_DATABASE_URL_FILE }
  return { web, engine, owner: migrations, loader, all: { ...migrations, ...engine, ...web } }
}
