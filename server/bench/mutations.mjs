/**
 * Each guard, taken away: what the line is, what it becomes, and who must notice — the type checker, or the named tests.
 * A guard whose loss nobody notices is not guarded.
 */
const types = 'types'
const unit = (...files) => files.map((file) => `server/${file}.test.ts`)

export const mutations = [
  // authorization
  ['a role that is too small is let in', 'server/authorization/permit.ts', "if (!reach.length || (target.namespace !== undefined && !within(reach, target.namespace))) throw new Denied('forbidden')", '', unit('api/sweep')],
  ['a stranger is let in', 'server/authorization/permit.ts', "if (!inTenant.length) throw new Denied(onPlatform.length ? 'forbidden' : 'not_found')", '', unit('api/sweep')],
  ['a stranger is told that it exists', 'server/authorization/permit.ts', "throw new Denied(onPlatform.length ? 'forbidden' : 'not_found')", "throw new Denied('forbidden')", unit('api/sweep')],
  ['the platform’s actions are anybody’s', 'server/authorization/permit.ts', "if (!onPlatform.length) throw new Denied('not_found')\n    if (!allowed(onPlatform).length) throw new Denied('forbidden')", '', unit('api/sweep')],
  ['a neighbour’s namespace is in reach', 'server/authorization/permit.ts', "if (target.namespace !== undefined && !within(reachOfBindings(inTenant), target.namespace)) throw new Denied('not_found')", '', unit('authorization/permit')],
  ['a reader reaches the whole tenant', 'server/authorization/permit.ts', '  return reach\n}', "  return '*'\n}", unit('authorization/permit')],
  ['a small role may change quotas', 'server/authorization/actions.ts', "'quotas.change': { on: 'tenant', effect: 'write', roles: ['tenant_admin']", "'quotas.change': { on: 'tenant', effect: 'write', roles: ['tenant_admin', 'developer']", unit('authorization/permit')],
  ['a query goes without a permit', 'server/api/procedure.ts', 'read(authorize(signedIn(ctx), action, targetOf(asked)), asked,', 'read({} as never, asked,', unit('api/sweep')],
  ['nobody may call a command', 'server/api/procedure.ts', '    signedIn(ctx)\n', '', unit('api/sweep')],
  ['the engine does not ask whether they may before the receipt', 'server/engine/execute.ts', '  reachOf(actor, action, target)\n  const inputDigest', '  const inputDigest', unit('api/sweep'), 'equivalent: the permit asks again inside the deed'],
  // second factor, from each command that has one
  ...['quotas.change', 'tenants.freeze', 'tenants.thaw'].map((action) => [`${action} without its second factor`, 'server/authorization/actions.ts', new RegExp(`('${action}': \\{[^}]*?), stepUp: true`), '$1', unit('authorization/permit')]),
  ['the engine skips the second factor', 'server/engine/execute.ts', "needsStepUp(action)\n      ? authorizeWithStepUp(await spendStepUp(deed, action, target, inputDigest, sent.stepUp))\n      : authorize(actor, action, target)", 'authorize(actor, action, target)', types],
  ['a step-up is good for another input', 'server/database/deed.ts', 'action, inputDigest, spentAt: null', 'action, spentAt: null', unit('identity/identity')],
  ['a step-up is good for another action', 'server/database/deed.ts', 'sessionId: this.actor.sessionId, action, inputDigest', 'sessionId: this.actor.sessionId, inputDigest', unit('identity/identity')],
  ['a step-up is good in another session', 'server/database/deed.ts', 'sessionId: this.actor.sessionId, action, inputDigest', 'action, inputDigest', unit('identity/identity')],
  ['a step-up is good twice', 'server/database/deed.ts', 'inputDigest, spentAt: null, expiresAt', 'inputDigest, expiresAt', unit('identity/identity')],
  ['a step-up is good for ever', 'server/database/deed.ts', 'spentAt: null, expiresAt: { gt: new Date() } }', 'spentAt: null }', unit('identity/identity')],
  ['a code works twice', 'server/identity/begin-step-up.ts', ', afterTimeStep: Number(lastStep)', '', unit('identity/identity')],
  ['wrong codes are not counted', 'server/identity/begin-step-up.ts', "data: { tries: counted.tries, triesSince: counted.since }", 'data: { tries: 0 }', unit('identity/identity')],
  ['a wrong code’s count is rolled back', 'server/identity/begin-step-up.ts', "tx.refuseAndKeep('code_not_accepted')", "tx.refuse('code_not_accepted')", unit('identity/identity')],
  ['a factor is asked of who may not do the deed', 'server/engine/execute.ts', '  reachOf(actor, action, targetOf(parsed))\n', '', unit('identity/identity')],
  ['codes are shown where it is no demo', 'server/demo/show-code.ts', "if (!isDemo()) throw new Denied('not_found')", '', unit('demo/demo')],
  ['the people of the demo are listed where it is none', 'server/demo/demo.ts', '(isDemo() ? { people, password: credentials.password } : null)', '({ people, password: credentials.password })', unit('demo/demo')],
  // the record, from each command
  ...[
    ['quotas/change-quota', 'return tx.record({ before: shown(before), after: changed }, changed)', 'return changed'],
    ['namespaces/create-namespace', 'return tx.record({ before: null, after: namespaceShown(made) }, namespaceShown(made))', 'return namespaceShown(made)'],
    ['sessions/end-session', 'return tx.record({ before: null, after: null }, { session: wish.session })', 'return { session: wish.session }'],
    ['identity/begin-step-up', 'return tx.record({ before: null, after: null }, { token, expiresAt: expiresAt.toISOString() })', 'return { token, expiresAt: expiresAt.toISOString() }'],
    ['tenants/freeze-tenant', 'return tx.record({ before: tenantShown(before), after: tenantShown(after) }, tenantShown(after))', 'return tenantShown(after)'],
  ].map(([file, line, without]) => [`${file} does not record`, `server/${file}.ts`, line, without, types]),
  ['a deed is not appended', 'server/database/deed.ts', '} else await appendDeed(sql, permit, input as Json, change, value)', '}', unit('quotas/change-quota')],
  ['a refusal is not recorded', 'server/database/deed.ts', /await noteAccess\(sql, accessEntry\(\{ actor: permit\.actor, action: permit\.action, asked: input, outcome: 'refused'[^\n]*/, '', unit('quotas/change-quota')],
  ['a refusal is not rolled back', 'server/database/deed.ts', 'if (!outcome.keep) await sql.$executeRaw`ROLLBACK TO SAVEPOINT deed`', '', [], 'no refusal writes before it refuses; kept for those that will'],
  ['a denial at the door is not recorded', 'server/api/procedure.ts', '  await recordRefusal(ctx, action, await getRawInput().catch(() => null), reason)\n', '', unit('api/sweep')],
  ['a read that must be recorded is not', 'server/database/read.ts', /if \(spec\.recorded\) await noteAccess[^\n]*/, '', unit('audit/streams')],
  ['reading the record is not marked', 'server/authorization/actions.ts', "'audit.list': { on: 'tenant', effect: 'read', roles: ['tenant_admin', 'auditor'], recorded: true,", "'audit.list': { on: 'tenant', effect: 'read', roles: ['tenant_admin', 'auditor'],", unit('authorization/permit')],
  ['personal fields are kept in the clear', 'server/audit/record.ts', "sealPersonal(field, entry.actor[field])", '({ sealed: entry.actor[field] ?? \'\', hash: \'\' })', unit('audit/record')],
  ['a malformed event stops the others', 'server/audit/number-access.ts', 'if (parsed.success) return parsed.data', 'return body as Entry', unit('audit/streams')],
  ['a ciphertext opens anywhere', 'server/keys/seal.ts', /\.setAAD\(Buffer\.from\(about\)\)/g, '', unit('keys/seal')],
  // tenant filters
  ['a transaction does not say for whom it works', 'server/database/scope.ts', "set_config('app.tenant_id', ${scope.tenant ?? ''}, true), ", '', unit('database/row-security')],
  ['namespaces out of reach are shown', 'server/database/read.ts', 'namespaces: permit.namespaces }\n}\n\nexport function readerOf', "namespaces: '*' }\n}\n\nexport function readerOf", unit('database/row-security')],
  ['sessions of others can be ended', 'server/sessions/end-session.ts', ', personId: tx.personId }', ' }', [], 'the second wall holds alone: row security shows no other person’s session'],
  // the seam
  ['the envelope’s MAC is not asked for', 'server/engine/envelope.ts', "if (shown.length !== 32 || !timingSafeEqual(shown, mac(key, body))) throw new Denied('wrong_caller')", '', unit('engine/engine')],
  ['another audience’s envelope is taken', 'server/engine/envelope.ts', "if (meant !== audience) throw new Denied('wrong_audience')", '', unit('engine/engine')],
  ['an old envelope is taken', 'server/engine/envelope.ts', /if \(issuedAt > now[^\n]*/, '', unit('engine/engine')],
  ['an altered input is taken', 'server/engine/envelope.ts', "if (digestOr(input, '') !== inputDigest) throw new Denied('altered')", '', unit('engine/engine')],
  ['a session that is not sealed is taken', 'server/identity/session.ts', /const verdict = sessionIsSealed[^\n]*/, 'const verdict = session.verdict', unit('engine/engine')],
  ['a nonce works twice', 'server/database/deed.ts', "throw new Denied('replayed')", 'return null', unit('engine/engine')],
  ['a reused key is answered for another command', 'server/database/deed.ts', "if (earlier.action !== action || earlier.inputDigest !== inputDigest) throw new Denied('idempotency_key_reused')", '', unit('engine/engine')],
  ['an answer is not kept', 'server/database/deed.ts', /await sql\.\$executeRaw`UPDATE receipt SET answer[^\n]*/, '', unit('engine/engine')],
  // sessions
  ['an ended session lives', 'server/identity/decide-session.ts', 'if (state.endedBecause) return { live: false, because: state.endedBecause }', '', unit('identity/decide-session')],
  ['a disabled person’s session lives', 'server/identity/decide-session.ts', "if (state.personDisabled) return { live: false, because: 'person_disabled' }", '', unit('identity/decide-session')],
  ['a session never grows too old', 'server/identity/decide-session.ts', /if \(now\.getTime\(\) - state\.signedInAt[^\n]*/, '', unit('identity/decide-session')],
  ['a session is never idle', 'server/identity/decide-session.ts', /if \(now\.getTime\(\) - state\.lastSeenAt[^\n]*/, '', unit('identity/decide-session')],
  ['a role that ended is held', 'server/database/threshold.ts', ', OR: [{ validTo: null }, { validTo: { gt: now } }]', '', unit('identity/identity')],
  // before the door
  ['another site may change', 'server/api/knock.ts', "if (!comesFromUs(request.headers, ours, changes)) return shut(403, 'forbidden')", '', [], 'e2e/outside.e2e.ts holds it: it failed when this was tried by hand'],
  ['another origin is ours', 'server/api/knock.ts', 'if (origin !== null && origin !== ours) return false', '', unit('api/knock')],
  ['any content type may change', 'server/api/knock.ts', /if \(!\/\^application[^\n]*/, '', unit('api/knock')],
  ['commas and batches come in', 'server/api/knock.ts', /if \(pathname\.length \+ search[^\n]*/, '', unit('api/knock')],
  ['a body of any size comes in', 'server/api/knock.ts', 'if (length > bytesMax) return null', '', unit('api/knock')],
  ['a fault’s own words leave', 'server/api/procedure.ts', '`Something went wrong. Nothing more was done. Reference: ${reference}`', 'shape.message', unit('api/faults')],
  ['the way back after a sign-in leads elsewhere', 'server/api/asked-path.ts', " || pathname.startsWith('//')", '', ['server/api/asked-path.test.ts']],
  // leases
  ['a lease is taken from its holder', 'server/database/lease.ts', ' WHERE held.holder = excluded.holder OR held.expires_at < clock_timestamp()', '', unit('engine/loops')],
  ['work goes on under a lost lease', 'server/database/lease.ts', 'return held.length ? { value: await work(sql) } : null', 'return { value: await work(sql) }', unit('engine/loops')],
  // decisions
  ['a quota goes below what is used', 'server/quotas/decide-quota-change.ts', /if \(wish\.limit < state\.used[^\n]*/, '', unit('quotas/decide-quota-change')],
  ['a quota goes above the tenant’s share', 'server/quotas/decide-quota-change.ts', /if \(wish\.limit > state\.limit[^\n]*/, '', unit('quotas/decide-quota-change')],
  ['who comes second overwrites', 'server/quotas/decide-quota-change.ts', /if \(wish\.version[^\n]*/, '', unit('quotas/decide-quota-change')],
  ['a refusal without a sentence', 'server/quotas/quota.refusals.ts', / {2}above_tenant_share: [^\n]*\n/, '', types],
]
