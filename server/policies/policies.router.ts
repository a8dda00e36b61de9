import { Nothing, OnTenant } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { heldAt } from '~/server/members/held'
import { AskException, askException } from './ask-exception'
import { ChangePolicy, ChangePolicyInTenant, ChangePolicyOnPlatform, changePolicy, changePolicyInTenant, changePolicyOnPlatform } from './change-policy'
import { ImportRule, ImportRuleOnPlatform, importRuleInTenant, importRuleOnPlatform } from './import-rule'
import { shownOfPlatform, shownOfTenant } from './policy'
import { ReadPolicy, ReadPolicyInTenant, ReadPolicyOnPlatform, readPolicy, readPolicyInTenant, readPolicyOnPlatform } from './read-policy'
import { TryCondition, tryCondition } from './try-condition'
import { TryPolicy, tryPolicy } from './try-policy'

export const policies = router({
  list: query('policies.list', OnTenant, async (db) => {
    const rows = await db.rows.policy.findMany({ where: { AND: [heldAt(db.now), { OR: [{ tenantId: db.tenant }, { tenantId: null }] }] } })
    return [...shownOfTenant(rows.filter(({ tenantId }) => tenantId !== null)), ...shownOfPlatform(rows.filter(({ tenantId }) => tenantId === null))]
  }),
  listOnPlatform: query('policies.listOnPlatform', Nothing, async (db) => shownOfPlatform(await db.rows.policy.findMany({ where: { tenantId: null, ...heldAt(db.now) } }))),
  read: query('policies.read', ReadPolicy, readPolicy),
  readInTenant: query('policies.readInTenant', ReadPolicyInTenant, readPolicyInTenant),
  readOnPlatform: query('policies.readOnPlatform', ReadPolicyOnPlatform, readPolicyOnPlatform),
  importRule: query('policies.importRule', ImportRule, importRuleInTenant),
  importRuleOnPlatform: query('policies.importRuleOnPlatform', ImportRuleOnPlatform, importRuleOnPlatform),
  tryCondition: query('policies.tryCondition', TryCondition, tryCondition),
  tryOut: query('policies.tryOut', TryPolicy, tryPolicy),
  change: command('policies.change', ChangePolicy, changePolicy),
  changeInTenant: command('policies.changeInTenant', ChangePolicyInTenant, changePolicyInTenant),
  changeOnPlatform: command('policies.changeOnPlatform', ChangePolicyOnPlatform, changePolicyOnPlatform),
  except: command('policies.except', AskException, askException),
})
