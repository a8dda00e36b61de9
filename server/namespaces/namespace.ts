export type NamespaceShown = { name: string; title: string; createdAt: string }
export const namespaceShown = (row: { id: string; title: string; createdAt: Date }): NamespaceShown => ({ name: row.id, title: row.title, createdAt: row.createdAt.toISOString() })
