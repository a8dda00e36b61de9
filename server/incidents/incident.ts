/** The words that an incident is made of. */
export const severities = ['low', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]
/** Follows from what was done, and is nowhere written. */
export type IncidentState = 'open' | 'contained' | 'recovered' | 'closed'
export type ContainmentKind = 'lock' | 'freeze' | 'revoke' | 'cordon'
export type ThingKind = 'person' | 'tenant' | 'node' | 'pool'
/** Whether the authority was told of it; or it is no breach of personal data, or needs no telling. */
export const answers = ['told', 'not_needed'] as const
export type BreachAnswer = (typeof answers)[number]
/** A step is done, or it is left with a reason. */
export const stepStates = ['done', 'left'] as const
export type StepState = (typeof stepStates)[number]
export type EntryKind = 'opened' | 'lock' | 'freeze' | 'revoke' | 'cordon' | 'unlock' | 'thaw' | 'uncordon' | 'keep' | 'done' | 'left' | 'told' | 'not_needed' | 'note' | 'closed'

/** What to do, in order: a checklist for each kind of incident. The last of each is the same: whoever comes next should have it easier. */
export const playbooks = {
  compromised_account: {
    says: 'Compromised account', steps: {
      lock_person: 'Lock the person: their sessions and tokens end with it.',
      read_record: 'Read in the record what was done in their name since it began.',
      undo_deeds: 'Undo what they did not do themselves: roles that were given, tokens and webhooks that were made.',
      new_factors: 'Make sure who they are, and have them set a new password and new factors.',
      write_down: 'Write down what let it happen, and change the policy that would have stopped it.',
    },
  },
  hostile_tenant: {
    says: 'Hostile tenant', steps: {
      freeze_tenant: 'Freeze the tenant, and revoke the tokens of whoever works in it.',
      neighbours: 'See which nodes it shared, and who else was on them.',
      talk: 'Ask whoever answers for the tenant what it was.',
      clean_nodes: 'Look at the nodes it ran on before they take new work.',
      write_down: 'Write down what let it happen, and change the policy that would have stopped it.',
    },
  },
  leaked_token: {
    says: 'Leaked token', steps: {
      revoke_tokens: 'Revoke the tokens of whoever it belongs to.',
      where_found: 'Find where it was to be read, and have it taken down there.',
      read_record: 'Read in the record what was done with it since then.',
      new_token: 'Have its owner make a new one that may do less and ends sooner.',
      write_down: 'Write down what let it happen, and change the policy that would have stopped it.',
    },
  },
  node_suspected: {
    says: 'Suspected node', steps: {
      cordon_node: 'Cordon the node, or its whole pool.',
      keep_evidence: 'Keep what is on it as evidence before anything is changed.',
      who_was_there: 'See whose work was on it since it began, and tell them what they need to know.',
      set_up_anew: 'Set the node up anew, with a new certificate.',
      write_down: 'Write down what let it happen, and change the policy that would have stopped it.',
    },
  },
} as const satisfies Readonly<Record<string, { says: string; steps: Readonly<Record<string, string>> }>>
export type Playbook = keyof typeof playbooks
export const playbookNames = Object.keys(playbooks) as [Playbook, ...Playbook[]]
export const stepsOf = (playbook: Playbook): readonly { step: string; says: string }[] => Object.entries(playbooks[playbook].steps).map(([step, says]) => ({ step, says }))
