import type { QuestionOf } from '~/components/shell/answer'
import type { PolicyOf } from '~/server/policies/policy'

type Words = { title: string; says: string }
/** What the platform says of everybody. */
const ofEverybody = {
  admission: { title: 'Waiting and lasting', says: 'How long a wish may wait and an allocation last, and how many may wait in a namespace.' },
  limits: { title: 'Limits of a pod', says: 'What one pod may ask for, by resource: at least, at most, and what it gets when it does not say.' },
  labels: { title: 'Labels and names', says: 'What every allocation must carry, and what names look like.' },
  'pod-security': { title: 'Pod security', says: 'Which pod security standard every pod meets, and who is let off what until when.' },
  claims: { title: 'Device claims', says: 'Which device classes and drivers may be claimed.' },
  rules: { title: 'Rules', says: 'What must be true of every wish beside all else, in CEL.' },
  placement: { title: 'Placement', says: 'How nodes are chosen.' },
  priority: { title: 'Priority classes', says: 'Which classes there are, what they may push aside, and from how many devices on somebody must say yes.' },
  prices: { title: 'Prices', says: 'What a GPU, a core and a gigabyte cost an hour, and whether what was not used costs as much.' },
  approvals: { title: 'Approvals', says: 'Whose yes a request needs, how many of them, and by which factor.' },
  retention: { title: 'How long the record is kept', says: 'For how many days a month of the record stays here after it ended: a year at least, ten at most.' },
  levels: { title: 'Levels of the record', says: 'How much the record keeps of what is done, refused and read.' },
  reviews: { title: 'Reviews', says: 'How often it is reviewed who holds what, and how long there is to confirm it.' },
} as const satisfies Readonly<Record<QuestionOf<'policies.readOnPlatform'>['kind'], Words>>
/** What is said of one tenant, by the platform or by itself. */
const ofTenant = {
  residency: { title: 'Residency', says: 'In which regions and jurisdictions work may run.' },
  classes: { title: 'Allowed classes', says: 'Which priority classes may be asked for beside the normal one.' },
  profiles: { title: 'Resource profiles', says: 'What developers may start within without asking anybody: an admin’s standing yes, with its caps and its end.' },
  rules: { title: 'Rules of the tenant', says: 'What must be true of every wish here beside all else, in CEL. They only ever ask for more.' },
  'by-rule': { title: 'Without asking anybody', says: 'What goes through within a budget, looked over by sample.' },
  namespaces: { title: 'Namespace templates', says: 'What a new namespace begins with.' },
} as const satisfies Readonly<Record<Extract<QuestionOf<'policies.read'>, { of: 'tenant' }>['kind'], Words>>
const isIn = <T extends object>(words: T, kind: string): kind is keyof T & string => Object.hasOwn(words, kind)
export function policyWords(of: PolicyOf, kind: string): Words {
  if (of === 'everybody') return isIn(ofEverybody, kind) ? ofEverybody[kind] : { title: kind, says: '' }
  return isIn(ofTenant, kind) ? ofTenant[kind] : { title: kind, says: '' }
}
/** What holds of that of which nothing is said until somebody says it. */
const unsaid: Readonly<Record<string, string>> = {
  prices: 'Nothing is said of it: nothing has a price, and no cost is told.',
  residency: 'Nothing is said of it: work may run in the regions that the tenant was made with.',
}
export const sayUnsaid = (kind: string): string => unsaid[kind] ?? 'Nothing is said of it.'
/** Null where an address names none that there is. */
export function policyAt(tenant: string, policy: string): QuestionOf<'policies.read'> | null {
  if (isIn(ofTenant, policy)) return { tenant, of: 'tenant', kind: policy }
  const kind = policy.replace(/^platform-/, '')
  return kind !== policy && isIn(ofEverybody, kind) ? { tenant, of: 'everybody', kind } : null
}
export const platformPolicyAt = (kind: string): QuestionOf<'policies.readOnPlatform'> | null => (isIn(ofEverybody, kind) ? { kind } : null)
