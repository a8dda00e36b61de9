/**
 * One start at a time on one data folder. The file says who holds it and what they started; it is believed only while that very process lives,
 * so nothing has to be tidied after a crash: the next start ends what was left running and takes over.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { checkAborted, lifeOf, signalGroup, writeDown } from './processes.mjs'
import { Stop } from './words.mjs'

const me = { pid: process.pid, life: lifeOf(process.pid) }
const own = (file) => `${file}.${process.pid}`

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    if (error instanceof SyntaxError) return { holder: {}, running: [] }
    throw error
  }
}
const isAlive = ({ pid, life }) => Number.isInteger(pid) && lifeOf(pid) === life

/** True if this process now holds the file; otherwise another one does, and `read` says who. */
function take(file, content) {
  writeFileSync(own(file), JSON.stringify(content), { mode: 0o600 })
  try {
    linkSync(own(file), file) // fails if it is there: of two, one gets it
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own(file), { force: true })
  }
}

/** Takes the file, and over from a holder that is dead. Answers with whoever holds it alive, or null if it is ours now. */
function acquire(file, content) {
  for (;;) {
    if (take(file, content)) return null
    const held = read(file)
    if (!held) continue
    if (isAlive(held.holder)) return held
    content.left = [...(held.left ?? []), ...held.running]
    renameSync(file, own(file))
    // Between the look and the move another start may have taken over: then what was moved is its, and is put back.
    const moved = read(own(file))
    if (moved && isAlive(moved.holder)) linkSync(own(file), file)
    rmSync(own(file), { force: true })
  }
}

export async function holdData(data, address) {
  const file = `${data}/running.json`
  const content = { holder: me, address, running: [], left: [] }
  const holder = acquire(file, content)
  if (holder) throw new Stop(`Bailiwick already runs on ${data} (process ${holder.holder.pid}, ${holder.address}): stop it first, or choose another folder with BAILIWICK_DATA.`)
  await endLeft(content.left)
  content.left = []
  const write = (running) => {
    content.running = running
    writeFileSync(own(file), JSON.stringify(content), { mode: 0o600 })
    renameSync(own(file), file)
  }
  writeDown(write)
  return () => {
    writeDown(() => {})
    rmSync(file, { force: true })
  }
}

/** What a killed start left running: asked to end, then made to. */
async function endLeft(left) {
  const alive = () => left.filter((one) => isAlive(one))
  for (const [force, patienceMs] of [[null, 12_000], ['SIGKILL', 2_000]]) {
    for (const { pid, signal } of alive()) signalGroup(pid, force ?? signal)
    for (const end = Date.now() + patienceMs; alive().length > 0 && Date.now() < end;) await wait(50)
  }
}

/** Installing and building write into the clone itself, where a second command may be doing the same: it waits. */
export async function holdClone(file, onWait) {
  const content = { holder: me, running: [] }
  for (let told = false; ; told = true) {
    const holder = acquire(file, content)
    if (!holder) return () => rmSync(file, { force: true })
    checkAborted()
    if (!told) onWait(holder.holder.pid)
    await wait(300)
  }
}
