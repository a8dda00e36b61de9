import { z } from 'zod'
import { labelsGiven } from '~/server/namespaces/decide-attributes'
import { levels } from './pod-security/decide-level'
import type { NamespaceFacts } from './facts'

const Row = z.object({ environment: z.string(), cost_centre: z.string().nullable(), pod_security: z.enum(levels).nullable(), labels: z.record(z.string(), z.string()) })
export type NamespaceRow = { readonly tenant_id: string; readonly namespace_id: string; readonly isolation_level: number | null; readonly frozen: boolean; readonly closed: boolean; readonly environment: string; readonly cost_centre: string | null; readonly pod_security: string | null; readonly labels: unknown }

/** What is not as its row must be is a fault: nothing is admitted where nobody can read what is asked. */
export function factsOfNamespace({ frozen, closed, ...row }: NamespaceRow): NamespaceFacts {
  const { environment, cost_centre: costCentre, pod_security: podSecurity, labels } = Row.parse(row)
  return { state: closed ? 'closed' : frozen ? 'frozen' : 'open', environment, podSecurity, labels: labelsGiven({ costCentre, labels }) }
}
