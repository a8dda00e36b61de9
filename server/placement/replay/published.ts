import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const Published = z.object({ table: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.object({ mean: z.number(), sd: z.number() })))) })
/** By policy and load. */
export type Figures = z.infer<typeof Published>['table'][string]

/** Null when there is no such file, or nothing in it about this trace. */
export function readPublished(file: string, trace: string): Figures | null {
  if (!existsSync(file)) return null
  return Published.parse(JSON.parse(readFileSync(file, 'utf8'))).table[trace] ?? null
}
