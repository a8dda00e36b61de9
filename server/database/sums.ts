/** What is asked of the sums of use, under row security: who reads sees their own. */
import type { Transaction } from './client'

type UseAsked = { readonly span: 'hour' | 'day'; readonly since: Date; readonly namespace: string | null; readonly by: 'namespace' | 'model' | 'person' }
/** In smallest units times slots, as decimal text: what they come to is more than a number holds. */
export type UseSums = { readonly gpuCharged: string; readonly gpuMeasured: string; readonly gpuUsed: string; readonly cpuCharged: string; readonly cpuMeasured: string; readonly cpuUsed: string; readonly memoryCharged: string; readonly memoryMeasured: string; readonly memoryUsed: string }
/** Without a key: all of those that are not among the first. */
type UseAt = UseSums & { readonly since: Date; readonly key: string | null }
export type UseOf = UseSums & { readonly key: string | null; readonly model: string }
export type SparedOf = { readonly key: string | null; readonly model: string; readonly gpu: string; readonly cpu: string; readonly memory: string }
type PeakOf = { readonly namespace: string; readonly gpu: string | null; readonly cpu: string | null; readonly memory: string | null; readonly hours: number }
type IdleOf = { readonly allocation: string; readonly name: string; readonly namespace: string; readonly pods: number; readonly gpus: string; readonly samples: number; readonly days: number; readonly mean: number; readonly podMost: string | null; readonly runningAt: Date | null; readonly askedBy: string }

export type PodUseOf = { readonly allocation: string; readonly name: string; readonly namespace: string; readonly class: string; readonly pods: number; readonly cpu: string; readonly memory: string; readonly days: readonly { readonly age: number; readonly cpu: Readonly<Record<string, number>>; readonly memory: Readonly<Record<string, number>> }[] }

export type Sums = {
  /** What the accounts below one hold together, by resource: there may be thousands of them. */
  readonly given: (account: string) => Promise<{ resource: string; amount: string }[]>
  /** How many slots of each hour or day were looked at. */
  readonly slots: (asked: Pick<UseAsked, 'span' | 'since'>) => Promise<{ since: Date; slots: number }[]>
  /** Over time: of each of the first by what was charged, and of the rest together. */
  readonly over: (asked: UseAsked, first: number) => Promise<UseAt[]>
  /** In all, by model, because each has its price. */
  readonly parts: (asked: UseAsked, first: number) => Promise<UseOf[]>
  /** Of each of these and of the rest together, what was measured beyond the larger of what was used and a floor of it, hour by hour, in parts of the floor's own denominator. */
  readonly spared: (asked: Omit<UseAsked, 'span'>, keys: readonly string[], floor: { readonly over: bigint; readonly under: bigint }) => Promise<SparedOf[]>
  /** Of so many hours, what was not passed in 95 of 100; the tenant itself has an empty name. */
  readonly peaks: (namespaces: readonly string[], since: Date) => Promise<PeakOf[]>
  /** What runs and used less than half of its GPUs at its most, or less than a twentieth on average: the most wasteful first. */
  readonly idle: (namespace: string | null, since: Date, bounds: { readonly samples: number; readonly mean: number; readonly most: number }, first: number) => Promise<IdleOf[]>
  /** Of what runs, what each pod has of cores and memory, and how many looks of each day found what in use: what holds most cores first. */
  readonly podUse: (namespace: string | null, since: Date, first: number) => Promise<PodUseOf[]>
}

export const sumsIn = (sql: Transaction): Sums => ({
  given: (account) => sql.$queryRaw`SELECT resource, sum(amount)::text AS amount FROM account a CROSS JOIN LATERAL unnest(a.resources, a.nominal) AS w (resource, amount) WHERE a.parent_id = ${account} GROUP BY resource`,
  slots: ({ span, since }) => sql.$queryRaw`SELECT date_trunc(${span}, at, 'UTC') AS since, count(*)::int AS slots FROM use_slot WHERE at >= ${since}::timestamptz GROUP BY 1 ORDER BY 1`,
  over: ({ span, since, namespace, by }, first) => sql.$queryRaw`WITH found AS (
      SELECT since, CASE ${by} WHEN 'namespace' THEN namespace_id WHEN 'model' THEN model ELSE person_id::text END AS key, sum(gpu_charged) AS gc, sum(gpu_measured) AS gm, sum(gpu_used) AS gu, sum(cpu_charged) AS cc, sum(cpu_measured) AS cm, sum(cpu_used) AS cu, sum(memory_charged) AS mc, sum(memory_measured) AS mm, sum(memory_used) AS mu
      FROM use_span WHERE tenant_id = (SELECT current_setting('app.tenant_id', true)) AND span = ${span} AND since >= ${since}::timestamptz AND (${namespace}::text IS NULL OR namespace_id = ${namespace}) GROUP BY 1, 2),
    firsts AS (SELECT key FROM found GROUP BY key ORDER BY sum(gc) DESC, sum(cc) DESC, key LIMIT ${first})
    SELECT since, CASE WHEN key IN (SELECT key FROM firsts) THEN key END AS key, sum(gc)::text AS "gpuCharged", sum(gm)::text AS "gpuMeasured", sum(gu)::text AS "gpuUsed", sum(cc)::text AS "cpuCharged", sum(cm)::text AS "cpuMeasured", sum(cu)::text AS "cpuUsed", sum(mc)::text AS "memoryCharged", sum(mm)::text AS "memoryMeasured", sum(mu)::text AS "memoryUsed"
    FROM found GROUP BY 1, 2 ORDER BY 1, 2`,
  parts: ({ span, since, namespace, by }, first) => sql.$queryRaw`WITH found AS (
      SELECT CASE ${by} WHEN 'namespace' THEN namespace_id WHEN 'model' THEN model ELSE person_id::text END AS key, model, sum(gpu_charged) AS gc, sum(gpu_measured) AS gm, sum(gpu_used) AS gu, sum(cpu_charged) AS cc, sum(cpu_measured) AS cm, sum(cpu_used) AS cu, sum(memory_charged) AS mc, sum(memory_measured) AS mm, sum(memory_used) AS mu
      FROM use_span WHERE tenant_id = (SELECT current_setting('app.tenant_id', true)) AND span = ${span} AND since >= ${since}::timestamptz AND (${namespace}::text IS NULL OR namespace_id = ${namespace}) GROUP BY 1, 2),
    firsts AS (SELECT key, row_number() OVER (ORDER BY sum(gc) DESC, sum(cc) DESC, key) AS place FROM found GROUP BY key ORDER BY place LIMIT ${first})
    SELECT firsts.key, model, sum(gc)::text AS "gpuCharged", sum(gm)::text AS "gpuMeasured", sum(gu)::text AS "gpuUsed", sum(cc)::text AS "cpuCharged", sum(cm)::text AS "cpuMeasured", sum(cu)::text AS "cpuUsed", sum(mc)::text AS "memoryCharged", sum(mm)::text AS "memoryMeasured", sum(mu)::text AS "memoryUsed"
    FROM found LEFT JOIN firsts USING (key) GROUP BY firsts.key, firsts.place, model ORDER BY firsts.place NULLS LAST, model`,
  spared: ({ since, namespace, by }, keys, { over, under }) => sql.$queryRaw`WITH floor AS (SELECT ${String(over)}::numeric AS over, ${String(under)}::numeric AS under),
    found AS (
      SELECT CASE ${by} WHEN 'namespace' THEN namespace_id WHEN 'model' THEN model ELSE person_id::text END AS key, model, gpu_measured * under - greatest(gpu_used * under, gpu_measured * over) AS gpu, cpu_measured * under - greatest(cpu_used * under, cpu_measured * over) AS cpu, memory_measured * under - greatest(memory_used * under, memory_measured * over) AS memory
      FROM use_span CROSS JOIN floor WHERE tenant_id = (SELECT current_setting('app.tenant_id', true)) AND span = 'hour' AND since >= ${since}::timestamptz AND (${namespace}::text IS NULL OR namespace_id = ${namespace}))
    SELECT CASE WHEN key = ANY (${[...keys]}::text[]) THEN key END AS key, model, sum(gpu)::text AS gpu, sum(cpu)::text AS cpu, sum(memory)::text AS memory FROM found GROUP BY 1, 2`,
  peaks: (namespaces, since) => sql.$queryRaw`SELECT namespace_id AS namespace, percentile_disc(0.95) WITHIN GROUP (ORDER BY gpu)::text AS gpu, percentile_disc(0.95) WITHIN GROUP (ORDER BY cpu)::text AS cpu, percentile_disc(0.95) WITHIN GROUP (ORDER BY memory)::text AS memory, count(*)::int AS hours
    FROM use_peak WHERE tenant_id = (SELECT current_setting('app.tenant_id', true)) AND namespace_id = ANY (${[...namespaces]}::text[]) AND hour >= ${since}::timestamptz GROUP BY namespace_id`,
  idle: (namespace, since, { samples, mean, most }, first) => sql.$queryRaw`SELECT a.id::text AS allocation, a.name, a.namespace_id AS namespace, a.pods, g.gpus::text, sum(d.samples)::int AS samples, count(*)::int AS days,
      round(sum(d.gpu_use)::numeric / sum(d.samples))::int AS mean, CASE WHEN count(d.pod_most) = count(*) THEN max(d.pod_most)::text END AS "podMost", a.running_at AS "runningAt", a.asked_by::text AS "askedBy"
    FROM allocation a JOIN use_day d ON d.allocation_id = a.id CROSS JOIN LATERAL (SELECT sum(amount) AS gpus FROM unnest(a.resources, a.amounts) AS r (resource, amount) WHERE resource LIKE '%/gpu') AS g
    WHERE a.tenant_id = (SELECT current_setting('app.tenant_id', true)) AND a.state = 'running' AND a.ended_at IS NULL AND g.gpus > 0 AND d.day > ${since}::date AND (${namespace}::text IS NULL OR a.namespace_id = ${namespace})
    GROUP BY a.id, g.gpus HAVING sum(d.samples) >= ${samples} AND (sum(d.gpu_use) < ${mean} * sum(d.samples) OR (count(d.pod_most) = count(*) AND max(d.pod_most) * a.pods < ${most} * g.gpus AND g.gpus > a.pods))
    ORDER BY g.gpus * (1000 - sum(d.gpu_use)::numeric / sum(d.samples)) DESC, a.id LIMIT ${first}`,
  podUse: (namespace, since, first) => sql.$queryRaw`SELECT a.id::text AS allocation, a.name, a.namespace_id AS namespace, a.class, a.pods, (h.cpu / a.pods)::text AS cpu, (h.memory / a.pods)::text AS memory,
      json_agg(json_build_object('age', (now() AT TIME ZONE 'UTC')::date - d.day, 'cpu', d.cpu, 'memory', d.memory)) AS days
    FROM allocation a JOIN pod_use d ON d.allocation_id = a.id CROSS JOIN LATERAL (SELECT coalesce(sum(amount) FILTER (WHERE resource = 'cpu'), 0)::bigint AS cpu, coalesce(sum(amount) FILTER (WHERE resource = 'memory'), 0)::bigint AS memory FROM unnest(a.resources, a.amounts) AS r (resource, amount)) AS h
    WHERE a.tenant_id = (SELECT current_setting('app.tenant_id', true)) AND a.state = 'running' AND a.ended_at IS NULL AND d.day > ${since}::date AND (${namespace}::text IS NULL OR a.namespace_id = ${namespace})
    GROUP BY a.id, h.cpu, h.memory ORDER BY h.cpu DESC, a.id LIMIT ${first}`,
})
