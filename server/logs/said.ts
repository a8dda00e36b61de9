/** What a library writes for somebody at a terminal, as Next does of an answer that failed, is one line of the log like any other: in one piece, of a length, and with its secrets masked. */
import { format, stripVTControlCharacters } from 'node:util'
import { log } from './log'

const levels = { debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const

export function logWhatIsSaid(to: Pick<Console, keyof typeof levels>): void {
  for (const [how, level] of Object.entries(levels) as [keyof typeof levels, 'info' | 'warn' | 'error'][]) {
    to[how] = (...said: unknown[]) => log[level]('a library says', { said: stripVTControlCharacters(format(...said)) })
  }
}
