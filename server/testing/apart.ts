/** A process of its own, compiled as the product's are, to be ended in the middle of what it does. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { ofTests, running } from '~/server/bootstrap/compiled.mjs'

export type Apart = {
  readonly child: ChildProcessByStdio<null, Readable, null>
  /** By which signal it ended, or with which code it came to its own end. */
  readonly ended: Promise<NodeJS.Signals | number | null>
}
export function beginApart(name: string, ...args: readonly string[]): Apart {
  const child = spawn(process.execPath, [...running(ofTests, name), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, ended: new Promise((done) => { child.on('exit', (code, signal) => done(signal ?? code)) }) }
}
