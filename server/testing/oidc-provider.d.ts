/** As much of the certified provider as our tests speak with; it brings no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Context = { oidc: { client: { clientId: string }; account: { accountId: string } } }
  type Client = { backchannelLogout(subject: string, session?: string): Promise<void> }
  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ prompt: { name: string } }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: Readonly<Record<string, unknown>>): Promise<void>
    on(event: string, listener: (...about: unknown[]) => void): this
    readonly Grant: new (of: { clientId: string; accountId: string }) => Grant
    readonly Client: { find(id: string): Promise<Client | undefined> }
  }
}
declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(clockToleranceSeconds: number): object
}
