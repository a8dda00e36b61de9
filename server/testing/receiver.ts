import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { readonly path: string; readonly headers: Record<string, string>; readonly body: string }
/** Somebody outside who is told something, on this machine: keeps what came, and answers with the number that it is told to. */
export async function openReceiver(taken: (one: Received) => number | Promise<number>): Promise<{ at: string; close: () => void }> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => { body += part }).on('end', async () => { response.writeHead(await taken({ path: request.url ?? '', headers: request.headers as Record<string, string>, body })).end('a secret of the receiver') })
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  return {
    at: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
