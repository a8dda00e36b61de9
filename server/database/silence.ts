/**
 * A connection whose other end is gone without a word, as behind a network that forgot it, answers nothing and breaks nothing: who asked by it would wait for ever, and so would whoever is given it
 * next, until no connection is left. The server ends every statement within fifteen seconds, so whoever is silent for longer than that answers no more: the connection is closed, what was asked by
 * it fails as by any that is lost, and the pool makes another.
 */
import type { Socket } from 'node:net'
import pg from 'pg'
import { log } from '~/server/logs/log'

export class UntilSilent extends pg.Client {
  static silenceMs = 20_000

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The first time is when the server has let it in; what it is asked by from then on is this stream.
    this.connection.once('readyForQuery', () => {
      const stream = this.connection.stream as Socket
      let answered = stream.bytesWritten
      this.on('drain', () => { answered = stream.bytesWritten })
      stream.setTimeout(UntilSilent.silenceMs, () => {
        if (stream.bytesWritten === answered) return
        log.warn('a connection to the database is given up: what was asked by it was not answered', { silentMs: UntilSilent.silenceMs })
        stream.destroy()
      })
    })
  }
}
