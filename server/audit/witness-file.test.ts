import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { heldIn } from './witness-file'

const directory = mkdtempSync(join(tmpdir(), 'bailiwick-witness-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('what the disk of a witness has room for only in part is not kept, and is said', () => {
  const keeps = `
    import { keepIn } from '~/server/audit/witness-file'
    const keep = () => { try { keepIn(${JSON.stringify(directory)}, [{ at: new Date(), note: 'n'.repeat(4_000) }]); return 'kept' } catch (fault) { return fault.code } }
    console.log(keep())
  `
  // No file may grow past one block: of what is written there is room for the first part.
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -f 1; exec "$0" --import tsx --input-type=module --eval "$1"', process.execPath, keeps], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('EFBIG')
  expect(readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8').slice(0, 6))).toEqual(['{"at":'])
  expect(heldIn(directory)).toBeNull()
})
