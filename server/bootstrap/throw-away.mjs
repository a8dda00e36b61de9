/** A migrated database with no engine on it, for the time of one bench, or of one look; `durable` where what is measured is what a commit costs, or survives. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ofTests } from './compiled.mjs'
import { freePorts, isRoot } from './place.mjs'
import { removeAfterwards } from './processes.mjs'
import { step } from './progress.mjs'
import { run } from './run.mjs'
import { secret } from './secrets.mjs'
import { onEnough } from './signals.mjs'
import { onStop } from './words.mjs'

/** What has run for weeks has the files of its log already; a new server makes each when it comes to it, and meanwhile nobody commits. */
async function writeLogOnce(data, port) {
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password: secret(data, 'database-superuser-password') })
  await admin.connect()
  try {
    await admin.query("SELECT pg_logical_emit_message(false, 'bench', repeat('-', 1000000)) FROM generate_series(1, 500)")
    await admin.query('CHECKPOINT')
  } finally {
    await admin.end()
  }
}

/** `used`: as a server is that has been running. */
export async function withDatabase(work, { durable = false, used = false } = {}) {
  const data = mkdtempSync(`${tmpdir()}/bailiwick-bench-`)
  chmodSync(data, isRoot ? 0o711 : 0o700)
  removeAfterwards(data)
  const ports = await freePorts(Number(process.env.PORT || 4760))
  const place = { data, ports, host: '127.0.0.1', publicUrl: `http://localhost:${ports.web}`, demo: '0', owner: null, firstAdmin: '', dist: '.next-test', compiled: ofTests, dev: false }
  const product = await run(place, { pages: false, fast: !durable, giveUp: onStop }).catch(onStop)
  onEnough(() => { void product.stop().finally(() => process.exit(130)) })
  try {
    if (used) await step('Writing the log once', () => writeLogOnce(data, ports.database))
    const { NODE_ENV, ...env } = product.env[0].all
    return await work({ ...env, NO_COLOR: '1' }, data)
  } finally {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
