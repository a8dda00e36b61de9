import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

const thread = `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => process.exit(0)); setInterval(() => { process.stdout.write('of the thread\\n'); process.stderr.write('beside the log\\n') }, 10)")}`
const engine = `
  import { startLoopsAside } from '~/server/engine/loops-aside'
  import { log, nameProcess } from '~/server/logs/log'
  nameProcess('engine')
  startLoopsAside(new URL(${JSON.stringify(thread)}))
  setInterval(() => log.info('of the process'), 10)
`
const ended = (child: ChildProcess) => child.exitCode ?? child.signalCode
const until = (is: () => boolean) => expect.poll(is, { timeout: 20_000 }).toBe(true)

test('where the disk of the log is full the process goes on, and where there is room again it says what is lacking, and then all that it and its loops say', async () => {
  const file = join(folder, 'log')
  const [says, most] = [() => readFileSync(file, 'utf8'), 2 * 512]
  // No file may grow past so many blocks: what is written then fails as on a disk without room.
  const child = spawn('sh', ['-c', `ulimit -f 2; exec "$0" --import tsx --input-type=module --eval "$1" >> "$2" 2>> "$2"`, process.execPath, engine, file], { stdio: 'ignore' })
  try {
    await until(() => ended(child) !== null || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= most)
    await new Promise((wait) => setTimeout(wait, 300))
    expect(ended(child)).toBeNull()
    truncateSync(file)
    await until(() => ended(child) !== null || (says().includes('\nof the thread\n') && says().includes('"lines of this log are lacking: they could not be written","since":"')))
    expect(ended(child)).toBeNull()
    for (const line of says().split('\n').filter((line) => line.startsWith('{')).slice(0, 2)) expect(JSON.parse(line)).toMatchObject({ process: 'engine' })
  } finally {
    child.kill('SIGKILL')
  }
})
test('where nobody reads the log any more the process goes on', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', engine], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    await new Promise((said) => child.stdout?.once('data', said))
    child.stdout?.destroy()
    await new Promise((wait) => setTimeout(wait, 500))
    expect(ended(child)).toBeNull()
  } finally {
    child.kill('SIGKILL')
  }
})
