import { expect, test } from 'vitest'
import { logWhatIsSaid } from './said'

test('what a library says is one line of the log, whatever it is made of: no colour, no secret, and its level', () => {
  const written: string[] = []
  const write = process.stdout.write
  process.stdout.write = (line: string | Uint8Array) => written.push(String(line)) > 0
  try {
    const silent = (..._said: unknown[]) => undefined
    const terminal = { debug: silent, log: silent, info: silent, warn: silent, error: silent }
    logWhatIsSaid(terminal)
    terminal.error(' \u001b[31m⨯\u001b[39m', new Error('no connection to postgres://web:hunter2@db.example/b\nand a second line'))
    terminal.log('✓ ready in %d ms', 12)
  } finally {
    process.stdout.write = write
  }
  expect(written.map((line) => line.match(/\n/g)?.length)).toEqual([1, 1])
  const [failed, ready] = written.map((line) => JSON.parse(line))
  expect(failed).toMatchObject({ level: 'error', message: 'a library says' })
  expect(failed.said).toMatch(/⨯ Error: no connection to postgres:\/\/web:…@db\.example\/b\nand a second line\n\s+at /)
  expect(ready).toMatchObject({ level: 'info', said: '✓ ready in 12 ms' })
})
