/**
 * However many connections somebody opens, the process has files left to open for itself: without one it reaches no database and no engine, for anybody. Where there are as many as there may be, those
 * on which nothing is asked go, so that whoever comes next finds room. One that never asks anything goes by itself.
 */
import type { Server } from 'node:http'

/** For the database, for the engine, for files and for what somebody is answered with. */
const ownFiles = 300
const connectionsLeast = 100

type Limits = { readonly userLimits?: { readonly open_files?: { readonly soft?: number | 'unlimited' } } }
/** Asked when the process begins: of each connection that there is the report asks for the name of its other end, and waits for whoever answers that. */
const limitsHere = process.report.getReport() as Limits
/** As many as this process may have files, less its own; null where that is not bounded, or not known. */
export function connectionsMost(limits = limitsHere): number | null {
  const soft = limits.userLimits?.open_files?.soft
  return typeof soft === 'number' ? Math.max(connectionsLeast, soft - ownFiles) : null
}

export function boundConnections(server: Server, most = connectionsMost()): void {
  if (most === null) return
  server.maxConnections = most
  server.on('drop', () => server.closeIdleConnections())
}
