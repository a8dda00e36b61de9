/** What a tenant is held to, in words. It imports nothing: forms show it, decisions are made by it, and rows are checked against it. */

export const isolationLevels = [1, 2, 3, 4] as const
export type IsolationLevel = (typeof isolationLevels)[number]
export const isIsolationLevel = (value: number): value is IsolationLevel => value === 1 || value === 2 || value === 3 || value === 4

/** Whether the people inside mean well as a rule (departments of one enterprise), or may be anybody. */
export const trusts = ['internal', 'external'] as const
export type Trust = (typeof trusts)[number]
export const regimes = ['fedramp', 'gdpr', 'hipaa', 'soc2'] as const
export type Regime = (typeof regimes)[number]
export const regimeWords: Record<Regime, string> = { fedramp: 'FedRAMP', gdpr: 'GDPR', hipaa: 'HIPAA', soc2: 'SOC 2' }

export type Isolation = {
  word: 'soft' | 'medium' | 'hard' | 'hardware'
  /** What the tenant has with others, and what keeps them apart. */
  shares: string; apart: string; for: string
  /** How many times what the softest costs. */
  cost: { from: number; to: number; says: string }
}
export const isolation: Record<IsolationLevel, Isolation> = {
  1: {
    word: 'soft', shares: 'Nodes, control plane and network.', apart: 'Namespaces, cgroup limits and network policies.', for: 'Teams of one organisation that trust one another.',
    cost: { from: 1, to: 1, says: '1×' },
  },
  2: {
    word: 'medium', shares: 'The control plane.', apart: 'Node pools of its own, on which nobody else’s work runs.', for: 'Business units, and work under a compliance regime.',
    cost: { from: 1.3, to: 1.5, says: '1.3–1.5×' },
  },
  3: {
    word: 'hard', shares: 'Sites and operators.', apart: 'Clusters, control planes and networks of its own.', for: 'External customers and regulated work.',
    cost: { from: 2, to: 3, says: '2–3×' },
  },
  4: {
    word: 'hardware', shares: 'Nothing.', apart: 'Hardware of its own behind an air gap, encrypted with keys in a hardware security module.', for: 'Governments, and the most sensitive work.',
    cost: { from: 5, to: 10, says: '5–10×' },
  },
}

/** The softest level that whoever is external, and each regime, allows. */
export const weakestForExternal: IsolationLevel = 2
export const weakestForFedramp: IsolationLevel = 3

/** What a tenant of this trust, under these regimes, is asked for with unless somebody chooses otherwise: who means no harm shares, anybody else has clusters of their own. */
export function usualLevel({ trust, compliance }: { trust: Trust; compliance: readonly Regime[] }): IsolationLevel {
  return trust === 'external' || compliance.includes('fedramp') ? 3 : compliance.length > 0 ? 2 : 1
}

/** What this trust asks of this level, beyond what the level is. */
export function whatFollows({ trust, level }: { trust: Trust; level: IsolationLevel }): string | null {
  if (trust === 'internal') return null
  if (level < weakestForExternal) return 'Whoever is external needs isolation level 2 or more: this cannot be asked for.'
  if (level === 2) return 'Its workloads must run sandboxed (Kata Containers or gVisor), behind network policies that deny what is not allowed.'
  return 'What runs in it is taken to be hostile: nothing of another tenant is placed where it could reach.'
}
