/**
 * Which address is which action. A route says how an input is put together of the address, the query and the body, and nothing of what comes of it: the action's own
 * procedure is called, with its own schema, permit, decision and record.
 */
import type { z } from 'zod'
import { admissionRefusals, allocationRefusals } from '~/server/allocations/allocation.refusals'
import type { createCaller } from '~/server/api/procedure'
import type { api } from '~/server/api/router'
import type { Action } from '~/server/authorization/actions'
import type { Json } from '~/server/shared/canonical'
import type { answers } from './answers'
import type { examples } from './examples'

export type Door = ReturnType<ReturnType<typeof createCaller<(typeof api)['_def']['record']>>>
/** A word after the question mark, and the field that it fills: as text, as a number or as yes or no. Without `unsaid` it must be there. */
export type Parameter = { readonly name: string; readonly field: string; readonly as: 'text' | 'count' | 'flag'; readonly unsaid?: string | boolean | number | null; readonly says: string }
export type Sentences = Readonly<Record<string, { readonly says: string; readonly fix: string }>>
export type Route = {
  readonly method: 'GET' | 'POST'
  /** What stands in braces is a field of the input. */
  readonly path: string
  readonly action: Action
  readonly says: string
  readonly query: readonly Parameter[]
  /** What a field is taken to be where nothing says it. */
  readonly unsaid: Readonly<Record<string, Json>>
  readonly answer: keyof typeof examples
  readonly refusals: Sentences
  /** What was made stands at this address, below the one that was asked. */
  readonly made?: ((answer: never) => string | null) | undefined
  readonly changes: boolean
  readonly example: { readonly path: Readonly<Record<string, string>>; readonly query?: Readonly<Record<string, string>>; readonly body?: Json }
  readonly call: (door: Door) => (input: never) => Promise<unknown>
}

const cursor: readonly Parameter[] = [
  { name: 'cursor', field: 'after', as: 'text', unsaid: null, says: 'From where on: `next` of the page before.' },
  { name: 'limit', field: 'limit', as: 'count', unsaid: 50, says: 'At most so many, up to 50.' },
]
const find: Parameter = { name: 'find', field: 'find', as: 'text', unsaid: null, says: 'Only those whose name or title has this in it.' }
const namespace: Parameter = { name: 'namespace', field: 'namespace', as: 'text', unsaid: null, says: 'Only those of this namespace.' }
/** Lists are read on, not back. */
const onwards = { before: null }
const none = { query: [], unsaid: {}, refusals: {}, changes: false } as const

const tenant = 'aurora'
const wish = { namespace: 'training', name: 'llm-7b', class: 'normal', pods: 1, each: { 'nvidia.com/gpu': '1', cpu: '4', memory: '16Gi' }, labels: { 'cost-center': 'research' }, purpose: 'Fine-tuning, second attempt.', hours: 24 }
const allocation = '0199f0e2-7a3c-7c1e-8f52-3d9d2b0a4c11'
/** What most wishes leave open. */
const unsaid = { models: [], region: null, labels: {}, hours: null, pod: null, claims: [], waits: false }

export const routes: readonly Route[] = [
  {
    ...none, method: 'POST', path: '/v1/tenants/{tenant}/allocations/preview', action: 'allocations.preview', unsaid, answer: 'AllocationPreviewed',
    says: 'What would become of this wish, check by check, and what could be changed so that it gets further. Nothing is written, and no key is needed.',
    example: { path: { tenant }, body: { ...wish, each: { ...wish.each, 'nvidia.com/gpu': '2' } } }, call: (door) => door.allocations.preview,
  },
  {
    ...none, method: 'POST', path: '/v1/tenants/{tenant}/allocations', action: 'allocations.create', unsaid, answer: 'AllocationMade', refusals: admissionRefusals, changes: true,
    made: ({ allocation }: z.infer<typeof answers.AllocationMade>) => allocation,
    says: 'Asks for an allocation: so many pods alike, and what each of them needs. It is admitted, or held until somebody says yes, or refused.',
    example: { path: { tenant }, body: wish }, call: (door) => door.allocations.create,
  },
  {
    ...none, method: 'GET', path: '/v1/tenants/{tenant}/allocations', action: 'allocations.list', unsaid: onwards, answer: 'Allocations', says: 'Allocations, the newest first.',
    query: [namespace, { ...find, says: 'Only those whose name or class has this in it.' }, { name: 'show', field: 'show', as: 'text', unsaid: 'live', says: 'Those that are not over, or all.' }, ...cursor],
    example: { path: { tenant }, query: { namespace: 'training', limit: '10' } }, call: (door) => door.allocations.list,
  },
  {
    ...none, method: 'GET', path: '/v1/tenants/{tenant}/allocations/{allocation}', action: 'allocations.read', answer: 'AllocationWithDecisions', says: 'One allocation, with every decision about it and what each check said.',
    example: { path: { tenant, allocation } }, call: (door) => door.allocations.read,
  },
  {
    ...none, method: 'POST', path: '/v1/tenants/{tenant}/allocations/{allocation}/release', action: 'allocations.release', answer: 'AllocationChanged', refusals: allocationRefusals, changes: true,
    says: 'Gives back what it holds. To release what is over is to say it again.', example: { path: { tenant, allocation } }, call: (door) => door.allocations.release,
  },
  {
    ...none, unsaid: { reason: null }, method: 'POST', path: '/v1/tenants/{tenant}/allocations/{allocation}/extend', action: 'allocations.extend', answer: 'AllocationChanged', refusals: allocationRefusals, changes: true,
    says: 'Moves its end, or asks those whose yes that needs.', example: { path: { tenant, allocation }, body: { endsAt: '2030-01-01T00:00:00.000Z' } }, call: (door) => door.allocations.extend,
  },
  {
    ...none, method: 'POST', path: '/v1/tenants/{tenant}/allocations/{allocation}/shrink', action: 'allocations.shrink', answer: 'AllocationChanged', refusals: allocationRefusals, changes: true,
    says: 'Gives each of its pods fewer whole GPUs, never fewer than it was seen to use. Its pods begin again with that.', example: { path: { tenant, allocation }, body: { gpus: 2 } }, call: (door) => door.allocations.shrink,
  },
  {
    ...none, method: 'GET', path: '/v1/tenants/{tenant}/quotas', action: 'quotas.list', unsaid: onwards, answer: 'Quotas', says: 'What each place may hold, and what it holds. A page is of namespaces, each with all its resources, and begins with the tenant’s own.',
    query: [namespace, { ...find, says: 'Only namespaces whose name has this in it.' }, ...cursor], example: { path: { tenant }, query: { namespace: 'training' } }, call: (door) => door.quotas.list,
  },
  {
    ...none, method: 'GET', path: '/v1/tenants/{tenant}/quotas/history', action: 'quotas.history', answer: 'QuotaHistory', says: 'What the limit of one resource was, and since when, the newest first.',
    query: [
      { name: 'namespace', field: 'namespace', as: 'text', says: 'Whose limit.' }, { name: 'resource', field: 'resource', as: 'text', says: 'Of which resource.' },
    ],
    example: { path: { tenant }, query: { namespace: 'training', resource: 'nvidia.com/gpu' } }, call: (door) => door.quotas.history,
  },
  {
    ...none, method: 'GET', path: '/v1/tenants/{tenant}/namespaces', action: 'namespaces.list', unsaid: onwards, answer: 'Namespaces', says: 'Namespaces.',
    query: [
      find, { name: 'state', field: 'state', as: 'text', unsaid: null, says: 'Only those that are open, frozen, closing or deleted; without it, all but the deleted.' }, { name: 'environment', field: 'environment', as: 'text', unsaid: null, says: 'Only those of this environment.' },
      { name: 'sort', field: 'sort', as: 'text', unsaid: 'name', says: 'By name, or by when they were made.' }, { name: 'descending', field: 'descending', as: 'flag', unsaid: false, says: 'The other way round.' }, ...cursor,
    ],
    example: { path: { tenant }, query: { sort: 'created', descending: 'true' } }, call: (door) => door.namespaces.list,
  },
  {
    ...none, method: 'GET', path: '/v1/tenants/{tenant}/namespaces/{namespace}', action: 'namespaces.read', answer: 'NamespaceRead', says: 'One namespace.',
    example: { path: { tenant, namespace: 'training' } }, call: (door) => door.namespaces.read,
  },
]

export const fieldsInPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
