/** What is said before anybody looks at what was asked: the request itself is not one that is answered. */
export type MachineRefusal = 'method_not_allowed' | 'not_acceptable' | 'not_json' | 'too_large' | 'fault'

export const machineRefusals = {
  method_not_allowed: { says: 'This address is not asked in this way.', fix: 'Use one of the methods that Allow names.' },
  not_acceptable: { says: 'Answers are JSON.', fix: 'Accept application/json, or leave Accept out.' },
  not_json: { says: 'What is sent is JSON, and is sent as it is.', fix: 'Send Content-Type: application/json, and no Content-Encoding.' },
  too_large: { says: 'It is larger than what is taken here.', fix: 'Send at most 64 KiB.' },
  fault: { says: 'Something went wrong, and nothing more was done.', fix: 'Ask again with the same key; if it stays so, tell the operator the reference.' },
} as const satisfies Record<MachineRefusal, { says: string; fix: string }>
