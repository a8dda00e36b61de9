import { hash, verify } from '@node-rs/argon2'

/** Argon2id, the library's default, at OWASP's second recommendation: 19 MiB, two passes, one lane. Stored in each hash, so that raising it later leaves old hashes readable. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Compared with when nobody has that e-mail, so that the answer takes as long. */
let nobody: Promise<string> | undefined
export async function passwordIsRight(kept: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const right = await verify(kept ?? (await nobody), password).catch(() => false)
  return right && kept !== null
}
