import type { SignalKind, SignalTopic } from '~/server/signals/signal'
import type { Reads } from './place-of-signal'

export const topicWords: Readonly<Record<SignalTopic, string>> = {
  allocations: 'Allocations', authorization: 'Authorization', break_glass: 'Break-glass', certificate: 'Certificate', claims: 'Device claims', cluster: 'Clusters', control: 'Controls', feed: 'Feeds', keys: 'Keys', log: 'The log', message_given_up: 'Messages', node: 'Nodes', rates: 'Floods', reconciliation: 'Reconciliation', record: 'The record',
  residency: 'Residency', review: 'Reviews', sign_in: 'Sign-in', tenants: 'Tenants', tokens: 'Tokens',
}

/** What it is, and where one looks next, or what is to be seen in its case. */
export const signalWords: Readonly<Record<SignalKind, { says: string } & ({ fix: string } | { inCase: string })>> = {
  'allocations.burst': { says: 'A tenant borrows beyond its own share without a break.', inCase: 'see since when, and whether its share is too small.' },
  'allocations.flood': { says: 'Somebody asks on and on where no more may wait.', inCase: 'see what asks, a token or somebody’s script.' },
  'allocations.inflation': { says: 'An allocation used less than a tenth of its GPUs for more than an hour.', inCase: 'see whether less would do.' },
  'allocations.many_preemptions': { says: 'Of one tenant’s work more than a hundred places were taken in an hour.', fix: 'See whose priority takes them, and whether that class should.' },
  'allocations.mining': { says: 'GPUs reckon without a break, with hardly anything else.', inCase: 'ask what it is. This alone proves nothing.' },
  'allocations.over_quota': { says: 'A tenant asked for more than its quota has room for.', fix: 'It was refused, and its admins were told. See in its record who goes on asking.' },
  'allocations.priority': { says: 'A tenant’s work stands far above everybody else’s.', inCase: 'see which classes it uses, and who approved them.' },
  'allocations.pushing': { says: 'For one tenant’s work more than a hundred places were taken in an hour.', inCase: 'see which class takes them, and who approved it.' },
  'allocations.splitting': { says: 'Somebody asked again and again for what needs a yes, in small parts.', inCase: 'see what they asked for together.' },
  'allocations.squatting': { says: 'GPUs stood unused for half an hour.', inCase: 'ask whoever holds them.' },
  'allocations.unusual_rate': { says: 'A tenant asks ten times as often as it usually does.', fix: 'See what asks: a token, or somebody’s script.' },
  'authorization.answer_each_other': { says: 'Two people let each other’s requests through, where others could have answered.', fix: 'Look at what they asked for and got. Where it should not be so, let the rule ask for somebody of another role.' },
  'authorization.looks_around': { says: 'Somebody acted in many places at once where they never had.', fix: 'Ask whether it was them. If not, end their sessions and tokens.' },
  'authorization.many_denials': { says: 'Somebody was told no more than fifty times in a minute.', fix: 'Look at the record for what they tried, and end their sessions if it was not them.' },
  'break_glass.late': { says: 'That a break-glass was asked for, open or over was told later than five minutes after it was.', fix: 'See what was done under it, and why the engine did not tell of it in time.' },
  'certificate.old': { says: 'Of the lifetime of the certificate by which this console is served, four fifths are over.', fix: 'Renew it in its two files: it is shown from then on, and nobody is cut off.' },
  'claims.admin_access': { says: 'Somebody asked for administrative access to a device.', fix: 'Ask whoever it was what for. It was refused.' },
  'claims.changed': { says: 'Which device classes and drivers may be claimed was changed.', fix: 'Open the policy: see what may be claimed now, and ask whoever changed it what for.' },
  'claims.large_parameters': { says: 'Somebody sent a claim with very large parameters.', fix: 'Ask whoever it was what for. It was refused.' },
  'cluster.strange_node': { says: 'A cluster spoke of a node that is another’s, or nobody’s.', fix: 'Check the cluster’s credentials, and what it says it has.' },
  'control.violated': { says: 'A promise of this product is violated.', fix: 'Open Controls: what is forbidden there was done.' },
  'feed.given_up': { says: 'The record could not be given to a receiver, and is tried no more.', fix: 'See what the feed says of its receiver, and have it go on: nothing is lost until then.' },
  'keys.master_old': { says: 'The master key has been in use for a year.', fix: 'Give the engine a new one, with this one as the earlier: every key is renewed and wrapped anew by itself.' },
  'keys.unreadable': { says: 'A tenant’s key opens by no master key that the engine was given.', fix: 'Give the engine the master key by which it was wrapped as the earlier one.' },
  'log.clock': { says: 'The time of a sealed record was changed.', fix: 'Compare the record with its proof, and keep the database as it is.' },
  'log.deleted': { says: 'A sealed record is gone.', fix: 'Restore it from a backup that holds it, and keep the database as it is.' },
  'log.edited': { says: 'A sealed record is not what was sealed.', fix: 'Compare the record with its proof, and keep the database as it is.' },
  'log.handed_over': { says: 'The log is signed with another key from here on: the one before signed that it is.', fix: 'See that whoever runs the engine meant it. Whoever checks files of this log offline is told the new key, or given the handover that stands under Receipts.' },
  'log.inserted': { says: 'There is a record that was never sealed where sealed ones stand.', fix: 'Compare the stream with its numbers, and keep the database as it is.' },
  'log.key_lost': { says: 'The log is signed with another key from here on, and the one before did not let it: whoever runs the engine says that it is lost.', fix: 'See that they meant it, and how it was lost. Whoever checks files of this log offline is told the new key by another way: nothing leads there from the one before.' },
  'log.reordered': { says: 'Sealed records changed places.', fix: 'Compare the records with their proofs, and keep the database as it is.' },
  'log.resealed': { says: 'The log was signed with another key.', fix: 'See who changed the log’s key.' },
  'log.rewritten': { says: 'The log does not begin with what was signed of it earlier.', fix: 'Compare it with a checkpoint that somebody kept.' },
  'log.truncated': { says: 'The end of a stream is gone.', fix: 'Restore it from a backup that holds it.' },
  'log.unwitnessed': { says: 'Who kept what was signed of the log outside is set no more, or has nothing any more of what it kept.', fix: 'Set it again, bring back what it had, or find out who took it out of the engine’s settings: without one, a log that is set back as a whole is not found.' },
  message_given_up: { says: 'A message could not be delivered, and is tried no more. Of others that day, for the same reason, there is no other signal.', fix: 'Look at the webhook or the mail server, and send them anew.' },
  'node.impossible_report': { says: 'A node said what cannot be, and was cordoned.', fix: 'Look at the node before it is uncordoned.' },
  'node.relabelled': { says: 'A node says that it stands somewhere else than before.', fix: 'A node does not move: find out who changed its labels, and what runs there.' },
  'rates.shut_out': { says: 'Somebody asked on and on though they were told no, and is shut out for a while.', fix: 'See under Security who is shut out. Of a token, ask its owner what asks so much; let them in sooner, or have the token revoked.' },
  'record.few_months': { says: 'The next months of the record were not made ahead.', fix: 'What is recorded is kept all the same. See in the log of the engine why making them failed.' },
  'reconciliation.missed': { says: 'The ledger was not compared with the clusters for more than ten minutes.', fix: 'See whether an engine runs, and whether the clusters answer.' },
  'reconciliation.off': { says: 'The ledger and the clusters differ by more than one in twenty, in all or in what one tenant has.', fix: 'Open the run and see which kind of difference it is.' },
  'record.clock': { says: 'A record says another time than it was written at.', fix: 'Keep the database as it is, and see who writes to it.' },
  'record.inserted': { says: 'A number stands in the record that nobody gave.', fix: 'Keep the database as it is, and see who writes to it.' },
  'record.misplaced': { says: 'A record stands where it does not belong.', fix: 'Keep the database as it is, and see who writes to it.' },
  'record.missing': { says: 'A record is missing before it was sealed.', fix: 'Keep the database as it is, and see who writes to it.' },
  'record.month_returned': { says: 'A month of the record that was taken away stands in the database again.', fix: 'Find out who restored the database, or a part of it. What is there is compared as ever, and goes again.' },
  'record.truncated': { says: 'The end of a stream is missing before it was sealed.', fix: 'Keep the database as it is, and see who writes to it.' },
  'residency.violated': { says: 'Work runs where its tenant’s work may not be.', fix: 'Open Residency: see how it came there, a node that was relabelled or a cluster that placed it, and contain it.' },
  'review.last_admin': { says: 'Nobody confirmed the last admin of a place, who stays: without them nobody could give a role there.', fix: 'Open the review, and find out who is to run the place.' },
  'sign_in.source_blocked': { says: 'More than ten sign-ins failed in a minute from one source, which is blocked for a while.', fix: 'Look at the record for whom they tried to be.' },
  'tenants.linked': { says: 'Tenants of different organisations look like one.', inCase: 'see what links them, and what they may have together.' },
  'tenants.noisy_neighbour': { says: 'A tenant slows its neighbours on a shared node.', inCase: 'see whose work did less since when, and whether one of them needs nodes of its own.' },
  'tokens.unusual_rate': { says: 'A token asks ten times as often as it usually does.', inCase: 'ask its owner whether it is theirs still, or have it revoked.' },
}

/** What its reader can do: who reads no cases asks somebody who does. */
export function fixOf(kind: SignalKind, { cases }: Pick<Reads, 'cases'>): string {
  const words = signalWords[kind]
  if ('fix' in words) return words.fix
  return `${cases ? 'Open the case' : 'Ask a platform admin to open the case'}: ${words.inCase}`
}

const places = ['tenant', 'namespace', 'cluster', 'node', 'control', 'stream', 'sequence', 'channel', 'witness', 'month'] as const
/** What it is about, in the words of its body that name places and things; no person, and no figure. */
export const aboutOf = (body: Readonly<Record<string, unknown>>): string[] => places.flatMap((place) => {
  const value = body[place]
  return typeof value === 'string' || typeof value === 'number' ? [`${place} ${value}`] : []
})
