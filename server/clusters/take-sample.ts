import type { Transaction } from '~/server/database/client'
import { podResources } from '~/server/use/decide-pod-size'
import { freshMinutes } from './slot'

/**
 * One look at everything, in one statement and so in one snapshot: what every allocation is charged and where, and how much of it its cluster says is used.
 * A lane moves an allocation and its nodes in one transaction, so what it sees adds up. Where no node of ours was chosen the model is that of the nodes on which it is seen.
 * What is used beyond what is charged is in no sum: used is a part of charged. Pods are alike, so what one of them needs is what the one needs that used most, and known only where all of them
 * were heard of; of GPUs by the larger of what it has and what its cluster says that it has: of what was just made smaller the cluster may not know yet.
 */
export async function takeSample(sql: Transaction, at: Date, now: Date): Promise<void> {
  await sql.$executeRaw`WITH live AS (
      SELECT a.id, a.tenant_id, a.namespace_id, a.asked_by, a.placement, a.pods, gpu_milli(a.resources, a.amounts) / a.pods AS pod_gpu FROM allocation a WHERE a.state IN ('admitted', 'running') AND a.ended_at IS NULL),
    heard AS (
      SELECT w.allocation_id, round(avg(w.gpu_use))::bigint AS gpu, round(avg(CASE WHEN w.cpu_use > 1000 THEN 1000 ELSE w.cpu_use END))::bigint AS cpu, round(avg(CASE WHEN w.memory_use > 1000 THEN 1000 ELSE w.memory_use END))::bigint AS memory,
        count(w.gpu_use) AS pods, ceil(max(w.gpu_use * greatest(l.pod_gpu, gpu_milli(w.resources, w.amounts))) / 1000.0)::bigint AS pod_most FROM workload w JOIN live l ON l.id = w.allocation_id AND l.tenant_id = w.tenant_id AND l.namespace_id = w.namespace_id
      WHERE w.reported_at > ${now}::timestamptz - make_interval(mins => ${freshMinutes}) GROUP BY w.allocation_id),
    charged AS (
      SELECT l.id, c.id AS cluster_id, coalesce(n.model, '') AS model, sum(jsonb_array_length(pod -> 'gpus') * (l.placement #>> '{each,gpuMilli}')::bigint)::bigint AS gpu,
        sum((l.placement #>> '{each,cpuMilli}')::bigint)::bigint AS cpu, sum((l.placement #>> '{each,memoryBytes}')::bigint)::bigint AS memory
      FROM live l CROSS JOIN LATERAL jsonb_array_elements(l.placement -> 'pods') AS pod JOIN node n ON n.id = pod ->> 'node' JOIN pool p ON p.id = n.pool_id JOIN cluster c ON c.id = p.cluster_id
      WHERE l.placement IS NOT NULL GROUP BY l.id, c.id, coalesce(n.model, '')
      UNION ALL
      SELECT a.id, '', coalesce((SELECT min(n.model) FROM workload w JOIN node n ON n.id = w.node_id WHERE w.allocation_id = a.id), ''),
        coalesce(sum(CASE WHEN r.resource LIKE '%/gpu' THEN r.amount * 1000 WHEN r.resource LIKE '%/gpu-milli' THEN r.amount END), 0)::bigint,
        coalesce(sum(r.amount) FILTER (WHERE r.resource = 'cpu'), 0)::bigint, coalesce(sum(r.amount) FILTER (WHERE r.resource = 'memory'), 0)::bigint
      FROM allocation a JOIN live l ON l.id = a.id CROSS JOIN LATERAL unnest(a.resources, a.amounts) AS r (resource, amount) WHERE a.placement IS NULL GROUP BY a.id),
    found AS (
      SELECT l.id, l.tenant_id, l.namespace_id, l.asked_by, c.cluster_id, c.model, c.gpu, c.cpu, c.memory, CASE WHEN h.gpu IS NULL THEN 0 ELSE c.gpu END AS gpu_measured, CASE WHEN h.cpu IS NULL THEN 0 ELSE c.cpu END AS cpu_measured, CASE WHEN h.memory IS NULL THEN 0 ELSE c.memory END AS memory_measured,
        coalesce(c.gpu * h.gpu / 1000, 0) AS gpu_used, coalesce(c.cpu * h.cpu / 1000, 0) AS cpu_used, coalesce(div(c.memory::numeric * h.memory, 1000)::bigint, 0) AS memory_used
      FROM charged c JOIN live l ON l.id = c.id LEFT JOIN heard h ON h.allocation_id = c.id),
    spans AS (
      INSERT INTO use_span AS kept (span, since, tenant_id, namespace_id, cluster_id, model, person_id, gpu_charged, gpu_measured, gpu_used, cpu_charged, cpu_measured, cpu_used, memory_charged, memory_measured, memory_used)
      SELECT s.span, date_trunc(s.span, ${at}::timestamptz, 'UTC'), tenant_id, namespace_id, cluster_id, model, asked_by, sum(gpu), sum(gpu_measured), sum(gpu_used), sum(cpu), sum(cpu_measured), sum(cpu_used), sum(memory), sum(memory_measured), sum(memory_used)
      FROM found CROSS JOIN (VALUES ('hour'), ('day')) AS s (span) GROUP BY s.span, tenant_id, namespace_id, cluster_id, model, asked_by
      ON CONFLICT (tenant_id, span, since, namespace_id, cluster_id, model, person_id) DO UPDATE SET gpu_charged = kept.gpu_charged + excluded.gpu_charged, gpu_measured = kept.gpu_measured + excluded.gpu_measured,
        gpu_used = kept.gpu_used + excluded.gpu_used, cpu_charged = kept.cpu_charged + excluded.cpu_charged, cpu_measured = kept.cpu_measured + excluded.cpu_measured, cpu_used = kept.cpu_used + excluded.cpu_used, memory_charged = kept.memory_charged + excluded.memory_charged,
        memory_measured = kept.memory_measured + excluded.memory_measured, memory_used = kept.memory_used + excluded.memory_used),
    peaks AS (
      INSERT INTO use_peak AS kept (tenant_id, namespace_id, hour, gpu, cpu, memory)
      SELECT tenant_id, coalesce(namespace_id, ''), date_trunc('hour', ${at}::timestamptz, 'UTC'), CASE WHEN sum(gpu_measured) * 10 >= sum(gpu) * 9 THEN sum(gpu_used) END, CASE WHEN sum(cpu_measured) * 10 >= sum(cpu) * 9 THEN sum(cpu_used) END, CASE WHEN sum(memory_measured) * 10 >= sum(memory) * 9 THEN sum(memory_used) END
      FROM found GROUP BY GROUPING SETS ((tenant_id, namespace_id), (tenant_id))
      ON CONFLICT (tenant_id, namespace_id, hour) DO UPDATE SET gpu = greatest(kept.gpu, excluded.gpu), cpu = greatest(kept.cpu, excluded.cpu), memory = greatest(kept.memory, excluded.memory)),
    days AS (
      INSERT INTO use_day AS kept (allocation_id, day, tenant_id, namespace_id, samples, gpu_use, pod_most)
      SELECT h.allocation_id, (${at}::timestamptz AT TIME ZONE 'UTC')::date, l.tenant_id, l.namespace_id, 1, h.gpu, h.pod_most FROM heard h JOIN live l ON l.id = h.allocation_id WHERE h.pods >= l.pods
      ON CONFLICT (allocation_id, day) DO UPDATE SET samples = kept.samples + 1, gpu_use = kept.gpu_use + excluded.gpu_use, pod_most = CASE WHEN kept.pod_most IS NOT NULL THEN greatest(kept.pod_most, excluded.pod_most) END),
    most AS (
      SELECT l.id, l.tenant_id, l.namespace_id, CASE WHEN count(w.cpu_use) FILTER (WHERE r.resource = 'cpu') >= l.pods THEN (max(ceil(w.cpu_use * r.amount::numeric / 1000)) FILTER (WHERE r.resource = 'cpu'))::bigint END AS cpu,
        CASE WHEN count(w.memory_use) FILTER (WHERE r.resource = 'memory') >= l.pods THEN (max(ceil(w.memory_use * r.amount::numeric / 1000)) FILTER (WHERE r.resource = 'memory'))::bigint END AS memory
      FROM live l JOIN workload w ON w.allocation_id = l.id AND w.tenant_id = l.tenant_id AND w.namespace_id = l.namespace_id CROSS JOIN LATERAL unnest(w.resources, w.amounts) AS r (resource, amount)
      WHERE w.reported_at > ${now}::timestamptz - make_interval(mins => ${freshMinutes}) GROUP BY l.id, l.tenant_id, l.namespace_id, l.pods)
    INSERT INTO pod_use AS kept (allocation_id, day, tenant_id, namespace_id, cpu, memory)
    SELECT id, (${at}::timestamptz AT TIME ZONE 'UTC')::date, tenant_id, namespace_id, CASE WHEN cpu IS NULL THEN '{}' ELSE jsonb_build_object(width_bucket(cpu, ${[...podResources.cpu.bounds]}::bigint[]), 1) END, CASE WHEN memory IS NULL THEN '{}' ELSE jsonb_build_object(width_bucket(memory, ${[...podResources.memory.bounds]}::bigint[]), 1) END
    FROM most WHERE cpu IS NOT NULL OR memory IS NOT NULL
    ON CONFLICT (allocation_id, day) DO UPDATE SET cpu = kept.cpu || coalesce((SELECT jsonb_object_agg(bucket, coalesce((kept.cpu ->> bucket)::int, 0) + 1) FROM jsonb_object_keys(excluded.cpu) AS bucket), '{}'),
      memory = kept.memory || coalesce((SELECT jsonb_object_agg(bucket, coalesce((kept.memory ->> bucket)::int, 0) + 1) FROM jsonb_object_keys(excluded.memory) AS bucket), '{}')`
}
