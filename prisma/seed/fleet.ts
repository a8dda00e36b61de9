/** The demo's fleet. Nobody adds a cluster at the door: an operator's agent will say what a cluster is, and there is none in a demo; so it is loaded, as capacity is. */
const GiB = 2n ** 30n
type Kind = { model: string | null; gpus: number; gpuMemory: bigint; cpu: bigint; memory: bigint }
const kinds = {
  h100: { model: 'H100', gpus: 8, gpuMemory: 80n * GiB, cpu: 192_000n, memory: 2_048n * GiB },
  a100: { model: 'A100', gpus: 8, gpuMemory: 80n * GiB, cpu: 128_000n, memory: 1_024n * GiB },
  l40s: { model: 'L40S', gpus: 4, gpuMemory: 48n * GiB, cpu: 64_000n, memory: 512n * GiB },
  t4: { model: 'T4', gpus: 2, gpuMemory: 16n * GiB, cpu: 32_000n, memory: 128n * GiB },
  plain: { model: null, gpus: 0, gpuMemory: 0n, cpu: 96_000n, memory: 384n * GiB },
} satisfies Record<string, Kind>

type Pool = { pool: string; isolationLevel: 1 | 2 | 3 | 4; owner: string | null; nodes: Partial<Record<keyof typeof kinds, number>> }
/** Level 2 has pools of its own in a cluster of many, level 3 a cluster of its own, level 4 hardware of its own. */
export const clusters: { cluster: string; region: string; pools: Pool[] }[] = [
  {
    cluster: 'frankfurt', region: 'eu-central-1', pools: [
      { pool: 'frankfurt-open', isolationLevel: 1, owner: null, nodes: { a100: 8, l40s: 8, t4: 8, plain: 6 } },
      { pool: 'frankfurt-borealis', isolationLevel: 2, owner: 'borealis', nodes: { a100: 3, plain: 1 } },
      { pool: 'frankfurt-radia', isolationLevel: 2, owner: 'radia', nodes: { l40s: 3, plain: 1 } },
    ],
  },
  { cluster: 'frankfurt-cardia', region: 'eu-central-1', pools: [{ pool: 'cardia', isolationLevel: 3, owner: 'cardia', nodes: { h100: 4, l40s: 4, plain: 2 } }] },
  {
    cluster: 'stockholm', region: 'eu-north-1', pools: [
      { pool: 'stockholm-open', isolationLevel: 1, owner: null, nodes: { h100: 2, l40s: 8, t4: 6, plain: 4 } },
      { pool: 'stockholm-borealis', isolationLevel: 2, owner: 'borealis', nodes: { h100: 2, plain: 1 } },
      { pool: 'stockholm-radia', isolationLevel: 2, owner: 'radia', nodes: { l40s: 2, plain: 1 } },
    ],
  },
  { cluster: 'virginia', region: 'us-east-1', pools: [{ pool: 'virginia-open', isolationLevel: 1, owner: null, nodes: { a100: 4, t4: 4, plain: 2 } }] },
  { cluster: 'virginia-oncora', region: 'us-east-1', pools: [{ pool: 'oncora', isolationLevel: 4, owner: 'oncora', nodes: { h100: 6, plain: 2 } }] },
]

export const nodesOf = ({ pool, nodes }: Pool) => Object.entries(kinds).flatMap(([kind, { gpus, ...has }]) =>
  Array.from({ length: nodes[kind as keyof typeof kinds] ?? 0 }, (_, n) => ({ id: `${pool}-${kind}-${n + 1}`, poolId: pool, ...has, cpuFree: has.cpu, memoryFree: has.memory, gpuFree: Array.from({ length: gpus }, () => 1_000) })))
