/** A migrated database with no engine on it, for the time of one bench, or of one look; `durable` where what is measured is what a commit costs, or survives. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ofTests } from './compiled.mjs'
import { freePorts, isRoot } from './place.mjs'
import { removeAfterwards } from './processes.mjs'
import { run } from './run.mjs'
import { onEnough } from './signals.mjs'
import { onStop } from './words.mjs'

export async function withDatabase(work, { durable = false } = {}) {
  const data = mkdtempSync(`${tmpdir()}/bailiwick-bench-`)
  chmodSync(data, isRoot ? 0o711 : 0o700)
  removeAfterwards(data)
  const ports = await freePorts(Number(process.env.PORT || 4760))
  const place = { data, ports, host: '127.0.0.1', publicUrl: `http://localhost:${ports.web}`, demo: '0', owner: null, dist: '.next-test', compiled: ofTests, dev: false }
  const product = await run(place, { pages: false, fast: !durable, giveUp: onStop }).catch(onStop)
  onEnough(() => { void product.stop().finally(() => process.exit(130)) })
  try {
    const { NODE_ENV, ...env } = product.env[0].all
    return await work({ ...env, NO_COLOR: '1' }, data)
  } finally {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
