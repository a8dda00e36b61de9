/** What of a provider's words about a person we take over: names bounded and cleaned, groups counted, and how they were asked to prove who they are. */
import type { Asserted, Claims } from './decide-token'

const nameMax = 120
const emailMax = 254
const groupsMax = { groups: 200, characters: 128 }

/** Control marks, direction marks, private and half characters: a name is read by people, beside other names. */
const unreadable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu
const cleaned = (text: string) => [...text.normalize('NFC').replace(unreadable, ' ').replace(/\s+/g, ' ').trim()].slice(0, nameMax).join('').trim()
const textOf = (value: unknown) => (typeof value === 'string' ? cleaned(value.slice(0, 1000)) : '')

export type Profile = { readonly name: string; readonly email: string }

/** An e-mail says whom a role is given to, so it is kept only if the provider says that it is theirs, and if it is plainly an address. It is nobody's identity. */
export function decideProfile(claims: Claims): Profile {
  const email = claims.email_verified === true && typeof claims.email === 'string' && claims.email.length <= emailMax && /^[\x21-\x3f\x41-\x7e]+@[a-z0-9.-]+$/i.test(claims.email) ? claims.email.toLowerCase() : ''
  const said = [claims.name, claims.preferred_username, email].map(textOf).find((text) => text !== '')
  return { name: said ?? 'Somebody without a name', email }
}

export type Groups = { readonly groups: readonly string[]; readonly dropped: number }

/** The groups of the claim that was configured. What is no name of a group, and what is past the two hundredth, is dropped and counted. */
export function decideGroups(claims: Claims, claim: string | null): Groups {
  if (claim === null || !Object.hasOwn(claims, claim)) return { groups: [], dropped: 0 }
  const said: unknown = claims[claim]
  const all: readonly unknown[] = Array.isArray(said) ? said : [said]
  const named = all.filter((name): name is string => typeof name === 'string' && name.length >= 1 && name.length <= groupsMax.characters && name.search(unreadable) === -1)
  const groups = [...new Set(named)].slice(0, groupsMax.groups)
  return { groups, dropped: all.length - named.length + new Set(named).size - groups.length }
}

type MultiFactor = { readonly acr: readonly string[]; readonly amr: readonly string[] } | null
/** Whether the provider asked for two factors, in words that the operator said mean that. Any other word, and none, means one. */
export function decideAssurance({ acr, amr }: Pick<Asserted, 'acr' | 'amr'>, multiFactor: MultiFactor): 'two_factors' | 'one_factor' {
  if (multiFactor === null) return 'one_factor'
  const isMeant = (acr !== null && multiFactor.acr.includes(acr)) || amr.some((word) => multiFactor.amr.includes(word))
  return isMeant ? 'two_factors' : 'one_factor'
}
