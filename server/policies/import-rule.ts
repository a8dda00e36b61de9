import { z } from 'zod'
import { readStrictJson, type JsonRefusal } from '~/server/admission/claims/strict-json'
import { type Given, importRule, type ImportedRule, ruleDocumentMost } from '~/server/admission/rules/import-rule'
import { RulePolicy } from '~/server/admission/rules/rules-policy'
import { Handle, Instant, Prose } from '~/server/api/inputs'
import type { PlatformReader, TenantReader } from '~/server/database/read'

/** The text is read here and not where it is typed: what stands in it twice two parsers read differently. Without exceptions there is nothing to answer for, until no day and for no reason. */
const document = { document: z.string().min(1).max(ruleDocumentMost.bytesMost), mode: RulePolicy.shape.mode, until: Instant.nullable(), because: Prose.nullable() }
export const ImportRuleOnPlatform = z.strictObject(document)
export const ImportRule = z.strictObject({ tenant: Handle, ...document })
type Document = z.infer<typeof ImportRuleOnPlatform>

const unread: Record<JsonRefusal, string> = {
  too_large: `It is more than ${ruleDocumentMost.bytesMost} bytes.`, not_unicode: 'It has half of a character in it, or a mark before all.', too_deep: `It nests more than ${ruleDocumentMost.depthMost} deep.`,
  duplicate_key: 'It says something twice, and which of the two is meant nobody can know.', not_json: 'It is not JSON.',
}
function read(text: string, given: Given): ImportedRule {
  const json = readStrictJson(text, ruleDocumentMost)
  return json.ok ? importRule(json.value, given) : { ok: false, problems: [{ at: null, says: unread[json.refusal] }] }
}
const given = ({ actor, now }: PlatformReader, { until, because, mode }: Document) => ({ owner: actor.name, until, because, mode, now: now.toISOString() })

/** A rule out of a document, for a draft. It holds for nobody, and whoever asks answers for its exceptions by name. */
export async function importRuleInTenant(db: TenantReader, wish: z.infer<typeof ImportRule>): Promise<ImportedRule> {
  const namespaces = await db.rows.namespace.findMany({ where: { tenantId: db.tenant }, select: { id: true } })
  return read(wish.document, { ...given(db, wish), tenant: db.tenant, namespaces: namespaces.map(({ id }) => id) })
}
/** What the platform says is asked of every tenant, so its namespaces are named with theirs. */
export const importRuleOnPlatform = async (db: PlatformReader, wish: Document): Promise<ImportedRule> => read(wish.document, { ...given(db, wish), tenant: null, namespaces: [] })
