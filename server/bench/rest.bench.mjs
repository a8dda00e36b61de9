import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { copyTree, findPorts, startCopy } from './copy.mjs'

/** What the product costs when nobody asks it anything: what it writes, which whoever keeps its log pays for, and what it takes of the processors. */
export async function bench(args) {
  // As long as the slowest loop rests, and from one checkpoint to the next.
  const seconds = Number(args[args.indexOf('--seconds') + 1]) || 300
  const copy = copyTree()
  const ports = await findPorts()
  const product = await startCopy(copy, ports)
  const secret = (name) => readFileSync(`${copy}/.data/secrets/${name}`, 'utf8').trim()
  const sql = new pg.Client({ host: '127.0.0.1', port: ports.database, user: 'postgres', password: secret('database-superuser-password'), database: 'bailiwick' })
  await sql.connect()
  // What its beginning left to be sealed and told is done by then.
  await wait(60_000)
  const before = await look(sql, product.child.pid)
  await wait(seconds * 1_000)
  const after = await look(sql, product.child.pid)
  await sql.end()
  await product.stop()
  const each = (what) => (after[what] - before[what]) / seconds
  console.log(`At rest for ${seconds} s: ${each('transactions').toFixed(1)} transactions a second, of which ${each('writing').toFixed(1)} wrote; ${each('flushed').toFixed(1)} flushes a second, ${((each('bytes') * 86_400) / 1e6).toFixed(0)} MB of log a day.`)
  const processors = Object.keys(after.processors).map((kind) => `${kind} ${(((after.processors[kind] ?? 0) - (before.processors[kind] ?? 0)) / seconds / 10).toFixed(1)} %`)
  console.log(`Of a processor: ${processors.join(', ')}.`)
}

async function look(sql, pid) {
  const { rows: [row] } = await sql.query(`SELECT pg_current_wal_lsn() - '0/0' AS bytes, pg_snapshot_xmax(pg_current_snapshot())::text AS writing,
    (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS transactions, (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal') AS flushed`)
  return { ...Object.fromEntries(Object.entries(row).map(([what, figure]) => [what, Number(figure)])), processors: spentBelow(pid) }
}

/** In milliseconds, of each process that the start began, by what it is; Linux counts in hundredths of a second. A database's connections are its children, and what ended counts with who waited for it. */
function spentBelow(pid) {
  const children = (of) => readFileSync(`/proc/${of}/task/${of}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const own = (of) => readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
  const whole = (of) => children(of).reduce((sum, child) => sum + whole(child), own(of))
  const kindOf = (of) => /bailiwick (\w+)|postgres/.exec(readFileSync(`/proc/${of}/cmdline`, 'utf8').replaceAll('\0', ' '))
  return Object.fromEntries(children(pid).flatMap((child) => { const kind = kindOf(child); return kind ? [[kind[1] ?? 'database', whole(child)]] : [] }))
}
