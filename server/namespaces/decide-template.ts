import type { Attributes } from './decide-attributes'

/** What a form begins with. Nothing is kept of which it was: what was made of it is what it is. */
export type Template = { readonly id: string; readonly says: string; readonly about: string; readonly begins: Pick<Attributes, 'environment' | 'podSecurity' | 'isolation'> }
const development: Template = { id: 'development', says: 'Development', about: 'Notebooks and trials. As the tenant is kept, and what the platform asks of pods.', begins: { environment: 'development', podSecurity: null, isolation: null } }
export const templates: readonly Template[] = [
  development,
  { id: 'test', says: 'Test', about: 'What checks other work, begins often and ends soon. Pods are restricted.', begins: { environment: 'test', podSecurity: 'restricted', isolation: null } },
  { id: 'production', says: 'Production', about: 'What others depend on. Pods are restricted, and may choose production nodes.', begins: { environment: 'production', podSecurity: 'restricted', isolation: null } },
  { id: 'apart', says: 'Kept apart', about: 'Work that is trusted less than the rest: on node pools of its own, and pods are restricted.', begins: { environment: 'test', podSecurity: 'restricted', isolation: 2 } },
]
/** The first is what a form begins with, and what stands for one that is not known. */
export const templateOf = (id: string | null): Template => templates.find((one) => one.id === id) ?? development
