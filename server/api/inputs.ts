import { z } from 'zod'
import { hasAddress } from '~/server/levels/decide-address'
import { hasSecret } from '~/server/levels/decide-redaction'
import { amountText, parseAmount } from '~/server/shared/amount'
import { handlePattern } from '~/server/shared/handle'
import './say-issue'

/** The bounded words that inputs are made of. Every input is a strict object of these: an unknown key is refused. */
export const Handle = z.string().max(63).regex(handlePattern, 'is lower-case letters, digits and hyphens, a letter first and no hyphen last')
/** Control characters and lone surrogates break logs and databases; direction marks make a name read as another. */
export const unprintable = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/** A name that nobody sees is no name, and a reason that nobody can read is none. */
const hasSomething = [(text: string) => text.trim() === '' || /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text), 'has something in it that can be seen'] as const
/** What somebody writes is kept, shown to others and put into the record: a secret that was pasted by mistake is told to whoever did, and goes nowhere. */
export const noSecret = [(text: string) => !hasSecret(text), 'has something in it that looks like a password or a key: leave that out'] as const
/** The same of an address in a label, which goes where no erasure reaches. */
export const noAddress = [(text: string) => !hasAddress(text), 'looks like the address of somebody or of their machine: leave that out'] as const
/** What somebody calls something, or themselves: of the two forms in which é can be written it is kept in one, so that whoever looks for it finds it. */
export const Title = z.string().normalize('NFC').min(1).max(120).refine((text) => text.trim() === text && !unprintable.test(text), 'has no spaces at its ends and no control characters').refine(...hasSomething).refine(...noSecret)
export const Resource = z.string().max(122).regex(/^[a-z0-9]([a-z0-9./-]{0,120}[a-z0-9])?$/, 'is the name of a resource, such as cpu or nvidia.com/gpu')
export const AmountText = z.string().max(19).regex(amountText, 'is a whole number').refine((text) => parseAmount(text) !== null, 'is larger than can be held')
export const Version = z.string().max(19).regex(/^[1-9][0-9]{0,18}$/, 'is a version')
/** As the database writes it: what somebody writes in large letters is the same one. */
export const Uuid = z.string().max(36).pipe(z.uuid().toLowerCase())
/** The id of what is raised once is a digest of what it says: of the shape of the others, and of none of their versions. */
export const SignalId = z.string().max(36).pipe(z.guid())
export const Email = z.string().max(254).toLowerCase().pipe(z.email())
/** As it is given: neither trimmed nor cut, and of any characters. Half of one is none. */
export const Password = z.string().min(1).max(256).refine((text) => !/\p{Cs}/u.test(text), 'is made of whole characters')
/** What a link carries that was made for one person, once. */
export const LinkToken = z.string().length(43).regex(/^[A-Za-z0-9_-]{43}$/, 'is what the link carries')
/** What a code generator shows. */
export const Code = z.string().max(6).regex(/^[0-9]{6}$/, 'is six digits')
/** Some sentences, on as many lines as they need. */
export const Prose = z.string().min(1).max(500).refine((text) => text.trim() === text && !unprintable.test(text.replaceAll('\n', '')), 'has no spaces at its ends and no control characters').refine(...hasSomething).refine(...noSecret)
export const Digest = z.string().length(43).regex(/^[A-Za-z0-9_-]{43}$/, 'is a digest')
/** A moment, to the millisecond at most, in UTC. */
export const Instant = z.string().max(24, 'is a moment in UTC, to the millisecond at most, such as 2026-11-22T10:00:00Z').regex(/^20/, 'is a moment of this century').pipe(z.iso.datetime())
  .meta({ maxLength: 24, description: 'A moment of this century in UTC, to the millisecond at most.' })
/** Part of a name or a title to look for. */
export const Find = z.string().normalize('NFC').min(1).max(63).refine((text) => !unprintable.test(text), 'has no control characters').refine(...noSecret).nullable()

/** Some of a kind by their names, as many as 32. A name that an object has of itself is none: zod would leave it out, and what is left out was not refused. */
export const named = <K extends z.ZodType<string, string>, V extends z.ZodType>(name: K, value: V) =>
  z.unknown().refine((given) => typeof given !== 'object' || given === null || (!Object.hasOwn(given, '__proto__') && Object.keys(given).length <= 32), 'names 32 at most, and none that an object has of itself').pipe(z.record(name, value))

const isShallowJson = (value: unknown, levels: number): boolean => {
  if (typeof value === 'string') return !/\p{Cs}/u.test(value)
  if (value === null || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || levels === 0) return false
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.entries(value).every(([key, item]) => isShallowJson(key, 0) && isShallowJson(item, levels - 1))
}
/** Another action's input on its way to that action's own schema: JSON, and not deep. */
export const AnyInput = z.unknown().refine((value) => isShallowJson(value, 8), 'is JSON, and not deep')

export const Nothing = z.strictObject({})
export const OnTenant = z.strictObject({ tenant: Handle })
