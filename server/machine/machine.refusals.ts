/** What is said before anybody looks at what was asked: the request itself is not one that is answered. */
export type MachineRefusal = 'not_http' | 'headers_too_large' | 'too_slow' | 'method_not_allowed' | 'not_acceptable' | 'not_json' | 'too_large' | 'fault'

export const machineRefusals = {
  not_http: { says: 'What came is no request of HTTP/1.1, or not a whole one.', fix: 'Send Host, an address that begins with a slash, and a body of the length that is said.' },
  headers_too_large: { says: 'Its address and headers are larger than what is taken here.', fix: 'Send at most 16 KiB of them.' },
  too_slow: { says: 'It did not come to its end in time.', fix: 'Send all of it within ten seconds.' },
  method_not_allowed: { says: 'This address is not asked in this way.', fix: 'Use one of the methods that Allow names.' },
  not_acceptable: { says: 'Answers are JSON.', fix: 'Accept application/json, or leave Accept out.' },
  not_json: { says: 'What is sent is JSON, and is sent as it is.', fix: 'Send Content-Type: application/json, and no Content-Encoding.' },
  too_large: { says: 'It is larger than what is taken here.', fix: 'Send at most 64 KiB.' },
  fault: { says: 'Something went wrong, and nothing more was done.', fix: 'Ask again with the same key; if it stays so, tell the operator the reference.' },
} as const satisfies Record<MachineRefusal, { says: string; fix: string }>
