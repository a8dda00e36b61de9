/** What a receiver of syslog reads: octet counting by RFC 6587, and of each message what stands before it and what it says, by RFC 5424. Written from the texts, and not from what is tested by it. */
export function readFrames(bytes: Buffer): { header: string; message: string }[] {
  const found: { header: string; message: string }[] = []
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const length = Number(bytes.toString('latin1', at, space))
    if (space === -1 || !/^[1-9][0-9]*$/.test(bytes.toString('latin1', at, space)) || space + 1 + length > bytes.length) throw new Error(`no whole frame at ${at}`)
    const text = bytes.toString('utf8', space + 1, space + 1 + length)
    const [, header, message] = /^(<[0-9]{1,3}>1 \S+ \S+ \S+ \S+ \S+ -) (.*)$/s.exec(text) ?? []
    if (header === undefined || message === undefined) throw new Error(`no message of syslog: ${text.slice(0, 80)}`)
    found.push({ header, message })
    at = space + 1 + length
  }
  return found
}
