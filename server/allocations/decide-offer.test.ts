import { expect, test } from 'vitest'
import { decideOffer, type OfferRefusal } from './decide-offer'

const asked = { isOpen: true, terms: 'terms', requestedBy: 'asker', gainers: [], rule: { anyOf: [{ of: ['tenant_admin', 'approver'], count: 2 }], factor: 'passkey' }, saidYes: ['signer'], recused: ['recused'], size: { pods: 4, hours: 8 } } as const
const by = { person: 'other', isMachine: false, roles: ['approver'], delegated: [] } as const
const away = (through: string) => ({ ...by, roles: [], delegated: [{ through, role: 'approver' as const }] })
const less = { pods: 2, hours: 8, terms: 'terms' }
const cases: [says: string, asked: Parameters<typeof decideOffer>[0], by: Parameters<typeof decideOffer>[1], offered: Parameters<typeof decideOffer>[2], is: 'ok' | OfferRefusal][] = [
  ['fewer pods', asked, by, less, 'ok'],
  ['fewer hours', asked, by, { ...less, pods: 4, hours: 1 }, 'ok'],
  ['both', asked, by, { ...less, hours: 7 }, 'ok'],
  ['some hours, where it could last as long as anything', { ...asked, size: { pods: 4, hours: null } }, by, { ...less, pods: 4, hours: 8760 }, 'ok'],
  ['what is over', { ...asked, isOpen: false }, by, { ...less, terms: 'other' }, 'already_decided'],
  ['what became otherwise, by a machine', asked, { ...by, isMachine: true }, { ...less, terms: 'other' }, 'terms_changed'],
  ['a machine of whoever asked', asked, { ...by, person: 'asker', isMachine: true }, less, 'is_machine'],
  ['whoever asked, though they are asked', asked, { ...by, person: 'asker' }, less, 'own_request'],
  ['somebody who is not asked, more', asked, { ...by, roles: ['platform_admin'] }, { ...less, pods: 5 }, 'not_asked'],
  ['whoever left it to others', asked, { ...by, person: 'recused' }, less, 'recused'],
  ['whoever said yes to the more', asked, { ...by, person: 'signer' }, less, 'ok'],
  ['for whoever is away and is asked', asked, away('giver'), less, 'ok'],
  ['for whoever is away and asked for it', asked, away('asker'), less, 'own_request'],
  ['for whoever is away and left it to others', asked, away('recused'), less, 'recused'],
  ['for whoever is away and said yes', asked, away('signer'), less, 'not_asked'],
  ['of what they left to others, for another', asked, { ...away('giver'), person: 'recused' }, less, 'recused'],
  ['of what they asked for, for another', asked, { ...away('giver'), person: 'asker' }, less, 'own_request'],
  ['for whoever is away, by a machine', asked, { ...away('giver'), isMachine: true }, less, 'is_machine'],
  ['the same', asked, by, { ...less, pods: 4 }, 'not_less'],
  ['more pods for less time', asked, by, { ...less, pods: 5, hours: 1 }, 'not_less'],
  ['fewer pods for longer', asked, by, { ...less, hours: 9 }, 'not_less'],
  ['fewer pods without an end', asked, by, { ...less, hours: null }, 'not_less'],
]
test.each(cases)('%s', (_says, of, who, offered, is) => {
  const decision = decideOffer(of, who, offered)
  expect(decision.ok ? 'ok' : decision.refusal).toBe(is)
})
test('it is said in whose place', () => {
  expect([decideOffer(asked, away('giver'), less), decideOffer(asked, { ...by, delegated: away('giver').delegated }, less)]).toEqual([{ ok: true, through: 'giver' }, { ok: true, through: null }])
})
