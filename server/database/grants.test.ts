/** What each role may do to each table. The list is written by hand: a grant that is not here fails, and so does a line that is no longer true. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { closeDatabase } from '~/server/database/client'
import { findActor } from '~/server/identity/session'
import { hashToken } from '~/server/identity/token'
import { connectAs, makeWorld, signInAs, sourceOfTest, type World } from '~/server/testing/world'

const grants = {
  bailiwick_web: `
    access_inbox: INSERT(body,tenant_id) · account: SELECT · account_past: SELECT · allocation: SELECT · allocation_past: SELECT · break_glass: SELECT · case_file: SELECT · case_loss: SELECT · case_part: SELECT · case_rule: SELECT · case_step: SELECT · checkpoint: SELECT · cluster: SELECT · containment: SELECT · control_check: SELECT · custom_role: SELECT · custom_role_version: SELECT · data_key: SELECT(created_at,destroyed_at,tenant_id,wrapped_at,wrapped_by) · decision: SELECT · delegation: SELECT · elevation: SELECT
    enrolment_list: SELECT · erasure: SELECT · factor: SELECT(backed_up,backup_eligible,created_at,id,kind,label,last_used_at,person_id,removed_at) · federated_identity: SELECT · feed: SELECT(earlier_until,ended_at,failing_since,failure,format,given_up_at,host,id,made_at,made_by,next_at,paused_at,status,taken,taken_at,tenant_id,test_asked_at,test_failure,test_status,tested_at,title,tries,way) · flood: INSERT SELECT UPDATE(counted_at,noted,seconds,since,step,until) · group_binding: SELECT · group_binding_past: SELECT · incident: SELECT · incident_entry: SELECT · incident_step: SELECT · invitation: SELECT · legal_hold: SELECT · log_check: SELECT · log_handover: SELECT · log_tile: SELECT · lowering: SELECT · mail_preference: SELECT · master_key: SELECT · namespace: SELECT · namespace_past: SELECT · node: SELECT · node_place: SELECT · notice: SELECT · organisation: SELECT · outbox: SELECT(at,attempts,channel,ended_at,id,kind,next_at,outcome,reason,status,tenant_id,webhook_id) · pair: SELECT
    person: SELECT(disabled_at,email,id,name) · pod_use: SELECT · policy: SELECT · policy_set: SELECT · pool: SELECT · quota: SELECT · rate: DELETE INSERT SELECT UPDATE(expire,points) · reconciliation_run: SELECT · record_month: SELECT · recovery_code: SELECT · region: SELECT · request: SELECT · request_word: SELECT · residency_book: SELECT · residency_disaster: SELECT · residency_exception: SELECT · residency_failover: SELECT · residency_gap: SELECT · residency_stay: SELECT · residency_violation: SELECT · review: SELECT · review_line: SELECT · role_binding: SELECT · role_binding_past: SELECT
    session: SELECT UPDATE(ended_at,ended_because,last_seen_at,powers_seen_at) · shut_out: SELECT · sign_in: SELECT · signal: SELECT · tenant: SELECT · tenant_past: SELECT · token: SELECT UPDATE(last_used_at) · use_day: SELECT · use_peak: SELECT · use_slot: SELECT · use_span: SELECT · use_watch: SELECT · webhook: SELECT(earlier_until,ended_at,format,host,id,kinds,made_at,made_by,tenant_id,title) · witness: SELECT · workload: SELECT`,
  bailiwick_engine: `
    access_head: INSERT SELECT UPDATE(sequence) · access_inbox: DELETE INSERT(at,body,tenant_id) SELECT
    account: INSERT SELECT UPDATE(burst_percent,burst_until,deed_sequence,goal,hard,held,nominal,resources,unexplained,used,version) · account_past: INSERT
    allocation: INSERT SELECT UPDATE(admitted_at,amounts,approved_by,burst,class,devices,ended_at,ends_at,held_until,placement,pods,preemptible,preemptions,priority,region,reserved,resources,running_at,state,version,waiting_since,wish) · allocation_past: INSERT · answered: DELETE INSERT SELECT UPDATE(answer) · break_glass: INSERT SELECT UPDATE(ended_at,ended_by,opens_at,reviewed_at,reviewed_by,signed_by,told,until) · case_file: INSERT SELECT UPDATE(closed_at,closed_by,harm_at,harm_at_least,harm_gaps,harm_minutes,harm_version,harm_wishes,note,outcome,seen_at) · case_held: INSERT SELECT UPDATE(until) · case_loss: DELETE INSERT SELECT · case_part: INSERT SELECT UPDATE(because,outcome,settled_at) · case_rule: INSERT SELECT · case_step: INSERT SELECT UPDATE(answered_at,answered_by,due_at,effective_at,ended_at,keep_until,reason,signed_at,signed_by,undone_at,undone_by) · challenge: DELETE INSERT SELECT · checkpoint: INSERT SELECT · cluster: INSERT SELECT · containment: INSERT SELECT UPDATE(kept_at,kept_by,kept_for,lifted_at,lifted_by) · control_check: INSERT SELECT UPDATE(allowed,checked_at,forbidden)
    custom_role: INSERT SELECT · custom_role_version: INSERT SELECT UPDATE(valid_to)
    data_key: INSERT SELECT UPDATE(destroyed_at,wrapped,wrapped_at,wrapped_by) · decision: INSERT SELECT · delegation: INSERT SELECT UPDATE(ended_at,ended_by) · elevation: INSERT SELECT UPDATE(ended_at)
    enrolment_list: INSERT SELECT UPDATE(at,note) · erasure: INSERT SELECT UPDATE(certified_at,due_at,note,sequence,signed_at,signed_by,taken_back_at,taken_back_by,told)
    factor: INSERT SELECT UPDATE(backed_up,label,last_step,last_used_at,removed_at,sign_count) · federated_identity: INSERT SELECT
    feed: INSERT SELECT UPDATE(earlier_secret,earlier_until,ended_at,failing_since,failure,given_up_at,next_at,paused_at,secret,status,taken,taken_at,test_asked_at,test_failure,test_status,tested_at,tries) · feed_place: INSERT SELECT UPDATE(sequence)
    flood: DELETE INSERT SELECT UPDATE(counted_at,noted,seconds,since,step,until)
    group_binding: INSERT SELECT UPDATE(valid_to) · group_binding_past: INSERT
    incident: INSERT SELECT UPDATE(answer,answer_note,answered_at,answered_by,changed_at,closed_at,closed_by,summary,told_at) · incident_entry: INSERT SELECT · incident_step: INSERT SELECT UPDATE(at,by_id,note,state)
    investigation: INSERT SELECT UPDATE(closed_at,closed_by,finding,incident_id,owner_id,query) · investigation_entry: INSERT SELECT · investigation_pin: INSERT SELECT UPDATE(unpinned_at,unpinned_by)
    invitation: INSERT SELECT UPDATE(used_at,used_by,withdrawn_at) · lease: DELETE INSERT SELECT UPDATE · legal_hold: INSERT SELECT UPDATE(lifted_at,lifted_by,lifted_for)
    local_account: INSERT SELECT UPDATE(changed_at,password_hash) · log_check: INSERT SELECT UPDATE(at,began_at,faults,returned,size,witnessed) · log_handover: INSERT SELECT · log_run: INSERT SELECT · log_tile: INSERT SELECT UPDATE(hashes) · lowering: INSERT SELECT UPDATE(began_at,ended_at,outcome) · mail_preference: INSERT SELECT UPDATE(changed_at,hour,mail) · master_key: INSERT SELECT · namespace: INSERT SELECT UPDATE(closed_by,closing_at,cost_centre,deleted_at,environment,frozen_at,isolation_level,labels,owner_id,pod_security,title,version) · namespace_past: INSERT · node: INSERT SELECT UPDATE(cordoned_at,cordoned_because,cpu_free,gpu_free,memory_free,reported_at,version) · node_place: INSERT SELECT UPDATE(until) · node_use: DELETE INSERT SELECT · notice: INSERT SELECT UPDATE(mailed_at,over_at,read_at) · organisation: INSERT SELECT · outbox: DELETE INSERT SELECT UPDATE(attempts,ended_at,next_at,outcome,reason,status) · pair: INSERT SELECT UPDATE(answer,answered_at,answered_by,ended_at,ended_because,ended_by,ended_in,reason,told,version)
    password_reset: INSERT SELECT UPDATE(replaced_at,used_at)
    person: INSERT SELECT(created_at,disabled_at,disabled_by,email,id,name) UPDATE(disabled_at,disabled_by,email,name) · person_group: INSERT SELECT UPDATE(valid_to) · pod_use: DELETE INSERT SELECT UPDATE(cpu,memory) · policy: INSERT SELECT UPDATE(valid_to) · policy_set: INSERT SELECT · pool: INSERT SELECT · provider_token: DELETE INSERT SELECT · quota: INSERT SELECT UPDATE(valid_to) · rate: DELETE INSERT SELECT UPDATE(expire,points) · reconciliation_run: INSERT SELECT · record: INSERT
    record_month: INSERT(bytes,compared,holds,kept_until,looked_at,month,records,sealed,waits) SELECT UPDATE(bytes,compared,holds,kept_until,looked_at,records,sealed,waits) · record_taken: SELECT
    recovery_code: INSERT SELECT UPDATE(replaced_at,used_at)
    region: INSERT SELECT · reminder: INSERT SELECT · request: INSERT SELECT UPDATE(asked_at,asked_roles,by_rule,carried_out_at,deadline,decided_at,decided_by,decision_reason,device_hours,level,payload,purpose,recused,rule,said_yes,state,subject,terms,terms_body,version) · request_told: INSERT SELECT · request_word: INSERT SELECT · residency_book: INSERT SELECT UPDATE(asked_at,looked_at,previous,written_until) · residency_disaster: INSERT SELECT UPDATE(ended_at,ended_by,signed_at,signed_by,told_at) · residency_exception: INSERT SELECT UPDATE(ended_at,ended_by,told_at) · residency_failover: INSERT SELECT UPDATE(ended_at,ended_by,signed_at,signed_by) · residency_gap: INSERT SELECT · residency_stay: INSERT SELECT UPDATE(heard_at,seen_at,until) · residency_violation: INSERT SELECT UPDATE(acknowledged_at,acknowledged_by,changed_at,contained_at,contained_by,contained_nodes,cordoned_nodes,ended_at,ended_because,nodes,note,policy_version,reason,regions,version) · review: INSERT SELECT UPDATE(closed_at,deadline,told) · review_line: SELECT UPDATE(asked,decided_at,decided_by,state) · role_binding: INSERT SELECT UPDATE(ended_by,valid_to) · role_binding_past: INSERT
    session: DELETE INSERT SELECT UPDATE(ended_at,ended_because) · shut_out: DELETE INSERT SELECT UPDATE(let_in_at,let_in_by,let_in_for) · sign_in: DELETE INSERT SELECT UPDATE(ended_at,outcome,reason) · signal: INSERT SELECT(at,body,case_id,id) · steady_watch: DELETE INSERT SELECT UPDATE(seen_at,since)
    step_up: INSERT SELECT UPDATE(spent_at) · tenant: INSERT SELECT UPDATE(compliance,frozen_at,suspended_until) · tenant_past: INSERT · token: INSERT SELECT UPDATE(ended_at)
    try: DELETE INSERT SELECT UPDATE(blocked_until,changed_at,times) · use_day: DELETE INSERT SELECT UPDATE(gpu_use,pod_most,samples) · use_peak: DELETE INSERT SELECT UPDATE(cpu,gpu,memory) · use_slot: DELETE INSERT SELECT · use_span: DELETE INSERT SELECT UPDATE(cpu_charged,cpu_measured,cpu_used,gpu_charged,gpu_measured,gpu_used,memory_charged,memory_measured,memory_used) · use_watch: DELETE INSERT SELECT UPDATE(idle_since,low_since,seen_at) · webhook: INSERT SELECT UPDATE(earlier_secret,earlier_until,ended_at,secret) · witness: INSERT SELECT UPDATE(at,ended_at,failing_since,failure,name,next_at,place,size,tries) · workload: DELETE INSERT SELECT UPDATE(amounts,cpu_use,gpu_use,memory_use,reported_at,resources,started_at)`,
  bailiwick_auditor: 'access_inbox: INSERT(body,tenant_id) · checkpoint: SELECT · investigation: SELECT · investigation_entry: SELECT · investigation_pin: SELECT · log_run: SELECT · log_tile: SELECT · policy: SELECT(body,id,kind,tenant_id,valid_to,version) · record: SELECT · record_line: SELECT · record_month: SELECT(month,taken_at) · record_tally: SELECT',
}

let owner: pg.Client
let world: World
beforeAll(async () => {
  owner = await connectAs('owner')
  world = await makeWorld()
})
afterAll(async () => {
  await owner.end()
  await closeDatabase()
})

test.each(Object.entries(grants))('%s may do exactly this', async (role, expected) => {
  const { rows } = await owner.query(`
    WITH whole AS (SELECT table_name, privilege_type FROM information_schema.role_table_grants WHERE grantee = $1 AND table_schema = 'public'),
      parts AS (SELECT table_name, privilege_type, '(' || string_agg(column_name, ',' ORDER BY column_name) || ')' AS columns
        FROM information_schema.column_privileges c WHERE grantee = $1 AND table_schema = 'public'
          AND NOT EXISTS (SELECT FROM whole w WHERE w.table_name = c.table_name AND w.privilege_type = c.privilege_type) GROUP BY 1, 2),
      every AS (SELECT table_name, privilege_type AS may FROM whole UNION SELECT table_name, privilege_type || columns FROM parts)
    SELECT table_name || ': ' || string_agg(may, ' ' ORDER BY may) AS line FROM every GROUP BY table_name ORDER BY table_name`, [role])
  const lines = expected.split(/\n| · /).map((line) => line.trim()).filter(Boolean)
  expect(rows.map(({ line }) => line)).toEqual(lines)
})

test('no role can bypass row security, become another, make a role or own a table', async () => {
  const { rows } = await owner.query(`SELECT rolname, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication OR rolinherit AS strong,
    (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) AS owns, (SELECT count(*)::int FROM pg_auth_members m WHERE m.member = r.oid) AS becomes
    FROM pg_roles r WHERE rolname IN ('bailiwick_web', 'bailiwick_engine', 'bailiwick_auditor') ORDER BY 1`)
  expect(rows).toEqual(['bailiwick_auditor', 'bailiwick_engine', 'bailiwick_web'].map((rolname) => ({ rolname, strong: false, owns: 0, becomes: 0 })))
})

test('the web’s own login changes no domain table, whatever it says about whom it works for', async () => {
  const web = await connectAs('web')
  const { rows } = await owner.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN ('_prisma_migrations', 'session', 'access_inbox', 'rate', 'flood')")
  for (const { relname } of rows) {
    for (const statement of [`INSERT INTO ${relname} DEFAULT VALUES`, `DELETE FROM ${relname}`, `TRUNCATE ${relname}`]) await expect(web.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
  expect(rows.length).toBeGreaterThan(15)
  await web.end()
})
test.each(['web', 'engine'] as const)('%s ends a session, and takes the end of none back', async (role) => {
  const { token, sessionId } = await signInAs((await world.person(`over-${role}`)).id)
  const sql = await connectAs(role)
  const change = async (statement: string) => {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.token_hash', $1, true)", [hashToken(token).toString('hex')])
    const { rowCount } = await sql.query(`UPDATE session SET ${statement} WHERE id = $1`, [sessionId])
    await sql.query('COMMIT')
    return rowCount
  }
  expect(await change("ended_at = now(), ended_because = 'ended_by_platform'")).toBe(1)
  for (const statement of ['ended_at = NULL, ended_because = NULL', "ended_because = 'signed_out'", ...(role === 'web' ? ['last_seen_at = now()'] : [])]) expect([statement, await change(statement)]).toEqual([statement, 0])
  expect(await findActor('engine', token, sourceOfTest())).toBeNull()
  await sql.end()
})
test('what one does at a time waits for no lock that the web’s own login can take', async () => {
  const [web, engine] = [await connectAs('web'), await connectAs('engine')]
  const { rows } = await owner.query("SELECT p.proname, named[1] AS lock FROM pg_proc p CROSS JOIN LATERAL regexp_matches(p.prosrc, $$advisory\\w*lock\\w*\\(hashtext\\('(\\w+)'\\)\\)$$, 'g') AS named WHERE p.pronamespace = 'public'::regnamespace")
  expect(rows).toEqual([])
  for (const name of ['project_records', 'make_record_partition', 'legal_hold']) await web.query('SELECT pg_advisory_lock(hashtext($1))', [name])
  for (const [table, mode] of [['record_projected', 'SHARE UPDATE EXCLUSIVE'], ['record_month', 'SHARE UPDATE EXCLUSIVE'], ['legal_hold', 'SHARE'], ['legal_hold', 'ROW EXCLUSIVE']]) await expect(web.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`)).rejects.toMatchObject({ code: '42501' }).then(() => web.query('ROLLBACK'))
  await engine.query("SET lock_timeout = '5s'; SET app.loop = 'project'")
  for (const asks of ['SELECT project_records(1)', 'SELECT FROM holds_of(NULL)', 'SELECT make_record_months()']) await engine.query(asks)
  // One at a time all the same.
  await engine.query('BEGIN')
  await engine.query('SELECT project_records(0)')
  const another = await connectAs('engine')
  await another.query("SET lock_timeout = '100ms'; SET app.loop = 'project'")
  await expect(another.query('SELECT project_records(0)')).rejects.toMatchObject({ code: '55P03' })
  await engine.query('ROLLBACK')
  await Promise.all([web.end(), engine.end(), another.end()])
})
test('nobody edits or deletes the record, and nobody but the auditor’s role reads it', async () => {
  for (const role of ['web', 'engine', 'auditor'] as const) {
    const client = await connectAs(role)
    for (const statement of ["UPDATE record SET bytes = ''", 'DELETE FROM record', 'TRUNCATE record', 'ALTER TABLE record DISABLE ROW LEVEL SECURITY']) await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    if (role !== 'auditor') await expect(client.query('SELECT FROM record')).rejects.toMatchObject({ code: '42501' })
    await client.end()
  }
})
