import { createServer } from 'node:http'
import pg from 'pg'
import { log, nameProcess } from '~/server/logs/log'
import { readEngineSettings, settingsOrExit } from '~/server/settings/settings'

nameProcess('engine')
const settings = settingsOrExit(readEngineSettings)
const pool = new pg.Pool({ connectionString: settings.databaseUrl.reveal(), max: 4 })
// A pool without this listener ends the process when the database goes away.
pool.on('error', (lost) => log.warn('the database connection was lost', { error: lost.message }))
const server = createServer(async (request, response) => {
  if (request.url === '/health') return void response.end('ok\n')
  if (request.url !== '/ready') return void response.writeHead(404).end()
  const ready = await pool.query('select 1').then(() => true, () => false)
  response.writeHead(ready ? 200 : 503).end(ready ? 'ready\n' : 'the database does not answer\n')
})
server.listen(settings.port, '127.0.0.1', () => log.info('ready', { port: settings.port }))
process.once('SIGTERM', () => {
  server.close(() => pool.end())
  server.closeIdleConnections()
})
